"""The shapes of GitXplorer's results, member for member as the server sends them.

Times are RFC 3339 in UTC, URLs are absolute, and a member that is not always sent is in a class
with ``total=False``.
"""

from __future__ import annotations

from typing import Literal, Optional, TypedDict


class Freshness(TypedDict):
    """Where an answer came from, and how long it holds."""

    source: Literal["network", "cache", "revalidated", "stale"]
    fetchedAt: str
    expiresAt: Optional[str]


class User(TypedDict):
    """An account: a person, an organisation or a bot."""

    id: int
    login: str
    type: str
    avatarUrl: str
    profileUrl: str
    apiUrl: str


class Profile(User):
    """An account with what its page shows."""

    name: Optional[str]
    company: Optional[str]
    location: Optional[str]
    bio: Optional[str]
    blog: Optional[str]
    followers: int
    following: int
    publicRepositories: int
    createdAt: str


class Repository(TypedDict):
    """A repository: ``owner`` is a login, ``license`` an SPDX id, ``url`` its page."""

    id: int
    name: str
    fullName: str
    owner: str
    description: Optional[str]
    stars: int
    forks: int
    language: Optional[str]
    license: Optional[str]
    fork: bool
    archived: bool
    topics: list[str]
    url: str
    apiUrl: str
    homepage: Optional[str]
    createdAt: str
    updatedAt: str
    pushedAt: Optional[str]


class Stargazer(User):
    """Who starred a repository, and when."""

    starredAt: Optional[str]


class Skipped(TypedDict, total=False):
    """How many malformed items were left out of a list; sent only if some were."""

    skipped: int


class InlineAvatar(TypedDict):
    """An image; ``data`` is base64."""

    mimeType: str
    data: str


class RandomUserExtras(TypedDict, total=False):
    """``followers`` comes with that sort, ``avatar`` with inline avatars."""

    followers: int
    avatar: Optional[InlineAvatar]


class RandomUser(User, RandomUserExtras):
    """A user drawn by chance."""


class RandomUsers(Skipped):
    """Result of ``users.random``."""

    users: list[RandomUser]
    since: Optional[int]
    freshness: Freshness


class RepositoryList(Skipped):
    """Result of ``repos.list``."""

    owner: User
    repositories: list[Repository]
    total: int
    truncated: bool
    freshness: Freshness


class LanguageTotal(TypedDict):
    """One language of a user's repositories."""

    language: str
    repositories: int
    stars: int


class UserSummary(Skipped):
    """Result of ``user.summary``."""

    user: Profile
    totalStars: int
    totalRepositories: int
    favoriteLanguage: Optional[str]
    languages: list[LanguageTotal]
    topRepositories: list[Repository]
    freshness: Freshness


class FoundUser(User):
    """A user that a search found."""

    score: float


class UserSearch(Skipped):
    """Result of ``search.users``."""

    totalCount: int
    incompleteResults: bool
    users: list[FoundUser]
    page: int
    perPage: int
    nextPage: Optional[int]
    freshness: Freshness


class StargazerPage(Skipped):
    """Result of ``repo.stargazers``; ``repository`` is the full name."""

    repository: str
    stargazers: list[Stargazer]
    page: int
    perPage: int
    nextPage: Optional[int]
    lastPage: Optional[int]
    freshness: Freshness


class Avatar(TypedDict):
    """Result of ``user.avatar``; ``data`` is base64 of ``bytes`` bytes."""

    login: str
    mimeType: str
    bytes: int
    data: str
    freshness: Freshness


class RateLimit(TypedDict):
    """One of GitHub's request budgets."""

    limit: int
    remaining: int
    used: int
    resetAt: str


class RateStatus(TypedDict):
    """Result of ``rate.status``, by resource: ``core``, ``search``, ..."""

    resources: dict[str, RateLimit]
    authenticated: bool
    freshness: Freshness


class CacheStats(TypedDict):
    """Result of ``cache.stats``."""

    path: str
    entries: int
    bytes: int
    maxBytes: int
    hits: int
    misses: int
    revalidations: int
    staleServed: int
    evictions: int


class CacheCleared(TypedDict):
    """Result of ``cache.clear``."""

    removed: int


class AuthStatus(TypedDict):
    """Result of ``auth.status``, ``auth.logout``, and ``auth.login`` with a token."""

    state: Literal["anonymous", "pending", "authenticated", "invalid"]
    login: Optional[str]
    scopes: list[str]
    tokenSource: Optional[Literal["flag", "environment", "stored", "session"]]


class DeviceLogin(TypedDict):
    """Result of ``auth.login`` with ``device``: what the user has to type, and where."""

    state: Literal["pending"]
    userCode: str
    verificationUri: str
    expiresAt: str
    interval: int


class ServerInfo(TypedDict):
    """The server's name and version."""

    name: str
    version: str


class ProtocolInfo(TypedDict):
    """What the server accepts on a connection."""

    framings: list[str]
    maxMessageBytes: int
    maxInFlight: int


class InitializeResult(TypedDict):
    """Result of ``initialize``."""

    capabilities: dict[str, object]
    serverInfo: ServerInfo
    protocol: ProtocolInfo
    methods: list[str]
