"""The shapes of GitXplorer's results, member for member as the server sends them.

Generated from the server's method table by ``make schemas``; do not edit. Times are RFC 3339
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
    #: The permissions of the token.
    scopes: list[str]
    #: Where the token came from.
    tokenSource: Optional[Literal["flag", "environment", "stored", "session"]]


class FoundUser(TypedDict):
    """A user that a search found."""

    #: GitHub's id of the account.
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
    """Where a result came from, and how long it is fresh."""

    #: If the result is made of several responses, the worst: stale, cache, revalidated, network.
    source: Literal["network", "cache", "revalidated", "stale"]
    #: When GitHub sent or last confirmed the oldest part.
    fetchedAt: str
    #: Until when it is fresh, or null if it is not stored.
    expiresAt: Optional[str]


class InlineAvatar(TypedDict):
    """An image, inside the result."""

    #: ``image/png``, ``image/jpeg``, ...
    mimeType: str
    #: The image in base64.
    data: str


class LanguageTotal(TypedDict):
    """One language of a user's repositories."""

    #: Programming language.
    language: str
    #: Number of repositories that are mainly in this language.
    repositories: int
    #: Number of stars of those repositories.
    stars: int


class Profile(TypedDict):
    """An account with the facts on its page."""

    #: GitHub's id of the account.
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
    #: Bio of a user, description of an organization.
    bio: Optional[str]
    #: Web site.
    blog: Optional[str]
    #: Number of followers.
    followers: int
    #: Number of accounts that this one follows.
    following: int
    #: Public repositories that the account owns.
    publicRepositories: int
    #: When the account was created.
    createdAt: str


class _RandomUserOptional(TypedDict, total=False):
    """The members of ``RandomUser`` that are not always sent."""

    #: With ``sort`` followers: the number of followers.
    followers: int
    #: With ``avatars`` inline: the image, or null if it could not be fetched, or if all have over
    #: 16 MiB.
    avatar: Optional[InlineAvatar]


class RandomUser(_RandomUserOptional):
    """A randomly drawn user."""

    #: GitHub's id of the account.
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
    """One of GitHub's rate limits."""

    #: Requests per window.
    limit: int
    #: Requests left in this window.
    remaining: int
    #: Requests made in this window.
    used: int
    #: When the window ends.
    resetAt: str


class Repository(TypedDict):
    """A repository."""

    #: GitHub's id of the repository.
    id: int
    #: Name without the owner.
    name: str
    #: OWNER/NAME.
    fullName: str
    #: Login of the owner.
    owner: str
    #: The owner's description of it.
    description: Optional[str]
    #: Number of stargazers.
    stars: int
    #: Number of forks.
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
    #: When it was created.
    createdAt: str
    #: When its record last changed.
    updatedAt: str
    #: When commits were last pushed.
    pushedAt: Optional[str]


class Stargazer(TypedDict):
    """Who starred a repository, and when."""

    #: GitHub's id of the account.
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


class StarredRepository(TypedDict):
    """A repository that a user starred, and when."""

    #: GitHub's id of the repository.
    id: int
    #: Name without the owner.
    name: str
    #: OWNER/NAME.
    fullName: str
    #: Login of the owner.
    owner: str
    #: The owner's description of it.
    description: Optional[str]
    #: Number of stargazers.
    stars: int
    #: Number of forks.
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
    #: When it was created.
    createdAt: str
    #: When its record last changed.
    updatedAt: str
    #: When commits were last pushed.
    pushedAt: Optional[str]
    #: When the star was given.
    starredAt: Optional[str]


