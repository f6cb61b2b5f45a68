import Explorer
import JSONCore
import JSONSchema

/// `search.users`: GitHub's user search, page by page.
struct SearchUsersMethod: DocumentedMethod {
    static let name = "search.users"

    struct Params: Decodable, Sendable {
        let query: String
        let sort: UserSearchQuery.Sort
        let order: Direction
        let page: Int
        let perPage: Int
    }

    static let documentation = MethodDocumentation(
        title: "Search for users",
        summary: "Users found by GitHub's search, with its qualifiers.",
        params: [
            .required(
                "query", .string(pattern: #"\S"#).called("something to look for"),
                "What to look for, with GitHub's qualifiers: `tom followers:>1000`."),
            .optional(
                "sort", .enumeration(["bestMatch", "followers", "repositories", "joined"]),
                default: "bestMatch", "What to sort by."),
            .optional("order", .enumeration(["desc", "asc"]), default: "desc", "Direction."),
            .optional(
                "page", .integer(1...1000), default: 1,
                "Page, counted from 1; GitHub gives the first 1,000 results only."),
            .optional("perPage", .integer(1...100), default: 30, "Users a page."),
        ],
        takesCommonParams: true,
        result: .object([
            .required("totalCount", TypeSchemas.count, "How many there are."),
            .required("incompleteResults", .boolean, "Whether GitHub gave up early."),
            .required("users", .array(of: .ref("FoundUser")), "This page of them."),
            .required("page", .integer(1...), "This page's number."),
            .required("perPage", .integer(1...), "Users a page."),
            .required(
                "nextPage", .nullable(.integer(2...)), "The next page's number, null at the end."),
            TypeSchemas.skippedMember, TypeSchemas.freshnessMember,
        ]).titled("UserSearch"),
        errors: ErrorKind.ofExplorerMethods,
        examples: [
            MethodExample(
                "By name", params: ["query": "octocat", "perPage": 1],
                result: [
                    "totalCount": 1, "incompleteResults": false,
                    "users": [.object(Samples.user.merging(["score": 1]))], "page": 1,
                    "perPage": 1, "nextPage": nil, "freshness": Samples.freshness,
                ])
        ]
    )

    static func isRepeatable(_ params: Params) -> Bool { true }

    static func answer(_ params: Params, _ call: MethodCall) async throws -> UserSearchPage {
        var query = UserSearchQuery(query: params.query)
        query.sort = params.sort
        query.order = params.order
        query.page = params.page
        query.perPage = params.perPage
        return try await call.ask("Searching users") { options in
            try await call.explorer.searchUsers(query, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let found = Gist.count(result["totalCount"]?.intValue ?? 0, "user")
        return "\(found) found; page \(result["page"].text): "
            + "\(Gist.list(result["users"].names("login")))."
    }
}
