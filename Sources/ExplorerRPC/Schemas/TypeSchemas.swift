import JSONSchema

/// The types of contract section 5 as schemas, by the names that `$ref` uses.
///
/// Results are open: a later version may add members.
package enum TypeSchemas {
    package static let definitions: [String: Schema] = [
        "User": .object(user).described("An account: a person, an organisation or a bot."),
        "Profile": .object(user + profile).described("An account with what its page shows."),
        "Repository": .object(repository).described("A repository."),
        "Stargazer": .object(user + stargazer).described("Who starred a repository, and when."),
        "FoundUser": .object(user + foundUser).described("A user that a search found."),
        "RandomUser": .object(user + randomUser).described("A user drawn by chance."),
        "InlineAvatar": .object(avatar).described("An image, in the answer itself."),
        "Freshness": .object(freshness).described(
            "Where an answer came from, and how long it holds."),
        "LanguageTotal": .object(languageTotal).described("One language of a user's repositories."),
        "RateLimit": .object(rateLimit).described("One of GitHub's request budgets."),
        "AuthStatus": .object(authStatus).described(
            "Whether the server is signed in, and as whom."),
    ]

    static let time = Schema.string(format: "date-time")
    static let link = Schema.string(format: "uri")
    static let count = Schema.integer(0...)
    static let freshnessMember = Property.required(
        "freshness", .ref("Freshness"), "Where the answer came from, and until when it is fresh.")
    static let skippedMember = Property.optional(
        "skipped", count, "Malformed items that GitHub sent and that were left out.")

    private static let user: [Property] = [
        .required("id", .integer(0...), "GitHub's number of the account."),
        .required("login", .string(), "Login name."),
        .required("type", .string(), "GitHub's type: User, Organization, Bot, Mannequin, ..."),
        .required("avatarUrl", link, "Address of the avatar image."),
        .required("profileUrl", link, "Page on GitHub."),
        .required("apiUrl", link, "Address in GitHub's REST API."),
    ]

    private static let profile: [Property] = [
        .required("name", .nullable(.string()), "Display name."),
        .required("company", .nullable(.string()), "Company, as the user wrote it."),
        .required("location", .nullable(.string()), "Location, as the user wrote it."),
        .required("bio", .nullable(.string()), "About the user; an organisation's description."),
        .required("blog", .nullable(.string()), "Web site."),
        .required("followers", count, "How many follow this account."),
        .required("following", count, "How many this account follows."),
        .required("publicRepositories", count, "Public repositories owned."),
        .required("createdAt", time, "When the account was made."),
    ]

    private static let repository: [Property] = [
        .required("id", .integer(0...), "GitHub's number of the repository."),
        .required("name", .string(), "Name without the owner."),
        .required("fullName", .string(), "OWNER/NAME."),
        .required("owner", .string(), "Login of the owner."),
        .required("description", .nullable(.string()), "What it is, in its owner's words."),
        .required("stars", count, "Stargazers."),
        .required("forks", count, "Forks."),
        .required("language", .nullable(.string()), "Main programming language."),
        .required("license", .nullable(.string()), "SPDX identifier."),
        .required("fork", .boolean, "Whether it is a fork."),
        .required("archived", .boolean, "Whether it is archived."),
        .required("topics", .array(of: .string()), "Topics."),
        .required("url", link, "Page on GitHub."),
        .required("apiUrl", link, "Address in GitHub's REST API."),
        .required("homepage", .nullable(.string()), "Web site of the project."),
        .required("createdAt", time, "When it was made."),
        .required("updatedAt", time, "When its record last changed."),
        .required("pushedAt", .nullable(time), "When commits were last pushed."),
    ]

    private static let stargazer: [Property] = [
        .required("starredAt", .nullable(time), "When the star was given.")
    ]

    private static let foundUser: [Property] = [
        .required("score", .number(), "GitHub's rank in the search.")
    ]

    private static let randomUser: [Property] = [
        .optional("followers", count, "With `sort` followers: how many follow."),
        .optional(
            "avatar", .nullable(.ref("InlineAvatar")),
            "With `avatars` inline: the image, or null where there is none to be had."),
    ]

    private static let avatar: [Property] = [
        .required("mimeType", .string(), "`image/png`, `image/jpeg`, ..."),
        .required("data", .string(), "The image in base64."),
    ]

    private static let freshness: [Property] = [
        .required(
            "source", .enumeration(["network", "cache", "revalidated", "stale"]),
            "Of an answer made of several responses, the worst: stale, cache, revalidated, network."
        ),
        .required("fetchedAt", time, "When GitHub sent or last confirmed the oldest part."),
        .required("expiresAt", .nullable(time), "Until when it is fresh; null if not stored."),
    ]

    private static let languageTotal: [Property] = [
        .required("language", .string(), "Programming language."),
        .required("repositories", count, "Repositories that are mainly in it."),
        .required("stars", count, "Their stars."),
    ]

    private static let rateLimit: [Property] = [
        .required("limit", count, "Requests a window."),
        .required("remaining", count, "Requests left in this window."),
        .required("used", count, "Requests made in this window."),
        .required("resetAt", time, "When the window ends."),
    ]

    private static let authStatus: [Property] = [
        .required(
            "state", .enumeration(["anonymous", "pending", "authenticated", "invalid"]),
            "Whether GitHub accepts the token."),
        .required("login", .nullable(.string()), "Who is signed in."),
        .required("scopes", .array(of: .string()), "What the token may do."),
        .required(
            "tokenSource",
            .nullable(.enumeration(["flag", "environment", "stored", "session"])),
            "Where the token came from."),
    ]
}

extension Schema {
    /// A GitHub login, of a user, an organisation or a bot.
    static let login = Schema.string(pattern: #"^[A-Za-z0-9_-]{1,39}(\[bot\])?$"#)
        .called("a GitHub login of letters, digits, - and _")

    /// A repository's name: never `.` or `..`.
    static let repositoryName = Schema.string(
        pattern: #"^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$"#
    )
    .called("a repository's name of letters, digits, ., - and _, without its owner")
}
