import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `search.repositories`: GitHub's repository search, page by page.
struct SearchRepositoriesMethod: DocumentedMethod {
    static let name = "search.repositories"

    static let result = WireType<Fetched<SearchPage<Repository>>>.found(
        "RepositorySearch", "repositories", Repository.wire)

    static let documentation = MethodDocumentation(
        title: "Search for repositories",
        summary: "Repositories found by GitHub's search, with its qualifiers.",
        params: Property.search(
            RepositorySearchQuery(query: ""), example: "language:swift stars:>1000"),
        takesCommonParams: true,
        examples: [MethodExample("By name", params: ["query": "user:octocat hello", "perPage": 1])]
    )

    static func run(
        _ query: RepositorySearchQuery, _ call: MethodCall
    ) async throws -> Fetched<SearchPage<Repository>> {
        try await call.ask("Searching repositories") { options in
            try await call.explorer.search(query, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let found = Gist.count(
            result["totalCount"]?.intValue ?? 0, "repository", "repositories")
        return "\(found) found; \(Gist.page(result)): "
            + "\(Gist.list(result["repositories"].quoted("fullName")))."
    }

    static let items: ItemTable? = ItemTable(
        "repositories", ["fullName", "stars", "language", "description"])
}
