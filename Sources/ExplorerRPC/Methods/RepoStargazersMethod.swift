import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `repo.stargazers`: who starred a repository, and when.
struct RepoStargazersMethod: DocumentedMethod {
    static let name = "repo.stargazers"

    private static let standard = StargazerQuery(owner: "", name: "")

    static let result = WireType<Fetched<StargazerPage>>.fetched(
        "StargazerPage",
        [
            .required("repository", \.repository, .string, "Full name, OWNER/NAME."),
            .required(
                "stargazers", \.stargazers, .array(of: Stargazer.wire),
                "The stargazers on this page."),
            .required("page", \.page, .integer(1...), "This page's number."),
            .required("perPage", \.perPage, .integer(1...), "Users per page."),
            .required(
                "nextPage", \.nextPage, .nullable(.integer(2...)),
                "The next page's number, or null on the last page."),
            .required(
                "lastPage", \.lastPage, .nullable(.integer(1...)),
                "The last page's number, or null if GitHub does not say."),
        ])

    static let documentation = MethodDocumentation(
        title: "Stargazers of a repository",
        summary: "The users who starred a repository, oldest star first.",
        params: [
            .required("owner", .login, "Login of the repository's owner."),
            .required("name", .repositoryName, "Repository name, without the owner."),
            .optional(
                "page", standard.page, in: StargazerQuery.pages, "Page, counted from 1."),
            .optional(
                "perPage", standard.perPage, in: StargazerQuery.pageSizes, "Users per page."),
        ],
        takesCommonParams: true,
        errors: [.notFound],
        examples: [
            MethodExample(
                "The first page",
                params: ["owner": "octocat", "name": "Hello-World", "perPage": 1])
        ]
    )

    static func run(
        _ query: StargazerQuery, _ call: MethodCall
    ) async throws -> Fetched<StargazerPage> {
        try await call.ask("Listing stargazers") { try await call.explorer.stargazers(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let last = result["lastPage"]?.intValue.map { " of \($0)" } ?? ""
        return
            "Stargazers of \(Gist.quoted(result["repository"])), page \(result["page"].text)\(last): "
            + "\(Gist.list(result["stargazers"].quoted("login")))."
    }

    static let items: ItemTable? = ItemTable("stargazers", ["login", "type", "starredAt"])
}
