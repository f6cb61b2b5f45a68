import JSONCore
import JSONSchema

/// `cache.clear`: forgets everything, or what concerns one login.
struct CacheClearMethod: DocumentedMethod {
    static let name = "cache.clear"

    struct Params: Decodable, Sendable {
        let login: String?
    }

    struct Result: Encodable, Sendable {
        let removed: Int
    }

    static let documentation = MethodDocumentation(
        title: "Clear the cache",
        summary: "Removes everything from the cache, or what concerns one login.",
        params: [.optional("login", .login, "Only what concerns this user or organisation.")],
        effect: .removes,
        result: .object([
            .required("removed", TypeSchemas.count, "Stored responses that were removed.")
        ]).titled("CacheCleared"),
        examples: [
            MethodExample("One login", params: ["login": "octocat"], result: ["removed": 2])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> Result {
        let removed = try await call.environment.cache.clear(params.login)
        call.environment.answers.removeAll()
        return Result(removed: removed)
    }

    static func gist(of result: JSONValue) -> String {
        "\(Gist.count(result["removed"]?.intValue ?? 0, "stored response")) removed."
    }
}
