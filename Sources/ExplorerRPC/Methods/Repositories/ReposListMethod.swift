import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `repos.list`: all repositories of a user or an organization, most stars first.
struct ReposListMethod: DocumentedMethod {
    static let name = "repos.list"

    private static let standard = RepositoryListQuery(login: "")

    typealias Result = Fetched<RepositoryList>
    static let result = WireType<Result>.fetched(
        "RepositoryList",
        [
            .required("owner", \.owner, User.wire, "The owner."),
            .required(
                "repositories", \.repositories, .array(of: Repository.wire), "The repositories."),
            .required(
                "total", \.total, .count,
                "Number of repositories that pass the filters, before `limit`."),
            .required(
                "truncated", \.truncated, .boolean,
                "Whether there are more repositories than this server requests."),
        ])

    static let documentation = MethodDocumentation(
        title: "Repositories of an account",
        summary: "The repositories of a user or an organization, most stars first.",
        advice: "For totals and languages, user_summary is shorter.",
        params: [
            .required("login", .login, "Login of the owner."),
            .optional(
                "kind", oneOf: standard.kind,
                "Whether the owner is a user or an organization. `auto` finds out."),
            .optional("sort", oneOf: standard.sort, "The order of the results."),
            .optional(
                "direction", .enumeration(Direction.self),
                "The default is `desc`, and `asc` for `name`."),
            .optional(
                "limit", standard.limit, in: RepositoryListQuery.limits,
                "Largest number of repositories to return."),
            .optional(
                "language", .text,
                "Only repositories mainly in this language. Case does not matter."),
            .optional("forks", standard.forks, "Whether forks are listed."),
            .optional("archived", standard.archived, "Whether archived ones are listed."),
        ],
        takesCommonParams: true,
        errors: [.notFound],
        examples: [MethodExample("Most starred first", params: ["login": "octocat", "limit": 1])]
    )

    static func run(_ query: RepositoryListQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.repositories(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let owner = Gist.quoted(result["owner"]?["login"])
        let shown = result["repositories"]?.arrayValue?.count ?? 0
        let total = Gist.count(result["total"]?.intValue ?? 0, "repository", "repositories")
        return "\(total) of \(owner), \(shown) of them listed."
    }

    static let items: ItemTable? = ItemTable(
        "repositories", ["name", "stars", "language", "description"])
}
