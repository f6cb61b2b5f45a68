import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `user.following`: the accounts that a user follows.
struct UserFollowingMethod: DocumentedMethod {
    static let name = "user.following"

    typealias Result = Fetched<ListPage<User>>
    static let result = WireType<Result>.page(
        "FollowingPage", of: ("login", "The login as it was asked for."), "users", User.wire)

    static let documentation = MethodDocumentation(
        title: "Followed accounts",
        summary: "The accounts that a user follows.",
        advice: "For their number alone call user_summary.",
        params: [.required("login", .login, "Login of the user.")]
            + Property.pages(FollowQuery(login: "")),
        takesCommonParams: true,
        errors: [.notFound],
        examples: [MethodExample("The first page", params: ["login": "octocat", "perPage": 1])]
    )

    static func run(_ query: FollowQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask {
            try await call.explorer.page(of: .following(of: query.login), query, $0)
        }
    }

    static func gist(of result: JSONValue) -> String {
        Gist.page("Followed by", of: "login", result)
    }

    static let items: ItemTable? = ItemTable("users", ["login", "type"])
}
