"""The shapes of GitXplorer's results, member for member as the server sends them.

Made from the server's method table by ``make schemas``: not to be edited. Times are RFC 3339
in UTC, URLs are absolute, and a member that is not always sent is in a class with
``total=False``.
"""

from __future__ import annotations

from typing import Literal, Optional, TypedDict


class AuthStatus(TypedDict):
    """Whether the server is signed in, and as whom."""

    #: Whether GitHub accepts the token.
    state: Literal["anonymous", "pending", "authenticated", "invalid"]
    #: Who is signed in.
    login: Optional[str]
    #: What the token may do.
    scopes: list[str]
    #: Where the token came from.
    tokenSource: Optional[Literal["flag", "environment", "stored", "session"]]


class FoundUser(TypedDict):
    """A user that a search found."""

    #: GitHub's number of the account.
    id: int
    #: Login name.
    login: str
    #: GitHub's type: User, Organization, Bot, Mannequin, ...
    type: str
    #: Address of the avatar image.
    avatarUrl: str
    #: Page on GitHub.
    profileUrl: str
    #: Address in GitHub's REST API.
    apiUrl: str
    #: GitHub's rank in the search.
    score: float


class Freshness(TypedDict):
    """Where an answer came from, and how long it holds."""

    #: Of an answer made of several responses, the worst: stale, cache, revalidated, network.
    source: Literal["network", "cache", "revalidated", "stale"]
    #: When GitHub sent or last confirmed the oldest part.
    fetchedAt: str
    #: Until when it is fresh; null if not stored.
    expiresAt: Optional[str]


class InlineAvatar(TypedDict):
    """An image, in the answer itself."""

    #: ``image/png``, ``image/jpeg``, ...
    mimeType: str
    #: The image in base64.
    data: str


class LanguageTotal(TypedDict):
    """One language of a user's repositories."""

    #: Programming language.
    language: str
    #: Repositories that are mainly in it.
    repositories: int
    #: Their stars.
    stars: int


class Profile(TypedDict):
    """An account with what its page shows."""

    #: GitHub's number of the account.
    id: int
    #: Login name.
    login: str
    #: GitHub's type: User, Organization, Bot, Mannequin, ...
    type: str
    #: Address of the avatar image.
    avatarUrl: str
    #: Page on GitHub.
    profileUrl: str
    #: Address in GitHub's REST API.
    apiUrl: str
    #: Display name.
    name: Optional[str]
    #: Company, as the user wrote it.
    company: Optional[str]
    #: Location, as the user wrote it.
    location: Optional[str]
    #: About the user; an organisation's description.
    bio: Optional[str]
    #: Web site.
    blog: Optional[str]
    #: How many follow this account.
    followers: int
    #: How many this account follows.
    following: int
    #: Public repositories owned.
    publicRepositories: int
    #: When the account was made.
    createdAt: str


class _RandomUserOptional(TypedDict, total=False):
    """What of ``RandomUser`` is not always sent."""

    #: With ``sort`` followers: how many follow.
    followers: int
    #: With ``avatars`` inline: the image, or null where there is none to be had.
    avatar: Optional[InlineAvatar]


class RandomUser(_RandomUserOptional):
    """A user drawn by chance."""

    #: GitHub's number of the account.
    id: int
    #: Login name.
    login: str
    #: GitHub's type: User, Organization, Bot, Mannequin, ...
    type: str
    #: Address of the avatar image.
    avatarUrl: str
    #: Page on GitHub.
    profileUrl: str
    #: Address in GitHub's REST API.
    apiUrl: str


class RateLimit(TypedDict):
    """One of GitHub's request budgets."""

    #: Requests a window.
    limit: int
    #: Requests left in this window.
    remaining: int
    #: Requests made in this window.
    used: int
    #: When the window ends.
    resetAt: str


