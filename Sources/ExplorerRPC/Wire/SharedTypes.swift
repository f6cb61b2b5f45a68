import Explorer
import FoundationEssentials
import GitHubAPI
import HTTPCore
import JSONSchema

// The types that results share. They are open: a later version may add members.

extension User {
    static let wire = WireType<User>(
        named: "User", "An account: a person, an organization or a bot.", members)

    private static let members: [WireMember<User>] = [
        .required("id", \.id, .count, "GitHub's id of the account."),
        .required("login", \.login, .string, "Login name."),
        .required(
            "type", \.type, .string, "GitHub's type: User, Organization, Bot, Mannequin, ..."),
        .required("avatarUrl", \.avatarURL, .link, "Address of the avatar image."),
        .required("profileUrl", \.htmlURL, .link, "Page on GitHub."),
        .required("apiUrl", \.apiURL, .link, "Address in GitHub's REST API."),
    ]

    /// The members of a user in a type that has more of them.
    fileprivate static func members<Whole>(
        _ part: @escaping @Sendable (Whole) -> User
    ) -> [WireMember<Whole>] {
        members.map { $0.of(part) }
    }
}

extension Profile {
    static let wire = WireType<Profile>(
        named: "Profile", "An account with the facts on its page.",
        User.members(\.user) + [
            .required("name", \.name, .nullable(.string), "Display name."),
            .required("company", \.company, .nullable(.string), "Company, as the user wrote it."),
            .required(
                "location", \.location, .nullable(.string), "Location, as the user wrote it."),
            .required(
                "bio", \.bio, .nullable(.string),
                "Bio of a user, description of an organization."),
            .required("blog", \.blog, .nullable(.string), "Web site."),
            .required("followers", \.followers, .count, "Number of followers."),
            .required(
                "following", \.following, .count, "Number of accounts that this one follows."),
            .required(
                "publicRepositories", \.publicRepositories, .count,
                "Public repositories that the account owns."),
            .required("createdAt", \.createdAt, .known(.time), "When the account was created."),
        ])
}

extension Repository {
    static let wire = WireType<Repository>(named: "Repository", "A repository.", members)

    private static let members: [WireMember<Repository>] = [
        .required("id", \.id, .count, "GitHub's id of the repository."),
        .required("name", \.name, .string, "Name without the owner."),
        .required("fullName", \.fullName, .string, "OWNER/NAME."),
        .required("owner", \.owner, .string, "Login of the owner."),
        .required(
            "description", \.description, .nullable(.string),
            "The owner's description of it."),
        .required("stars", \.stars, .count, "Number of stargazers."),
        .required("forks", \.forks, .count, "Number of forks."),
        .required("language", \.language, .nullable(.string), "Main programming language."),
        .required("license", \.license, .nullable(.string), "SPDX identifier."),
        .required("fork", \.isFork, .boolean, "Whether it is a fork."),
        .required("archived", \.isArchived, .boolean, "Whether it is archived."),
        .required("topics", \.topics, .array(of: .string), "Topics."),
        .required("url", \.htmlURL, .link, "Page on GitHub."),
        .required("apiUrl", \.apiURL, .link, "Address in GitHub's REST API."),
        .required("homepage", \.homepage, .nullable(.string), "Web site of the project."),
        .required("createdAt", \.createdAt, .time, "When it was created."),
        .required("updatedAt", \.updatedAt, .time, "When its record last changed."),
        .required("pushedAt", \.pushedAt, .nullable(.time), "When commits were last pushed."),
    ]

    /// The members of a repository in a type that has more of them.
    fileprivate static func members<Whole>(
        _ part: @escaping @Sendable (Whole) -> Repository
    ) -> [WireMember<Whole>] {
        members.map { $0.of(part) }
    }
}

extension Star<Repository> {
    static let wire = WireType<StarredRepository>(
        named: "StarredRepository", "A repository that a user starred, and when.",
        Repository.members(\.subject) + [
            .required("starredAt", \.starredAt, .nullable(.time), "When the star was given.")
        ])
}

extension Star<User> {
    static let wire = WireType<Stargazer>(
        named: "Stargazer", "Who starred a repository, and when.",
        User.members(\.subject) + [
            .required("starredAt", \.starredAt, .nullable(.time), "When the star was given.")
        ])
}

extension FoundUser {
    static let wire = WireType<FoundUser>(
        named: "FoundUser", "A user that a search found.",
        User.members(\.user) + [
            .required("score", \.score, .number, "GitHub's rank in the search.")
        ])
}

extension RandomUsers.Drawn {
    static let wire = WireType<RandomUsers.Drawn>(
        named: "RandomUser", "A randomly drawn user.",
        User.members(\.user) + [
            .optional(
                "followers", \.followers, .count, "With `sort` followers: the number of followers."),
            .optional(
                "avatar", \.avatar, .nullable(AvatarImage.wire),
                "With `avatars` inline: the image, or null if it could not be fetched, or if all have over 16 MiB."
            ),
        ])
}

extension AvatarImage {
    static let wire = WireType<AvatarImage>(
        named: "InlineAvatar", "An image, inside the result.",
        [
            .required("mimeType", \.kind.mimeType, .string, "`image/png`, `image/jpeg`, ..."),
            .required("data", \.base64, .string, "The image in base64."),
        ])

    /// The image as text.
    var base64: String { Data(bytes).base64EncodedString() }

    /// Length of the longest ``base64``.
    static let longestBase64 = base64Length(of: ImageKind.maximumBytes, in: 1)

    /// Length of at most `count` texts that hold that many bytes together.
    static func base64Length(of bytes: Int, in count: Int) -> Int {
        (bytes / 3 + count) * 4
    }
}

extension Provenance {
    static let wire = WireType<Provenance>(
        named: "Freshness", "Where a result came from, and how long it is fresh.",
        [
            .required(
                "source", \.source, .enumeration,
                "If the result is made of several responses, the worst: stale, cache, revalidated, network."
            ),
            .required(
                "fetchedAt", \.fetchedAt, .time,
                "When GitHub sent or last confirmed the oldest part."),
            .required(
                "expiresAt", \.expiresAt, .nullable(.time),
                "Until when it is fresh, or null if it is not stored."),
        ])
}

extension UserSummary.LanguageShare {
    static let wire = WireType<UserSummary.LanguageShare>(
        named: "LanguageTotal", "One language of a user's repositories.",
        [
            .required("language", \.language, .string, "Programming language."),
            .required(
                "repositories", \.repositories, .count,
                "Number of repositories that are mainly in this language."),
            .required("stars", \.stars, .count, "Number of stars of those repositories."),
        ])
}

extension RateLimit {
    static let wire = WireType<RateLimit>(
        named: "RateLimit", "One of GitHub's rate limits.",
        [
            .required("limit", \.limit, .count, "Requests per window."),
            .required("remaining", \.remaining, .count, "Requests left in this window."),
            .required("used", \.used, .count, "Requests made in this window."),
            .required("resetAt", \.resetAt, .time, "When the window ends."),
        ])
}

extension SignInStatus {
    static let wire = WireType<SignInStatus>(
        named: "AuthStatus", "Whether the server is signed in, and as whom.",
        [
            .required("state", \.state, .enumeration, "Whether GitHub accepts the token."),
            .required("login", \.login, .nullable(.string), "Who is signed in."),
            .required("scopes", \.scopes, .array(of: .string), "The permissions of the token."),
            .required(
                "tokenSource", \.tokenSource, .nullable(.enumeration),
                "Where the token came from."),
        ])
}
