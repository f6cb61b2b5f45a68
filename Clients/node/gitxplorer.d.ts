// Types of GitXplorer's methods: params, results, errors.
//
// Generated from the server's method table by `make schemas`; do not edit. Times are RFC 3339
// in UTC. A result may have more members than are listed here.

/** Whether the server is signed in, and as whom. */
export interface AuthStatus {
  /** Whether GitHub accepts the token. */
  state: "anonymous" | "pending" | "authenticated" | "invalid";
  /** Who is signed in. */
  login: string | null;
  /** The permissions of the token. */
  scopes: string[];
  /** Where the token came from. */
  tokenSource: "flag" | "environment" | "stored" | "session" | null;
}

/** A user that a search found. */
export interface FoundUser {
  /** GitHub's id of the account. */
  id: number;
  /** Login name. */
  login: string;
  /** GitHub's type: User, Organization, Bot, Mannequin, ... */
  type: string;
  /** Address of the avatar image. */
  avatarUrl: string;
  /** Page on GitHub. */
  profileUrl: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
  /** GitHub's rank in the search. */
  score: number;
}

/** Where a result came from, and how long it is fresh. */
export interface Freshness {
  /** If the result is made of several responses, the worst: stale, cache, revalidated, network. */
  source: "network" | "cache" | "revalidated" | "stale";
  /** When GitHub sent or last confirmed the oldest part. */
  fetchedAt: string;
  /** Until when it is fresh, or null if it is not stored. */
  expiresAt: string | null;
}

/** An image, inside the result. */
export interface InlineAvatar {
  /** `image/png`, `image/jpeg`, ... */
  mimeType: string;
  /** The image in base64. */
  data: string;
}

/** One language of a user's repositories. */
export interface LanguageTotal {
  /** Programming language. */
  language: string;
  /** Number of repositories that are mainly in this language. */
  repositories: number;
  /** Number of stars of those repositories. */
  stars: number;
}

/** An account with the facts on its page. */
export interface Profile {
  /** GitHub's id of the account. */
  id: number;
  /** Login name. */
  login: string;
  /** GitHub's type: User, Organization, Bot, Mannequin, ... */
  type: string;
  /** Address of the avatar image. */
  avatarUrl: string;
  /** Page on GitHub. */
  profileUrl: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
  /** Display name. */
  name: string | null;
  /** Company, as the user wrote it. */
  company: string | null;
  /** Location, as the user wrote it. */
  location: string | null;
  /** Bio of a user, description of an organization. */
  bio: string | null;
  /** Web site. */
  blog: string | null;
  /** Number of followers. */
  followers: number;
  /** Number of accounts that this one follows. */
  following: number;
  /** Public repositories that the account owns. */
  publicRepositories: number;
  /** When the account was created. */
  createdAt: string;
}

/** A randomly drawn user. */
export interface RandomUser {
  /** GitHub's id of the account. */
  id: number;
  /** Login name. */
  login: string;
  /** GitHub's type: User, Organization, Bot, Mannequin, ... */
  type: string;
  /** Address of the avatar image. */
  avatarUrl: string;
  /** Page on GitHub. */
  profileUrl: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
  /** With `sort` followers: the number of followers. */
  followers?: number;
  /**
   * With `avatars` inline: the image, or null if it could not be fetched, or if all have over
   * 16 MiB.
   */
  avatar?: InlineAvatar | null;
}

/** One of GitHub's rate limits. */
export interface RateLimit {
  /** Requests per window. */
  limit: number;
  /** Requests left in this window. */
  remaining: number;
  /** Requests made in this window. */
  used: number;
  /** When the window ends. */
  resetAt: string;
}

/** A repository. */
export interface Repository {
  /** GitHub's id of the repository. */
  id: number;
  /** Name without the owner. */
  name: string;
  /** OWNER/NAME. */
  fullName: string;
  /** Login of the owner. */
  owner: string;
  /** The owner's description of it. */
  description: string | null;
  /** Number of stargazers. */
  stars: number;
  /** Number of forks. */
  forks: number;
  /** Main programming language. */
  language: string | null;
  /** SPDX identifier. */
  license: string | null;
  /** Whether it is a fork. */
  fork: boolean;
  /** Whether it is archived. */
  archived: boolean;
  /** Topics. */
  topics: string[];
  /** Page on GitHub. */
  url: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
  /** Web site of the project. */
  homepage: string | null;
  /** When it was created. */
  createdAt: string;
  /** When its record last changed. */
  updatedAt: string;
  /** When commits were last pushed. */
  pushedAt: string | null;
}

