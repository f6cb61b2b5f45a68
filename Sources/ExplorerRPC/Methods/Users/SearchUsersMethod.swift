import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `search.users`: GitHub's user search, page by page.
struct SearchUsersMethod: DocumentedMethod {
    static let name = "search.users"

    typealias Result = Fetched<SearchPage<FoundUser>>
    static let result = WireType<Result>.found(
        "UserSearch", "users", FoundUser.wire)

    static let documentation = MethodDocumentation(
        title: "Search for users",
        summary: "Users found by GitHub's search, with its qualifiers.",
        advice: "With a known login, call user_summary instead.",
        params: Property.search(UserSearchQuery(query: ""), example: "tom followers:>1000"),
        takesCommonParams: true,
        examples: [MethodExample("By name", params: ["query": "octocat", "perPage": 1])]
    )

    static func run(_ query: UserSearchQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.search(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        Gist.found("user", "users", result)
    }

    static let items: ItemTable? = ItemTable("users", ["login", "type"])
}
