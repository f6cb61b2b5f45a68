import Explorer
import JSONCore
import JSONSchema

/// `rate.status`: what is left of GitHub's rate limits.
struct RateStatusMethod: DocumentedMethod {
    static let name = "rate.status"

    typealias Params = NoParams

    static let documentation = MethodDocumentation(
        title: "GitHub's rate limits",
        summary: "What is left of GitHub's rate limits; asking costs nothing of them.",
        takesCommonParams: true,
        result: .object([
            .required(
                "resources", .map(of: .ref("RateLimit")),
                "By GitHub's name of the budget: core, search, ..."),
            .required("authenticated", .boolean, "Whether the limits are those of a token."),
            TypeSchemas.freshnessMember,
        ]).titled("RateStatus"),
        errors: ErrorKind.ofExplorerMethods,
        examples: [
            MethodExample(
                "Anonymous",
                result: [
                    "resources": [
                        "core": [
                            "limit": 60, "remaining": 58, "used": 2,
                            "resetAt": "2026-11-21T11:00:00Z",
                        ]
                    ],
                    "authenticated": false,
                    "freshness": [
                        "source": "network", "fetchedAt": "2026-11-21T10:00:00Z",
                        "expiresAt": nil,
                    ],
                ])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> RateStatus {
        try await call.ask("Asking for the rate limits") { options in
            try await call.explorer.rateStatus(options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        let budgets = (result["resources"]?.objectValue ?? [:]).map { name, budget in
            "\(name) \(budget["remaining"].text) of \(budget["limit"].text) until "
                + budget["resetAt"].text
        }
        let identity = result["authenticated"] == true ? "signed in" : "anonymous"
        return "Requests left, \(identity): \(Gist.list(budgets))."
    }
}