/** Who starred a repository, and when. */
export interface Stargazer {
  /** GitHub's id of the account. */
  id: number;
  /** Login name. */
  login: string;
  /** GitHub's type: User, Organization, Bot, Mannequin, ... */
  type: string;
  /** Address of the avatar image. */
  avatarUrl: string;
  /** Page on GitHub. */
  profileUrl: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
  /** When the star was given. */
  starredAt: string | null;
}

/** A repository that a user starred, and when. */
export interface StarredRepository {
  /** GitHub's id of the repository. */
  id: number;
  /** Name without the owner. */
  name: string;
  /** OWNER/NAME. */
  fullName: string;
  /** Login of the owner. */
  owner: string;
  /** The owner's description of it. */
  description: string | null;
  /** Number of stargazers. */
  stars: number;
  /** Number of forks. */
  forks: number;
  /** Main programming language. */
  language: string | null;
  /** SPDX identifier. */
  license: string | null;
  /** Whether it is a fork. */
  fork: boolean;
  /** Whether it is archived. */
  archived: boolean;
  /** Topics. */
  topics: string[];
  /** Page on GitHub. */
  url: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
  /** Web site of the project. */
  homepage: string | null;
  /** When it was created. */
  createdAt: string;
  /** When its record last changed. */
  updatedAt: string;
  /** When commits were last pushed. */
  pushedAt: string | null;
  /** When the star was given. */
  starredAt: string | null;
}

/** An account: a person, an organization or a bot. */
export interface User {
  /** GitHub's id of the account. */
  id: number;
  /** Login name. */
  login: string;
  /** GitHub's type: User, Organization, Bot, Mannequin, ... */
  type: string;
  /** Address of the avatar image. */
  avatarUrl: string;
  /** Page on GitHub. */
  profileUrl: string;
  /** Address in GitHub's REST API. */
  apiUrl: string;
}