class User(TypedDict):
    """An account: a person, an organization or a bot."""

    #: GitHub's id of the account.
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
    """The members of ``RandomUsers`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class RandomUsers(_RandomUsersOptional):
    """Result of ``users.random``."""

    #: The users.
    users: list[RandomUser]
    #: The id after which the run begins; null for ``independent``.
    since: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _RepositoryListOptional(TypedDict, total=False):
    """The members of ``RepositoryList`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class RepositoryList(_RepositoryListOptional):
    """Result of ``repos.list``."""

    #: The owner.
    owner: User
    #: The repositories.
    repositories: list[Repository]
    #: Number of repositories that pass the filters, before ``limit``.
    total: int
    #: Whether there are more repositories than this server requests.
    truncated: bool
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _UserSummaryOptional(TypedDict, total=False):
    """The members of ``UserSummary`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class UserSummary(_UserSummaryOptional):
    """Result of ``user.summary``."""

    #: The profile.
    user: Profile
    #: Over all public repositories owned.
    totalStars: int
    #: Public repositories owned.
    totalRepositories: int
    #: The language of most repositories. Ties are decided by stars, then by name.
    favoriteLanguage: Optional[str]
    #: All languages, favorite first.
    languages: list[LanguageTotal]
    #: The repositories with the most stars.
    topRepositories: list[Repository]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _UserSearchOptional(TypedDict, total=False):
    """The members of ``UserSearch`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class UserSearch(_UserSearchOptional):
    """Result of ``search.users``."""

    #: Number of users found.
    totalCount: int
    #: Whether GitHub stopped the search early.
    incompleteResults: bool
    #: The users on this page.
    users: list[FoundUser]
    #: This page's number.
    page: int
    #: Items per page.
    perPage: int
    #: The next page's number, or null on the last page.
    nextPage: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _StargazerPageOptional(TypedDict, total=False):
    """The members of ``StargazerPage`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class StargazerPage(_StargazerPageOptional):
    """Result of ``repo.stargazers``."""

    #: Full name, OWNER/NAME.
    repository: str
    #: The stargazers on this page.
    stargazers: list[Stargazer]
    #: This page's number.
    page: int
    #: Items per page.
    perPage: int
    #: The next page's number, or null on the last page.
    nextPage: Optional[int]
    #: The last page's number, or null if GitHub does not say.
    lastPage: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _FollowerPageOptional(TypedDict, total=False):
    """The members of ``FollowerPage`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class FollowerPage(_FollowerPageOptional):
    """Result of ``user.followers``."""

    #: The login as it was asked for.
    login: str
    #: The users on this page.
    users: list[User]
    #: This page's number.
    page: int
    #: Items per page.
    perPage: int
    #: The next page's number, or null on the last page.
    nextPage: Optional[int]
    #: The last page's number, or null if GitHub does not say.
    lastPage: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _FollowingPageOptional(TypedDict, total=False):
    """The members of ``FollowingPage`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class FollowingPage(_FollowingPageOptional):
    """Result of ``user.following``."""

    #: The login as it was asked for.
    login: str
    #: The users on this page.
    users: list[User]
    #: This page's number.
    page: int
    #: Items per page.
    perPage: int
    #: The next page's number, or null on the last page.
    nextPage: Optional[int]
    #: The last page's number, or null if GitHub does not say.
    lastPage: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _StarredPageOptional(TypedDict, total=False):
    """The members of ``StarredPage`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class StarredPage(_StarredPageOptional):
    """Result of ``user.starred``."""

    #: The login as it was asked for.
    login: str
    #: The repositories on this page.
    repositories: list[StarredRepository]
    #: This page's number.
    page: int
    #: Items per page.
    perPage: int
    #: The next page's number, or null on the last page.
    nextPage: Optional[int]
    #: The last page's number, or null if GitHub does not say.
    lastPage: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class LanguageBytes(TypedDict):
    """Part of the result of ``repo.summary``."""

    #: Programming language.
    language: str
    #: Bytes of code in it.
    bytes: int


class Release(TypedDict):
    """Part of the result of ``repo.summary``."""

    #: Name of its tag.
    tag: str
    #: Title.
    name: Optional[str]
    #: Page on GitHub.
    url: str
    #: When it was published.
    publishedAt: str


class _RepositorySummaryOptional(TypedDict, total=False):
    """The members of ``RepositorySummary`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class RepositorySummary(_RepositorySummaryOptional):
    """Result of ``repo.summary``."""

    #: The repository.
    repository: Repository
    #: Number of accounts that get its notifications, GitHub's subscribers.
    watchers: int
    #: Open issues and pull requests.
    openIssues: int
    #: Name of its main branch.
    defaultBranch: str
    #: Most bytes first.
    languages: list[LanguageBytes]
    #: The latest release, or null if there is none.
    latestRelease: Optional[Release]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class Readme(TypedDict):
    """Result of ``repo.readme``."""

    #: Full name, OWNER/NAME.
    repository: str
    #: Path of the file in the repository.
    path: str
    #: The text as its author wrote it, at most 256000 bytes of UTF-8. What looks like a token is
    #: replaced.
    text: str
    #: Whether the text was cut.
    truncated: bool
    #: Page on GitHub.
    url: str
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class StarPoint(TypedDict):
    """Part of the result of ``repo.starHistory``."""

    #: The time.
    at: str
    #: Number of stars at that time.
    stars: int


