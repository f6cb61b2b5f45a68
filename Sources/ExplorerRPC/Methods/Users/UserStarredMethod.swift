import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `user.starred`: the repositories that a user starred, and when.
struct UserStarredMethod: DocumentedMethod {
    static let name = "user.starred"

    private static let standard = StarredQuery(login: "")

    typealias Result = Fetched<ListPage<StarredRepository>>
    static let result = WireType<Result>.page(
        "StarredPage", of: ("login", "The login as it was asked for."), "repositories",
        StarredRepository.wire)

    static let documentation = MethodDocumentation(
        title: "Repositories that a user starred",
        summary: "The repositories that a user starred, by default newest star first.",
        advice: "What an account owns is in repos_list.",
        params: [.required("login", .login, "Login of the user.")] + Property.pages(standard) + [
            .optional(
                "sort", oneOf: standard.sort,
                "By the time of the star, or by the last push to the repository."),
            .optional("direction", oneOf: standard.direction, "Direction of the order."),
        ],
        takesCommonParams: true,
        errors: [.notFound],
        examples: [MethodExample("The first page", params: ["login": "octocat", "perPage": 1])]
    )

    static func run(_ query: StarredQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.page(of: query.list, query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        Gist.page("Starred by", of: "login", result)
    }

    static let items: ItemTable? = ItemTable(
        "repositories", ["owner", "name", "stars", "language", "description", "starredAt"])
}
