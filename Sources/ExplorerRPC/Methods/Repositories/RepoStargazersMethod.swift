import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `repo.stargazers`: who starred a repository, and when.
struct RepoStargazersMethod: DocumentedMethod {
    static let name = "repo.stargazers"

    typealias Result = Fetched<ListPage<Stargazer>>
    static let result = WireType<Result>.page(
        "StargazerPage", of: ("repository", "Full name, OWNER/NAME."), "stargazers",
        Stargazer.wire)

    static let documentation = MethodDocumentation(
        title: "Stargazers of a repository",
        summary: "The users who starred a repository, oldest star first.",
        advice: "For their number call repo_summary, for growth repo_starHistory.",
        params: Property.repository + Property.pages(StargazerQuery(owner: "", name: "")),
        takesCommonParams: true,
        errors: [.notFound],
        examples: [
            MethodExample(
                "The first page",
                params: ["owner": "octocat", "name": "Hello-World", "perPage": 1])
        ]
    )

    static func run(_ query: StargazerQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.stargazers(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        Gist.page("Stargazers of", of: "repository", result)
    }

    static let items: ItemTable? = ItemTable("stargazers", ["login", "type", "starredAt"])
}
