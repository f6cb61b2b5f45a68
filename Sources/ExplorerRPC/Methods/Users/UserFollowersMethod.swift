import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `user.followers`: the accounts that follow a user or an organization.
struct UserFollowersMethod: DocumentedMethod {
    static let name = "user.followers"

    typealias Result = Fetched<ListPage<User>>
    static let result = WireType<Result>.page(
        "FollowerPage", of: ("login", "The login as it was asked for."), "users", User.wire)

    static let documentation = MethodDocumentation(
        title: "Followers of an account",
        summary: "The accounts that follow a user or an organization.",
        advice: "For their number alone call user_summary.",
        params: [.required("login", .login, "Login of the user or organization.")]
            + Property.pages(FollowQuery(login: "")),
        takesCommonParams: true,
        errors: [.notFound],
        examples: [MethodExample("The first page", params: ["login": "octocat", "perPage": 1])]
    )

    static func run(_ query: FollowQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask {
            try await call.explorer.page(of: .followers(of: query.login), query, $0)
        }
    }

    static func gist(of result: JSONValue) -> String {
        Gist.page("Followers of", of: "login", result)
    }

    static let items: ItemTable? = ItemTable("users", ["login", "type"])
}
