import Explorer
import GitHubAPI
import JSONCore
import JSONSchema

/// `rate.status`: what is left of GitHub's rate limits.
struct RateStatusMethod: DocumentedMethod {
    static let name = "rate.status"

    typealias Result = Fetched<RateStatus>
    static let result = WireType<Result>.fetched(
        "RateStatus", countsSkipped: false,
        [
            .required(
                "resources", \.resources, .map(of: RateLimit.wire),
                "By GitHub's name for the limit: core, search, ..."),
            .required(
                "authenticated", \.authenticated, .boolean,
                "Whether the limits are those of a token."),
        ])

    static let documentation = MethodDocumentation(
        title: "GitHub's rate limits",
        summary: "What is left of GitHub's rate limits. Asking does not use them up.",
        advice: "Call it before many requests.",
        takesCommonParams: true
    )

    static func run(_ params: NoParams, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.rateStatus($0) }
    }

    static func gist(of result: JSONValue) -> String {
        // GitHub names a dozen resources. The explorer spends these.
        let budgets = ["core", "search"].compactMap { name -> String? in
            guard let budget = result["resources"]?[name] else { return nil }
            return "\(name) \(budget["remaining"].text) of \(budget["limit"].text) until "
                + budget["resetAt"].text
        }
        let identity = result["authenticated"] == true ? "signed in" : "anonymous"
        return "Requests left, \(identity): \(Gist.list(budgets))."
    }
}
