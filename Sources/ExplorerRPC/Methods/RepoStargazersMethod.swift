import Explorer
import JSONCore
import JSONSchema

/// `repo.stargazers`: who starred a repository, and when.
struct RepoStargazersMethod: DocumentedMethod {
    static let name = "repo.stargazers"

    struct Params: Decodable, Sendable {
        let owner: String
        let name: String
        let page: Int
        let perPage: Int
    }

    static let documentation = MethodDocumentation(
        title: "Stargazers of a repository",
        summary: "The users who starred a repository, oldest star first.",
        params: [
            .required("owner", .login, "Login of the repository's owner."),
            .required("name", .repositoryName, "Repository name, without the owner."),
            .optional("page", .integer(1...1_000_000), default: 1, "Page, counted from 1."),
            .optional("perPage", .integer(1...100), default: 20, "Users a page."),
        ],
        takesCommonParams: true,
        result: .object([
            .required("repository", .string(), "Full name, OWNER/NAME."),
            .required("stargazers", .array(of: .ref("Stargazer")), "This page of them."),
            .required("page", .integer(1...), "This page's number."),
            .required("perPage", .integer(1...), "Users a page."),
            .required(
                "nextPage", .nullable(.integer(2...)), "The next page's number, null at the end."),
            .required(
                "lastPage", .nullable(.integer(1...)),
                "The last page's number, null where GitHub does not tell."),
            TypeSchemas.skippedMember, TypeSchemas.freshnessMember,
        ]).titled("StargazerPage"),
        errors: ErrorKind.ofExplorerMethods + [.notFound],
        examples: [
            MethodExample(
                "The first page",
                params: ["owner": "octocat", "name": "Hello-World", "perPage": 1],
                result: [
                    "repository": "octocat/Hello-World",
                    "stargazers": [
                        .object(Samples.user.merging(["starredAt": "2011-01-26T20:00:00Z"]))
                    ],
                    "page": 1, "perPage": 1, "nextPage": 2, "lastPage": 2700,
                    "freshness": Samples.freshness,
                ])
        ]
    )

    static func subject(_ params: Params) -> Subject? {
        .repository(owner: params.owner, name: params.name)
    }

    static func isRepeatable(_ params: Params) -> Bool { true }

    static func answer(_ params: Params, _ call: MethodCall) async throws -> StargazerPage {
        var query = StargazerQuery(owner: params.owner, name: params.name)
        query.page = params.page
        query.perPage = params.perPage
        return try await call.ask("Listing stargazers") { [query] options in
            try await call.explorer.stargazers(query, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let last = result["lastPage"]?.intValue.map { " of \($0)" } ?? ""
        return "Stargazers of \(result["repository"].text), page \(result["page"].text)\(last): "
            + "\(Gist.list(result["stargazers"].names("login")))."
    }
}