/** Params of `users.random`. */
export interface UsersRandomParams {
  /** Number of users. */
  count?: number;
  /** The same seed draws the same ids. Without a seed every call draws new ones. */
  seed?: number;
  /** By id, or by most followers first, which adds the number of followers. */
  sort?: "id" | "followers";
  /** One run of neighbors after a random id, or each user drawn independently. */
  sampling?: "page" | "independent";
  /** Whether only addresses are returned, or the images too. */
  avatars?: "url" | "inline";
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `users.random`. */
export interface RandomUsers {
  /** The users. */
  users: RandomUser[];
  /** The id after which the run begins; null for `independent`. */
  since: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `repos.list`. */
export interface ReposListParams {
  /** Login of the owner. */
  login: string;
  /** Whether the owner is a user or an organization. `auto` finds out. */
  kind?: "auto" | "user" | "organization";
  /** The order of the results. */
  sort?: "stars" | "name" | "pushed" | "updated" | "created";
  /** The default is `desc`, and `asc` for `name`. */
  direction?: "desc" | "asc";
  /** Largest number of repositories to return. */
  limit?: number;
  /** Only repositories mainly in this language. Case does not matter. */
  language?: string;
  /** Whether forks are listed. */
  forks?: boolean;
  /** Whether archived ones are listed. */
  archived?: boolean;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `repos.list`. */
export interface RepositoryList {
  /** The owner. */
  owner: User;
  /** The repositories. */
  repositories: Repository[];
  /** Number of repositories that pass the filters, before `limit`. */
  total: number;
  /** Whether there are more repositories than this server requests. */
  truncated: boolean;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `user.summary`. */
export interface UserSummaryParams {
  /** Login of the user or organization. */
  login: string;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `user.summary`. */
export interface UserSummary {
  /** The profile. */
  user: Profile;
  /** Over all public repositories owned. */
  totalStars: number;
  /** Public repositories owned. */
  totalRepositories: number;
  /** The language of most repositories. Ties are decided by stars, then by name. */
  favoriteLanguage: string | null;
  /** All languages, favorite first. */
  languages: LanguageTotal[];
  /** The repositories with the most stars. */
  topRepositories: Repository[];
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `search.users`. */
export interface SearchUsersParams {
  /** The search text, with GitHub's qualifiers: `tom followers:>1000`. */
  query: string;
  /** The order of the results. */
  sort?: "bestMatch" | "followers" | "repositories" | "joined";
  /** Direction of the order; `bestMatch` has none. */
  order?: "desc" | "asc";
  /** Page, counted from 1. GitHub returns only the first 1,000 results. */
  page?: number;
  /** Items per page. */
  perPage?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `search.users`. */
export interface UserSearch {
  /** Number of users found. */
  totalCount: number;
  /** Whether GitHub stopped the search early. */
  incompleteResults: boolean;
  /** The users on this page. */
  users: FoundUser[];
  /** This page's number. */
  page: number;
  /** Items per page. */
  perPage: number;
  /** The next page's number, or null on the last page. */
  nextPage: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `repo.stargazers`. */
export interface RepoStargazersParams {
  /** Login of the repository's owner. */
  owner: string;
  /** Repository name, without the owner. */
  name: string;
  /** Page, counted from 1. */
  page?: number;
  /** Items per page. */
  perPage?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `repo.stargazers`. */
export interface StargazerPage {
  /** Full name, OWNER/NAME. */
  repository: string;
  /** The stargazers on this page. */
  stargazers: Stargazer[];
  /** This page's number. */
  page: number;
  /** Items per page. */
  perPage: number;
  /** The next page's number, or null on the last page. */
  nextPage: number | null;
  /** The last page's number, or null if GitHub does not say. */
  lastPage: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `user.followers`. */
export interface UserFollowersParams {
  /** Login of the user or organization. */
  login: string;
  /** Page, counted from 1. */
  page?: number;
  /** Items per page. */
  perPage?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `user.followers`. */
export interface FollowerPage {
  /** The login as it was asked for. */
  login: string;
  /** The users on this page. */
  users: User[];
  /** This page's number. */
  page: number;
  /** Items per page. */
  perPage: number;
  /** The next page's number, or null on the last page. */
  nextPage: number | null;
  /** The last page's number, or null if GitHub does not say. */
  lastPage: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `user.following`. */
export interface UserFollowingParams {
  /** Login of the user. */
  login: string;
  /** Page, counted from 1. */
  page?: number;
  /** Items per page. */
  perPage?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `user.following`. */
export interface FollowingPage {
  /** The login as it was asked for. */
  login: string;
  /** The users on this page. */
  users: User[];
  /** This page's number. */
  page: number;
  /** Items per page. */
  perPage: number;
  /** The next page's number, or null on the last page. */
  nextPage: number | null;
  /** The last page's number, or null if GitHub does not say. */
  lastPage: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `user.starred`. */
export interface UserStarredParams {
  /** Login of the user. */
  login: string;
  /** Page, counted from 1. */
  page?: number;
  /** Items per page. */
  perPage?: number;
  /** By the time of the star, or by the last push to the repository. */
  sort?: "created" | "updated";
  /** Direction of the order. */
  direction?: "desc" | "asc";
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `user.starred`. */
export interface StarredPage {
  /** The login as it was asked for. */
  login: string;
  /** The repositories on this page. */
  repositories: StarredRepository[];
  /** This page's number. */
  page: number;
  /** Items per page. */
  perPage: number;
  /** The next page's number, or null on the last page. */
  nextPage: number | null;
  /** The last page's number, or null if GitHub does not say. */
  lastPage: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `repo.summary`. */
export interface RepoSummaryParams {
  /** Login of the repository's owner. */
  owner: string;
  /** Repository name, without the owner. */
  name: string;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Part of the result of `repo.summary`. */
export interface LanguageBytes {
  /** Programming language. */
  language: string;
  /** Bytes of code in it. */
  bytes: number;
}

/** Part of the result of `repo.summary`. */
export interface Release {
  /** Name of its tag. */
  tag: string;
  /** Title. */
  name: string | null;
  /** Page on GitHub. */
  url: string;
  /** When it was published. */
  publishedAt: string;
}

/** Result of `repo.summary`. */
export interface RepositorySummary {
  /** The repository. */
  repository: Repository;
  /** Number of accounts that get its notifications, GitHub's subscribers. */
  watchers: number;
  /** Open issues and pull requests. */
  openIssues: number;
  /** Name of its main branch. */
  defaultBranch: string;
  /** Most bytes first. */
  languages: LanguageBytes[];
  /** The latest release, or null if there is none. */
  latestRelease: Release | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `repo.readme`. */
export interface RepoReadmeParams {
  /** Login of the repository's owner. */
  owner: string;
  /** Repository name, without the owner. */
  name: string;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `repo.readme`. */
export interface Readme {
  /** Full name, OWNER/NAME. */
  repository: string;
  /** Path of the file in the repository. */
  path: string;
  /**
   * The text as its author wrote it, at most 256000 bytes of UTF-8. What looks like a token is
   * replaced.
   */
  text: string;
  /** Whether the text was cut. */
  truncated: boolean;
  /** Page on GitHub. */
  url: string;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `repo.starHistory`. */
export interface RepoStarHistoryParams {
  /** Login of the repository's owner. */
  owner: string;
  /** Repository name, without the owner. */
  name: string;
  /** Greatest number of points. Each but the last may take a request. */
  points?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Part of the result of `repo.starHistory`. */
export interface StarPoint {
  /** The time. */
  at: string;
  /** Number of stars at that time. */
  stars: number;
}

/** Result of `repo.starHistory`. */
export interface StarHistory {
  /** Full name, OWNER/NAME. */
  repository: string;
  /** Number of stars now. */
  stars: number;
  /** Oldest first; the last is now. */
  points: StarPoint[];
  /**
   * False if GitHub refuses to list all stargazers. It lists the first 40000; only the last
   * point covers the others.
   */
  complete: boolean;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `search.repositories`. */
export interface SearchRepositoriesParams {
  /** The search text, with GitHub's qualifiers: `language:swift stars:>1000`. */
  query: string;
  /** The order of the results. */
  sort?: "bestMatch" | "stars" | "forks" | "updated";
  /** Direction of the order; `bestMatch` has none. */
  order?: "desc" | "asc";
  /** Page, counted from 1. GitHub returns only the first 1,000 results. */
  page?: number;
  /** Items per page. */
  perPage?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `search.repositories`. */
export interface RepositorySearch {
  /** Number of repositories found. */
  totalCount: number;
  /** Whether GitHub stopped the search early. */
  incompleteResults: boolean;
  /** The repositories on this page. */
  repositories: Repository[];
  /** This page's number. */
  page: number;
  /** Items per page. */
  perPage: number;
  /** The next page's number, or null on the last page. */
  nextPage: number | null;
  /** Number of malformed items from GitHub that were left out. */
  skipped?: number;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `user.avatar`. */
export interface UserAvatarParams {
  /** Login of the user or organization. */
  login: string;
  /** Width and height in pixels. */
  size?: number;
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `user.avatar`. */
export interface Avatar {
  /** Login name. */
  login: string;
  /** The type of the image, as its bytes show it. */
  mimeType: string;
  /** Length of the image. */
  bytes: number;
  /** The image in base64. */
  data: string;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Params of `rate.status`. */
export interface RateStatusParams {
  /**
   * Ask GitHub even if the stored response is fresh. An unchanged response costs nothing when
   * signed in.
   */
  refresh?: boolean;
  /** Greatest age of a stored response, in seconds. The default is what GitHub allows. */
  maxAge?: number;
  /** Token of the `$/progress` notifications, which are sent while GitHub is asked. */
  workDoneToken?: string | number;
}

/** Result of `rate.status`. */
export interface RateStatus {
  /** By GitHub's name for the limit: core, search, ... */
  resources: { [name: string]: RateLimit };
  /** Whether the limits are those of a token. */
  authenticated: boolean;
  /** Where the result came from, and until when it is fresh. */
  freshness: Freshness;
}

/** Part of the result of `cache.stats`. */
export interface CacheHost {
  /** Host name, with the port if there is one. */
  host: string;
  /** Stored responses. */
  entries: number;
  /** Size of their bodies as stored. */
  bytes: number;
}

/** Part of the result of `cache.stats`. */
export interface CacheLifetime {
  /** When the counts began. */
  since: string | null;
  /** Questions that needed no request to GitHub. */
  hits: number;
  /** Requests for responses that were not stored. */
  misses: number;
  /** Stored responses that GitHub confirmed. */
  revalidations: number;
  /** Expired responses that were used because GitHub could not be asked. */
  staleServed: number;
  /** Requests that shared the response to an equal one under way. */
  coalesced: number;
  /** Responses removed to keep the size limit. */
  evictions: number;
  /** Requests to GitHub that were saved. One hit may save several. */
  requestsSpared: number;
  /**
   * Requests that GitHub did not count against a limit: the saved ones, and confirmations when
   * signed in.
   */
  rateLimitSpared: number;
}

/** Part of the result of `cache.stats`. */
export interface CacheShared {
  /** The engine's address, without user and password. */
  url: string;
  /** `up`, `down` or `full`. If it is not `up`, this server works alone. */
  state: "up" | "down" | "full";
  /** Servers seen within the last 15 seconds; 0 while the engine is down. */
  servers: number;
  /** Responses that another server had fetched. */
  hits: number;
  /** Responses that this server has shared. */
  fills: number;
  /** Questions that waited for another server. */
  waits: number;
  /**
   * Of those, the ones that this server fetched itself because the other one was gone or gave
   * up.
   */
  takeovers: number;
  /** Questions that this server answered without the engine. */
  alone: number;
}

/** Result of `cache.stats`. */
export interface CacheStats {
  /** The cache file, or `:memory:`. */
  path: string;
  /** Stored responses. */
  entries: number;
  /** Size of the file. */
  bytes: number;
  /** Largest size of the file. */
  maxBytes: number;
  /** When the oldest response was confirmed. */
  oldest: string | null;
  /** When the newest response was confirmed. */
  newest: string | null;
  /** What the responses of each host take up, most bytes first. */
  hosts: CacheHost[];
  /** The same counts, over all servers that have used the file. */
  lifetime: CacheLifetime;
  /**
   * The cache that several servers share, and what this server did with it since it started;
   * null without `--shared-cache`.
   */
  shared: CacheShared | null;
  /** Questions that needed no request to GitHub. */
  hits: number;
  /** Requests for responses that were not stored. */
  misses: number;
  /** Stored responses that GitHub confirmed. */
  revalidations: number;
  /** Expired responses that were used because GitHub could not be asked. */
  staleServed: number;
  /** Requests that shared the response to an equal one under way. */
  coalesced: number;
  /** Responses removed to keep the size limit. */
  evictions: number;
  /** Requests to GitHub that were saved. One hit may save several. */
  requestsSpared: number;
  /**
   * Requests that GitHub did not count against a limit: the saved ones, and confirmations when
   * signed in.
   */
  rateLimitSpared: number;
}

/** Params of `cache.clear`. */
export interface CacheClearParams {
  /** Only responses about this user or organization. */
  login?: string;
}

/** Result of `cache.clear`. */
export interface CacheCleared {
  /** Stored responses that were removed. */
  removed: number;
}

/** Params of `auth.login`. */
export interface AuthLoginParams {
  /** A GitHub token. It is checked before it is used. */
  token?: string;
  /**
   * Sign in by device code: a person enters `userCode` at `verificationUri`. `auth.changed`
   * reports the outcome.
   */
  device?: boolean;
  /** With `device`: the permissions to ask for. */
  scopes?: string[];
  /** Store the token for later servers, in a file that only you can read. */
  store?: boolean;
}

/** Result of `auth.login`. */
export interface DeviceLogin {
  /** A person must decide. */
  state: "pending";
  /** The code that the person enters. */
  userCode: string;
  /** The page to enter it on. */
  verificationUri: string;
  /** When the code expires. */
  expiresAt: string;
  /** Seconds between the server's polls. */
  interval: number;
}

/** Part of the params of `initialize`. */
export interface ClientInfo {
  /** The client's name. */
  name: string;
  /** The client's version. */
  version?: string;
}

/** Params of `initialize`. */
export interface InitializeParams {
  /** The client. */
  clientInfo?: ClientInfo;
  /** On stdio, the server ends when this process has ended. */
  processId?: number | null;
}

/** Part of the result of `initialize`. */
export interface ServerInfo {
  /** `gitxplorer`. */
  name: string;
  /** The server's version. */
  version: string;
}

/** Part of the result of `initialize`. */
export interface ProtocolInfo {
  /** The framings that the server accepts. */
  framings: string[];
  /** Longest message. */
  maxMessageBytes: number;
  /** Most concurrent requests. */
  maxInFlight: number;
}

/** Part of the result of `initialize`. */
export interface Upstream {
  /** `GitHub`, `the sandbox`, or the host of another API. */
  name: string;
  /** Its web pages. */
  url: string;
}

/** Result of `initialize`. */
export interface InitializeResult {
  /** Always empty. LSP clients expect it. */
  capabilities: { [name: string]: unknown };
  /** The server. */
  serverInfo: ServerInfo;
  /** The limits of the connection. */
  protocol: ProtocolInfo;
  /** Whom the server asks. */
  upstream?: Upstream;
  /** Names of all methods. */
  methods: string[];
}

/** Params of `session.authenticate`. */
export interface SessionAuthenticateParams {
  /** The contents of the server's client secret file. */
  secret: string;
}

/** Result of `rpc.discover`. */
export interface OpenRPCDocument {
  /** Version of OpenRPC. */
  openrpc: string;
  /** Title and version. */
  info: { [name: string]: unknown };
  /** The methods. */
  methods: { [name: string]: unknown }[];
}

/** The params of a method that has none: `{}`, or none at all. */
export type NoParams = Record<string, never>;

/** Every method, with its params by name and its result. */
export interface Methods {
  "users.random": { params: UsersRandomParams; result: RandomUsers };
  "repos.list": { params: ReposListParams; result: RepositoryList };
  "user.summary": { params: UserSummaryParams; result: UserSummary };
  "search.users": { params: SearchUsersParams; result: UserSearch };
  "repo.stargazers": { params: RepoStargazersParams; result: StargazerPage };
  "user.followers": { params: UserFollowersParams; result: FollowerPage };
  "user.following": { params: UserFollowingParams; result: FollowingPage };
  "user.starred": { params: UserStarredParams; result: StarredPage };
  "repo.summary": { params: RepoSummaryParams; result: RepositorySummary };
  "repo.readme": { params: RepoReadmeParams; result: Readme };
  "repo.starHistory": { params: RepoStarHistoryParams; result: StarHistory };
  "search.repositories": { params: SearchRepositoriesParams; result: RepositorySearch };
  "user.avatar": { params: UserAvatarParams; result: Avatar };
  "rate.status": { params: RateStatusParams; result: RateStatus };
  "cache.stats": { params: NoParams; result: CacheStats };
  "cache.clear": { params: CacheClearParams; result: CacheCleared };
  "auth.status": { params: NoParams; result: AuthStatus };
  "auth.login": { params: AuthLoginParams; result: AuthStatus | DeviceLogin };
  "auth.logout": { params: NoParams; result: AuthStatus };
  "initialize": { params: InitializeParams; result: InitializeResult };
  "shutdown": { params: NoParams; result: null };
  "session.authenticate": { params: SessionAuthenticateParams; result: { [name: string]: unknown } };
  "rpc.discover": { params: NoParams; result: OpenRPCDocument };
}

export type MethodName = keyof Methods;
export type Params<M extends MethodName> = Methods[M]["params"];
export type Result<M extends MethodName> = Methods[M]["result"];

/** The message is not JSON, or its frame is broken. */
export interface ParseErrorData {
  /** The kind of error. */
  kind: "parseError";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Bytes into the message. */
  offset?: number;
}

/** The JSON is not a JSON-RPC 2.0 request. */
export interface InvalidRequestData {
  /** The kind of error. */
  kind: "invalidRequest";
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

/** There is no such method. */
export interface MethodNotFoundData {
  /** The kind of error. */
  kind: "methodNotFound";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** The requested name. */
  method: string;
  /** The most similar name. */
  suggestion?: string;
}

/** Part of `InvalidParamsData`. */
export interface ParamError {
  /** JSON Pointer to the param, by name: `/count`. */
  path: string;
  /** What was expected, and what was found. */
  message: string;
}

/** A param is missing, unknown or does not match its schema. */
export interface InvalidParamsData {
  /** The kind of error. */
  kind: "invalidParams";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** One for each invalid param. */
  errors: ParamError[];
}

/** A defect of this server. The log has the details under `incident`. */
export interface InternalErrorData {
  /** The kind of error. */
  kind: "internalError";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** The id that is in the log. */
  incident: string;
}

/** Credentials are missing or not accepted, GitHub's or this server's. */
export interface UnauthorizedData {
  /** The kind of error. */
  kind: "unauthorized";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** GitHub's HTTP status. */
  status?: number;
  /** Page on which to make a token, if the server cannot sign in by code. */
  tokenUrl?: string;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** GitHub does not let this identity see it. */
export interface ForbiddenData {
  /** The kind of error. */
  kind: "forbidden";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** GitHub's HTTP status: 403 or 451. */
  status: number;
  /** GitHub's message. */
  message: string;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** GitHub has no such user or repository. */
export interface NotFoundData {
  /** The kind of error. */
  kind: "notFound";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** GitHub's HTTP status. */
  status: number;
  /** What was requested. */
  resource: string;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** GitHub's rate limit is used up. */
export interface RateLimitedData {
  /** The kind of error. */
  kind: "rateLimited";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** GitHub's name of the budget: core, search. */
  resource: string;
  /** Requests per window. */
  limit?: number;
  /** Requests left in this window. */
  remaining?: number;
  /** When the window ends. */
  resetAt?: string;
  /** Wait at least this long. */
  retryAfterSeconds: number;
  /** Whether this is GitHub's secondary limit, not the hourly one. */
  secondary: boolean;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** GitHub answered with something other than the expected JSON. */
export interface UpstreamInvalidData {
  /** The kind of error. */
  kind: "upstreamInvalid";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** GitHub's HTTP status. */
  status: number;
  /** The problem with the body. */
  reason: string;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** GitHub could not be reached. */
export interface UpstreamUnavailableData {
  /** The kind of error. */
  kind: "upstreamUnavailable";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** How it failed. */
  cause: "dns" | "connect" | "tls" | "timeout" | "reset" | "http";
  /** The HTTP status, if the cause is http. */
  status?: number;
  /** Requests that failed. */
  attempts: number;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** The request took longer than the server allows. */
export interface DeadlineExceededData {
  /** The kind of error. */
  kind: "deadlineExceeded";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** The limit that was exceeded. */
  seconds: number;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** It is not in the cache, and the server is offline. */
export interface OfflineData {
  /** The kind of error. */
  kind: "offline";
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Page on GitHub of the user or repository in question, to open instead. */
  profileUrl?: string;
}

/** The client cancelled the request. */
export interface CancelledData {
  /** The kind of error. */
  kind: "cancelled";
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

/** The `error` of a JSON-RPC response; its `code` and its `data.kind` identify it. */
export type RPCError =
  | { code: -32700; message: string; data: ParseErrorData }
  | { code: -32600; message: string; data: InvalidRequestData }
  | { code: -32601; message: string; data: MethodNotFoundData }
  | { code: -32602; message: string; data: InvalidParamsData }
  | { code: -32603; message: string; data: InternalErrorData }
  | { code: 1401; message: string; data: UnauthorizedData }
  | { code: 1403; message: string; data: ForbiddenData }
  | { code: 1404; message: string; data: NotFoundData }
  | { code: 1429; message: string; data: RateLimitedData }
  | { code: 1502; message: string; data: UpstreamInvalidData }
  | { code: 1503; message: string; data: UpstreamUnavailableData }
  | { code: 1504; message: string; data: DeadlineExceededData }
  | { code: 1510; message: string; data: OfflineData }
  | { code: -32800; message: string; data: CancelledData };

export type ErrorData = RPCError["data"];
export type ErrorKind = ErrorData["kind"];
