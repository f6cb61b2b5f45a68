import Explorer
import JSONCore
import JSONSchema

/// `users.random`: users drawn from all of GitHub.
struct UsersRandomMethod: DocumentedMethod {
    static let name = "users.random"

    private static let standard = RandomUsersQuery()

    typealias Result = Fetched<RandomUsers>
    static let result = WireType<Result>.fetched(
        "RandomUsers",
        [
            .required("users", \.users, .array(of: RandomUsers.Drawn.wire), "The users."),
            .required(
                "since", \.since, .nullable(.count),
                "The id after which the run begins; null for `independent`."),
        ])

    static let documentation = MethodDocumentation(
        title: "Random users",
        summary: "Random GitHub users.",
        advice: "A sample; search_users finds certain accounts.",
        params: [
            .optional("count", standard.count, in: RandomUsersQuery.counts, "Number of users."),
            .optional(
                "seed", .integer(RandomUsersQuery.seeds),
                "The same seed draws the same ids. Without a seed every call draws new ones."),
            .optional(
                "sort", oneOf: standard.sort,
                "By id, or by most followers first, which adds the number of followers."),
            .optional(
                "sampling", oneOf: standard.sampling,
                "One run of neighbors after a random id, or each user drawn independently."),
            .optional(
                "avatars", oneOf: standard.avatars,
                "Whether only addresses are returned, or the images too."),
        ],
        takesCommonParams: true,
        examples: [MethodExample("Two users", params: ["count": 2, "seed": 7])]
    )

    static let imageCount: (@Sendable (RandomUsersQuery) -> Int)? = {
        $0.avatars == .inline ? $0.count : 0
    }

    static func run(_ query: RandomUsersQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.randomUsers(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        "\(Gist.count(result["users"]?.arrayValue?.count ?? 0, "random user"))."
    }

    static let items: ItemTable? = ItemTable("users", ["login", "type", "followers"])
}
