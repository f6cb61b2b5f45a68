import Explorer
import JSONCore
import JSONSchema

/// `user.avatar`: an account's image.
struct UserAvatarMethod: DocumentedMethod {
    static let name = "user.avatar"

    struct Params: Decodable, Sendable {
        let login: String
        let size: Int?
    }

    static let documentation = MethodDocumentation(
        title: "Avatar of an account",
        summary: "The avatar image of a user or organisation.",
        params: [
            .required("login", .login, "Login of the user or organisation."),
            .optional("size", .integer(1...460), "Width and height in pixels."),
        ],
        takesCommonParams: true,
        result: .object([
            .required("login", .string(), "Login name."),
            .required("mimeType", .string(), "What kind of image it is, by its bytes."),
            .required("bytes", TypeSchemas.count, "Length of the image."),
            .required("data", .string(), "The image in base64."),
            TypeSchemas.freshnessMember,
        ]).titled("Avatar"),
        errors: ErrorKind.ofExplorerMethods + [.notFound],
        examples: [
            MethodExample(
                "A small one", params: ["login": "octocat", "size": 1],
                result: [
                    "login": "octocat", "mimeType": "image/png", "bytes": 70,
                    "data":
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
                    "freshness": Samples.freshness,
                ])
        ]
    )

    static func subject(_ params: Params) -> Subject? { .account(login: params.login) }

    static func isRepeatable(_ params: Params) -> Bool { true }

    static func answer(_ params: Params, _ call: MethodCall) async throws -> UserAvatar {
        try await call.ask("Fetching the avatar of \(params.login)") { options in
            try await call.explorer.avatar(params.login, size: params.size, options)
        }
    }

    static func gist(of result: JSONValue) -> String {
        "Avatar of \(result["login"].text): \(result["mimeType"].text), "
            + "\(result["bytes"].text) bytes."
    }
}