class Repository(TypedDict):
    """A repository."""

    #: GitHub's number of the repository.
    id: int
    #: Name without the owner.
    name: str
    #: OWNER/NAME.
    fullName: str
    #: Login of the owner.
    owner: str
    #: What it is, in its owner's words.
    description: Optional[str]
    #: Stargazers.
    stars: int
    #: Forks.
    forks: int
    #: Main programming language.
    language: Optional[str]
    #: SPDX identifier.
    license: Optional[str]
    #: Whether it is a fork.
    fork: bool
    #: Whether it is archived.
    archived: bool
    #: Topics.
    topics: list[str]
    #: Page on GitHub.
    url: str
    #: Address in GitHub's REST API.
    apiUrl: str
    #: Web site of the project.
    homepage: Optional[str]
    #: When it was made.
    createdAt: str
    #: When its record last changed.
    updatedAt: str
    #: When commits were last pushed.
    pushedAt: Optional[str]


class Stargazer(TypedDict):
    """Who starred a repository, and when."""

    #: GitHub's number of the account.
    id: int
    #: Login name.
    login: str
    #: GitHub's type: User, Organization, Bot, Mannequin, ...
    type: str
    #: Address of the avatar image.
    avatarUrl: str
    #: Page on GitHub.
    profileUrl: str
    #: Address in GitHub's REST API.
    apiUrl: str
    #: When the star was given.
    starredAt: Optional[str]


class User(TypedDict):
    """An account: a person, an organisation or a bot."""

    #: GitHub's number of the account.
    id: int
    #: Login name.
    login: str
    #: GitHub's type: User, Organization, Bot, Mannequin, ...
    type: str
    #: Address of the avatar image.
    avatarUrl: str
    #: Page on GitHub.
    profileUrl: str
    #: Address in GitHub's REST API.
    apiUrl: str


class _RandomUsersOptional(TypedDict, total=False):
    """What of ``RandomUsers`` is not always sent."""

    #: Malformed items that GitHub sent and that were left out.
    skipped: int


class RandomUsers(_RandomUsersOptional):
    """Result of ``users.random``."""

    #: The users.
    users: list[RandomUser]
    #: The id after which the run begins; null for ``independent``.
    since: Optional[int]
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class _RepositoryListOptional(TypedDict, total=False):
    """What of ``RepositoryList`` is not always sent."""

    #: Malformed items that GitHub sent and that were left out.
    skipped: int


class RepositoryList(_RepositoryListOptional):
    """Result of ``repos.list``."""

    #: The owner.
    owner: User
    #: The repositories.
    repositories: list[Repository]
    #: How many pass the filters, before ``limit``.
    total: int
    #: Whether there are more than this server asks for.
    truncated: bool
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class _UserSummaryOptional(TypedDict, total=False):
    """What of ``UserSummary`` is not always sent."""

    #: Malformed items that GitHub sent and that were left out.
    skipped: int


class UserSummary(_UserSummaryOptional):
    """Result of ``user.summary``."""

    #: The profile.
    user: Profile
    #: Over all public repositories owned.
    totalStars: int
    #: Public repositories owned.
    totalRepositories: int
    #: The language of most repositories; ties by stars, then by name.
    favoriteLanguage: Optional[str]
    #: All languages, favourite first.
    languages: list[LanguageTotal]
    #: The most starred ones.
    topRepositories: list[Repository]
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class _UserSearchOptional(TypedDict, total=False):
    """What of ``UserSearch`` is not always sent."""

    #: Malformed items that GitHub sent and that were left out.
    skipped: int


class UserSearch(_UserSearchOptional):
    """Result of ``search.users``."""

    #: How many there are.
    totalCount: int
    #: Whether GitHub gave up early.
    incompleteResults: bool
    #: This page of them.
    users: list[FoundUser]
    #: This page's number.
    page: int
    #: Users a page.
    perPage: int
    #: The next page's number, null at the end.
    nextPage: Optional[int]
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class _StargazerPageOptional(TypedDict, total=False):
    """What of ``StargazerPage`` is not always sent."""

    #: Malformed items that GitHub sent and that were left out.
    skipped: int