class _StarHistoryOptional(TypedDict, total=False):
    """The members of ``StarHistory`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class StarHistory(_StarHistoryOptional):
    """Result of ``repo.starHistory``."""

    #: Full name, OWNER/NAME.
    repository: str
    #: Number of stars now.
    stars: int
    #: Oldest first; the last is now.
    points: list[StarPoint]
    #: False if GitHub refuses to list all stargazers. It lists the first 40000; only the last
    #: point covers the others.
    complete: bool
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class _RepositorySearchOptional(TypedDict, total=False):
    """The members of ``RepositorySearch`` that are not always sent."""

    #: Number of malformed items from GitHub that were left out.
    skipped: int


class RepositorySearch(_RepositorySearchOptional):
    """Result of ``search.repositories``."""

    #: Number of repositories found.
    totalCount: int
    #: Whether GitHub stopped the search early.
    incompleteResults: bool
    #: The repositories on this page.
    repositories: list[Repository]
    #: This page's number.
    page: int
    #: Items per page.
    perPage: int
    #: The next page's number, or null on the last page.
    nextPage: Optional[int]
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class Avatar(TypedDict):
    """Result of ``user.avatar``."""

    #: Login name.
    login: str
    #: The type of the image, as its bytes show it.
    mimeType: str
    #: Length of the image.
    bytes: int
    #: The image in base64.
    data: str
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class RateStatus(TypedDict):
    """Result of ``rate.status``."""

    #: By GitHub's name for the limit: core, search, ...
    resources: dict[str, RateLimit]
    #: Whether the limits are those of a token.
    authenticated: bool
    #: Where the result came from, and until when it is fresh.
    freshness: Freshness


class CacheHost(TypedDict):
    """Part of the result of ``cache.stats``."""

    #: Host name, with the port if there is one.
    host: str
    #: Stored responses.
    entries: int
    #: Size of their bodies as stored.
    bytes: int


class CacheLifetime(TypedDict):
    """Part of the result of ``cache.stats``."""

    #: When the counts began.
    since: Optional[str]
    #: Questions that needed no request to GitHub.
    hits: int
    #: Requests for responses that were not stored.
    misses: int
    #: Stored responses that GitHub confirmed.
    revalidations: int
    #: Expired responses that were used because GitHub could not be asked.
    staleServed: int
    #: Requests that shared the response to an equal one under way.
    coalesced: int
    #: Responses removed to keep the size limit.
    evictions: int
    #: Requests to GitHub that were saved. One hit may save several.
    requestsSpared: int
    #: Requests that GitHub did not count against a limit: the saved ones, and confirmations when
    #: signed in.
    rateLimitSpared: int


class CacheShared(TypedDict):
    """Part of the result of ``cache.stats``."""

    #: The engine's address, without user and password.
    url: str
    #: ``up``, ``down`` or ``full``. If it is not ``up``, this server works alone.
    state: Literal["up", "down", "full"]
    #: Servers seen within the last 15 seconds; 0 while the engine is down.
    servers: int
    #: Responses that another server had fetched.
    hits: int
    #: Responses that this server has shared.
    fills: int
    #: Questions that waited for another server.
    waits: int
    #: Of those, the ones that this server fetched itself because the other one was gone or gave
    #: up.
    takeovers: int
    #: Questions that this server answered without the engine.
    alone: int


class CacheStats(TypedDict):
    """Result of ``cache.stats``."""

    #: The cache file, or ``:memory:``.
    path: str
    #: Stored responses.
    entries: int
    #: Size of the file.
    bytes: int
    #: Largest size of the file.
    maxBytes: int
    #: When the oldest response was confirmed.
    oldest: Optional[str]
    #: When the newest response was confirmed.
    newest: Optional[str]
    #: What the responses of each host take up, most bytes first.
    hosts: list[CacheHost]
    #: The same counts, over all servers that have used the file.
    lifetime: CacheLifetime
    #: The cache that several servers share, and what this server did with it since it started;
    #: null without ``--shared-cache``.
    shared: Optional[CacheShared]
    #: Questions that needed no request to GitHub.
    hits: int
    #: Requests for responses that were not stored.
    misses: int
    #: Stored responses that GitHub confirmed.
    revalidations: int
    #: Expired responses that were used because GitHub could not be asked.
    staleServed: int
    #: Requests that shared the response to an equal one under way.
    coalesced: int
    #: Responses removed to keep the size limit.
    evictions: int
    #: Requests to GitHub that were saved. One hit may save several.
    requestsSpared: int
    #: Requests that GitHub did not count against a limit: the saved ones, and confirmations when
    #: signed in.
    rateLimitSpared: int


class CacheCleared(TypedDict):
    """Result of ``cache.clear``."""

    #: Stored responses that were removed.
    removed: int


class DeviceLogin(TypedDict):
    """Result of ``auth.login``."""

    #: A person must decide.
    state: Literal["pending"]
    #: The code that the person enters.
    userCode: str
    #: The page to enter it on.
    verificationUri: str
    #: When the code expires.
    expiresAt: str
    #: Seconds between the server's polls.
    interval: int


class _ClientInfoOptional(TypedDict, total=False):
    """The members of ``ClientInfo`` that are not always sent."""

    #: The client's version.
    version: str


class ClientInfo(_ClientInfoOptional):
    """Part of the params of ``initialize``."""

    #: The client's name.
    name: str


class ServerInfo(TypedDict):
    """Part of the result of ``initialize``."""

    #: ``gitxplorer``.
    name: str
    #: The server's version.
    version: str


class ProtocolInfo(TypedDict):
    """Part of the result of ``initialize``."""

    #: The framings that the server accepts.
    framings: list[str]
    #: Longest message.
    maxMessageBytes: int
    #: Most concurrent requests.
    maxInFlight: int


class Upstream(TypedDict):
    """Part of the result of ``initialize``."""

    #: ``GitHub``, ``the sandbox``, or the host of another API.
    name: str
    #: Its web pages.
    url: str


class _InitializeResultOptional(TypedDict, total=False):
    """The members of ``InitializeResult`` that are not always sent."""

    #: Whom the server asks.
    upstream: Upstream


class InitializeResult(_InitializeResultOptional):
    """Result of ``initialize``."""

    #: Always empty. LSP clients expect it.
    capabilities: dict[str, object]
    #: The server.
    serverInfo: ServerInfo
    #: The limits of the connection.
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
