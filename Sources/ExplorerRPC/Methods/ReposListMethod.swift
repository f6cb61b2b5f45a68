import Explorer
import JSONCore
import JSONSchema

/// `repos.list`: all repositories of a user or an organisation, most stars first.
struct ReposListMethod: DocumentedMethod {
    static let name = "repos.list"

    struct Params: Decodable, Sendable {
        let login: String
        let kind: RepositoryListQuery.Kind
        let sort: RepositoryListQuery.Sort
        let direction: Direction?
        let limit: Int
        let language: String?
        let forks: Bool
        let archived: Bool
    }

    static let documentation = MethodDocumentation(
        title: "Repositories of an account",
        summary: "The repositories of a user or an organisation, most stars first.",
        params: [
            .required("login", .login, "Login of the owner."),
            .optional(
                "kind", .enumeration(["auto", "user", "organization"]), default: "auto",
                "What the owner is; `auto` finds out."),
            .optional(
                "sort", .enumeration(["stars", "name", "pushed", "updated", "created"]),
                default: "stars", "What to sort by."),
            .optional(
                "direction", .enumeration(["desc", "asc"]),
                "By default `desc`, for `name` `asc`."),
            .optional("limit", .integer(1...10_000), default: 100, "At most so many."),
            .optional("language", .string(), "Only those mainly in it; case does not count."),
            .optional("forks", .boolean, default: true, "Whether forks are listed."),
            .optional(
                "archived", .boolean, default: true, "Whether archived ones are listed."),
        ],
        takesCommonParams: true,
        result: .object([
            .required("owner", .ref("User"), "The owner."),
            .required("repositories", .array(of: .ref("Repository")), "The repositories."),
            .required(
                "total", TypeSchemas.count, "How many pass the filters, before `limit`."),
            .required(
                "truncated", .boolean, "Whether there are more than this server asks for."),
            TypeSchemas.skippedMember, TypeSchemas.freshnessMember,
        ]).titled("RepositoryList"),
        errors: ErrorKind.ofExplorerMethods + [.notFound],
        examples: [
            MethodExample(
                "Most starred first", params: ["login": "octocat", "limit": 1],
                result: [
                    "owner": .object(Samples.user),
                    "repositories": [.object(Samples.repository)], "total": 8,
                    "truncated": false, "freshness": Samples.freshness,
                ])
        ]
    )

    static func subject(_ params: Params) -> Subject? { .account(login: params.login) }

    static func isRepeatable(_ params: Params) -> Bool { true }

    static func answer(_ params: Params, _ call: MethodCall) async throws -> RepositoryList {
        var query = RepositoryListQuery(login: params.login)
        query.kind = params.kind
        query.sort = params.sort
        query.direction = params.direction
        query.limit = params.limit
        query.language = params.language
        query.forks = params.forks
        query.archived = params.archived
        return try await call.ask("Listing the repositories of \(params.login)") { options in
            try await call.explorer.repositories(query, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let owner = result["owner"]?["login"]?.stringValue ?? ""
        let shown = result["repositories"]?.arrayValue ?? []
        let total = Gist.count(result["total"]?.intValue ?? 0, "repository", "repositories")
        let names = shown.map { "\($0["name"].text) (\($0["stars"].text) stars)" }
        return "\(owner): \(total), \(shown.count) of them given: \(Gist.list(names))."
    }
}