class StargazerPage(_StargazerPageOptional):
    """Result of ``repo.stargazers``."""

    #: Full name, OWNER/NAME.
    repository: str
    #: This page of them.
    stargazers: list[Stargazer]
    #: This page's number.
    page: int
    #: Users a page.
    perPage: int
    #: The next page's number, null at the end.
    nextPage: Optional[int]
    #: The last page's number, null where GitHub does not tell.
    lastPage: Optional[int]
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class Avatar(TypedDict):
    """Result of ``user.avatar``."""

    #: Login name.
    login: str
    #: What kind of image it is, by its bytes.
    mimeType: str
    #: Length of the image.
    bytes: int
    #: The image in base64.
    data: str
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class RateStatus(TypedDict):
    """Result of ``rate.status``."""

    #: By GitHub's name of the budget: core, search, ...
    resources: dict[str, RateLimit]
    #: Whether the limits are those of a token.
    authenticated: bool
    #: Where the answer came from, and until when it is fresh.
    freshness: Freshness


class CacheHost(TypedDict):
    """Part of the result of ``cache.stats``."""

    #: Name, and port if it has one.
    host: str
    #: Stored responses.
    entries: int
    #: Size of their bodies, as they are stored.
    bytes: int


class CacheLifetime(TypedDict):
    """Part of the result of ``cache.stats``."""

    #: When the counts began.
    since: Optional[str]
    #: Answers without a request to GitHub.
    hits: int
    #: Requests for what was not stored.
    misses: int
    #: Stored answers that GitHub confirmed.
    revalidations: int
    #: Answers past their time, since GitHub could not be asked.
    staleServed: int
    #: Requests that shared the answer to an equal one under way.
    coalesced: int
    #: Responses removed to keep the bound.
    evictions: int
    #: Requests to GitHub that were not made. One hit may spare several.
    requestsSpared: int
    #: What GitHub did not count against a limit: those, and confirmations when signed in.
    rateLimitSpared: int


class CacheStats(TypedDict):
    """Result of ``cache.stats``."""

    #: The cache file, or ``:memory:``.
    path: str
    #: Stored responses.
    entries: int
    #: Size of the file.
    bytes: int
    #: The bound of it.
    maxBytes: int
    #: When the oldest response was confirmed.
    oldest: Optional[str]
    #: When the newest response was confirmed.
    newest: Optional[str]
    #: What each host's responses take, most bytes first.
    hosts: list[CacheHost]
    #: The same counts over all servers that used the file.
    lifetime: CacheLifetime
    #: Answers without a request to GitHub.
    hits: int
    #: Requests for what was not stored.
    misses: int
    #: Stored answers that GitHub confirmed.
    revalidations: int
    #: Answers past their time, since GitHub could not be asked.
    staleServed: int
    #: Requests that shared the answer to an equal one under way.
    coalesced: int
    #: Responses removed to keep the bound.
    evictions: int
    #: Requests to GitHub that were not made. One hit may spare several.
    requestsSpared: int
    #: What GitHub did not count against a limit: those, and confirmations when signed in.
    rateLimitSpared: int


class CacheCleared(TypedDict):
    """Result of ``cache.clear``."""

    #: Stored responses that were removed.
    removed: int


class DeviceLogin(TypedDict):
    """Result of ``auth.login``."""

    #: A person is to decide.
    state: Literal["pending"]
    #: What the person types in.
    userCode: str
    #: The page to type it in at.
    verificationUri: str
    #: Until when the code is good.
    expiresAt: str
    #: Seconds between the server's polls.
    interval: int


class ServerInfo(TypedDict):
    """Part of the result of ``initialize``."""

    #: ``gitxplorer``.
    name: str
    #: The server's version.
    version: str


class ProtocolInfo(TypedDict):
    """Part of the result of ``initialize``."""

    #: Framings understood.
    framings: list[str]
    #: Longest message.
    maxMessageBytes: int
    #: Requests under way at once.
    maxInFlight: int


class InitializeResult(TypedDict):
    """Result of ``initialize``."""

    #: Empty; an LSP client expects it.
    capabilities: dict[str, object]
    #: Who answers.
    serverInfo: ServerInfo
    #: What the connection allows.
    protocol: ProtocolInfo
    #: Names of all methods.
    methods: list[str]


class OpenRPCDocument(TypedDict):
    """Result of ``rpc.discover``."""

    #: Version of OpenRPC.
    openrpc: str
    #: Title and version.
    info: dict[str, object]
    #: The methods.
    methods: list[dict[str, object]]
