import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `user.summary`: a profile with total stars and favorite language, in one call.
struct UserSummaryMethod: DocumentedMethod {
    static let name = "user.summary"

    typealias Result = Fetched<UserSummary>
    static let result = WireType<Result>.fetched(
        "UserSummary",
        [
            .required("user", \.user, Profile.wire, "The profile."),
            .required(
                "totalStars", \.totalStars, .count, "Over all public repositories owned."),
            .required(
                "totalRepositories", \.totalRepositories, .count, "Public repositories owned."),
            .required(
                "favoriteLanguage", \.favoriteLanguage, .nullable(.string),
                "The language of most repositories. Ties are decided by stars, then by name."),
            .required(
                "languages", \.languages, .array(of: UserSummary.LanguageShare.wire),
                "All languages, favorite first."),
            .required(
                "topRepositories", \.topRepositories,
                .array(of: Repository.wire, maxItems: UserSummary.topRepositoryCount),
                "The repositories with the most stars."),
        ])

    static let documentation = MethodDocumentation(
        title: "Summary of an account",
        summary: "A user's profile with total stars, favorite language and top repositories.",
        advice: "Prefer it to repos_list for totals, languages and the best-known repositories.",
        params: [.required("login", .login, "Login of the user or organization.")],
        takesCommonParams: true,
        errors: [.notFound],
        examples: [MethodExample("The Octocat", params: ["login": "octocat"])]
    )

    static func run(_ query: UserSummaryQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.summary(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let user = result["user"]
        let name = user?["name"]?.stringValue.map { " (by name \(Gist.quoted($0)))" } ?? ""
        let stars = Gist.count(result["totalStars"]?.intValue ?? 0, "star")
        let repositories = Gist.count(
            result["totalRepositories"]?.intValue ?? 0, "public repository",
            "public repositories")
        let language =
            result["favoriteLanguage"]?.stringValue.map { ", mostly in \(Gist.quoted($0))" } ?? ""
        let top = result["topRepositories"].quoted("name")
        let type = user?["type"] == "Organization" ? "Organization" : "User"
        return "\(type) \(Gist.quoted(user?["login"]))\(name): \(stars) over "
            + "\(repositories)\(language). Most starred: \(Gist.list(top))."
    }

    static let items: ItemTable? = ItemTable(
        "topRepositories", ["name", "stars", "language"], isPart: true)
}
