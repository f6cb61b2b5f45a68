import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `search.repositories`: GitHub's repository search, page by page.
struct SearchRepositoriesMethod: DocumentedMethod {
    static let name = "search.repositories"

    typealias Result = Fetched<SearchPage<Repository>>
    static let result = WireType<Result>.found(
        "RepositorySearch", "repositories", Repository.wire)

    static let documentation = MethodDocumentation(
        title: "Search for repositories",
        summary: "Repositories found by GitHub's search, with its qualifiers.",
        advice: "Finds topics too: `topic:cli`. For those of one account call repos_list.",
        params: Property.search(
            RepositorySearchQuery(query: ""), example: "language:swift stars:>1000"),
        takesCommonParams: true,
        examples: [MethodExample("By name", params: ["query": "user:octocat hello", "perPage": 1])]
    )

    static func run(_ query: RepositorySearchQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.search(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        Gist.found("repository", "repositories", result)
    }

    static let items: ItemTable? = ItemTable(
        "repositories", ["owner", "name", "stars", "language", "description"])
}
