import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `search.users`: GitHub's user search, page by page.
struct SearchUsersMethod: DocumentedMethod {
    static let name = "search.users"

    private static let standard = UserSearchQuery(query: "")

    static let result = WireType<Fetched<UserSearchPage>>.fetched(
        "UserSearch",
        [
            .required("totalCount", \.totalCount, .count, "Number of users found."),
            .required(
                "incompleteResults", \.incompleteResults, .boolean,
                "Whether GitHub stopped the search early."),
            .required("users", \.users, .array(of: FoundUser.wire), "The users on this page."),
            .required("page", \.page, .integer(1...), "This page's number."),
            .required("perPage", \.perPage, .integer(1...), "Users per page."),
            .required(
                "nextPage", \.nextPage, .nullable(.integer(2...)),
                "The next page's number, or null on the last page."),
        ])

    static let documentation = MethodDocumentation(
        title: "Search for users",
        summary: "Users found by GitHub's search, with its qualifiers.",
        params: [
            .required(
                "query",
                .string(.notBlank, maxLength: Schema.longestText)
                    .called("a search text of at most \(Schema.longestText) characters"),
                "The search text, with GitHub's qualifiers: `tom followers:>1000`."),
            .optional("sort", oneOf: standard.sort, "The order of the results."),
            .optional(
                "order", oneOf: standard.order, "Direction of the order; `bestMatch` has none."),
            .optional(
                "page", standard.page, in: UserSearchQuery.pages,
                "Page, counted from 1. GitHub returns only the first 1,000 results."),
            .optional(
                "perPage", standard.perPage, in: UserSearchQuery.pageSizes, "Users per page."),
        ],
        takesCommonParams: true,
        examples: [MethodExample("By name", params: ["query": "octocat", "perPage": 1])]
    )

    static func run(
        _ query: UserSearchQuery, _ call: MethodCall
    ) async throws -> Fetched<UserSearchPage> {
        try await call.ask("Searching users") { try await call.explorer.searchUsers(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        let found = Gist.count(result["totalCount"]?.intValue ?? 0, "user")
        return "\(found) found; page \(result["page"].text): "
            + "\(Gist.list(result["users"].quoted("login")))."
    }

    static let items: ItemTable? = ItemTable("users", ["login", "type", "score"])
}
