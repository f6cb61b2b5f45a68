import Explorer
import JSONCore
import JSONSchema

/// `users.random`: users drawn from all of GitHub.
struct UsersRandomMethod: DocumentedMethod {
    static let name = "users.random"

    struct Params: Decodable, Sendable {
        let count: Int
        let seed: Int?
        let sort: RandomUsersQuery.Sort
        let sampling: RandomUsersQuery.Sampling
        let avatars: RandomUsersQuery.Avatars
    }

    static let documentation = MethodDocumentation(
        title: "Random users",
        summary: "Random GitHub users.",
        params: [
            .optional("count", .integer(1...100), default: 15, "How many users."),
            .optional(
                "seed", .integer(0...9_007_199_254_740_991),
                "The same seed draws the same ids; without it every call draws anew."),
            .optional(
                "sort", .enumeration(["id", "followers"]), default: "id",
                "By id, or by most followers first (which adds the count)."),
            .optional(
                "sampling", .enumeration(["page", "independent"]), default: "page",
                "One run of neighbours after a random id, or each drawn by itself."),
            .optional(
                "avatars", .enumeration(["url", "inline"]), default: "url",
                "Addresses only, or the images too."),
        ],
        takesCommonParams: true,
        result: .object([
            .required("users", .array(of: .ref("RandomUser")), "The users."),
            .required(
                "since", .nullable(.integer(0...)),
                "The id after which the run begins; null for `independent`."),
            TypeSchemas.skippedMember, TypeSchemas.freshnessMember,
        ]).titled("RandomUsers"),
        errors: ErrorKind.ofExplorerMethods,
        examples: [
            MethodExample(
                "Two users", params: ["count": 2, "seed": 7],
                result: [
                    "users": [
                        .object(Samples.user),
                        .object(
                            Samples.user.merging([
                                "id": 583233, "login": "fundefined",
                                "avatarUrl": "https://avatars.githubusercontent.com/u/583233?v=4",
                                "profileUrl": "https://github.com/fundefined",
                                "apiUrl": "https://api.github.com/users/fundefined",
                            ])),
                    ],
                    "since": 583230, "freshness": Samples.freshness,
                ])
        ]
    )

    static func isRepeatable(_ params: Params) -> Bool {
        params.seed != nil
    }

    static func answer(_ params: Params, _ call: MethodCall) async throws -> RandomUsers {
        var query = RandomUsersQuery()
        query.count = params.count
        query.seed = params.seed
        query.sort = params.sort
        query.sampling = params.sampling
        query.avatars = params.avatars
        return try await call.ask("Drawing users") { options in
            try await call.explorer.randomUsers(query, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let users = result["users"].names("login")
        return "\(Gist.count(users.count, "random user")): \(Gist.list(users))."
    }
}
