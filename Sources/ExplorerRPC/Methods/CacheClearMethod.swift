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
        summary: "Removes everything from the cache, or what concerns one login.",
        params: [.optional("login", .login, "Only what concerns this user or organisation.")],
        result: .object([
            .required("removed", TypeSchemas.count, "Stored responses that were removed.")
        ]),
        errors: [.invalidParams, .internalError],
        examples: [
            MethodExample("One login", params: ["login": "octocat"], result: ["removed": 2])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> Result {
        let removed = try await call.environment.cache.clear(params.login)
        call.environment.answers.removeAll()
        return Result(removed: removed)
    }
}
