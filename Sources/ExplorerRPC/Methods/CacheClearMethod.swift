import JSONCore
import JSONSchema

/// `cache.clear`: removes all stored responses, or those about one login.
struct CacheClearMethod: DocumentedMethod {
    static let name = "cache.clear"

    struct Params: Decodable, Sendable {
        let login: String?
    }

    /// The value is the number of removed responses.
    static let result = WireType<Int>.object(
        "CacheCleared",
        [.required("removed", \.self, .count, "Stored responses that were removed.")])

    static let documentation = MethodDocumentation(
        title: "Clear the cache",
        summary: "Removes everything from the cache, or the responses about one login.",
        params: [.optional("login", .login, "Only responses about this user or organization.")],
        effect: .removes,
        examples: [MethodExample("One login", params: ["login": "octocat"])]
    )

    static func run(_ params: Params, _ call: MethodCall) async throws -> Int {
        let removed = try await call.environment.clearCache(params.login)
        call.environment.results.removeAll()
        return removed
    }

    static func gist(of result: JSONValue) -> String {
        "\(Gist.count(result["removed"]?.intValue ?? 0, "stored response")) removed."
    }
}
