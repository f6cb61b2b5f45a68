import Explorer
import GitHubAPI
import HTTPCore
import JSONCore
import JSONSchema

/// `user.avatar`: an account's image.
struct UserAvatarMethod: DocumentedMethod {
    static let name = "user.avatar"

    typealias Result = Fetched<UserAvatar>
    static let result = WireType<Result>.fetched(
        "Avatar", countsSkipped: false,
        [
            .required("login", \.login, .string, "Login name."),
            .required(
                "mimeType", \.image.kind.mimeType, .string,
                "The type of the image, as its bytes show it."),
            .required("bytes", \.image.bytes.count, .count, "Length of the image."),
            .required("data", \.image.base64, .string, "The image in base64."),
        ])

    static let documentation = MethodDocumentation(
        title: "Avatar of an account",
        summary: "The avatar image of a user or organization.",
        advice: "Its address is in user_summary.",
        params: [
            .required("login", .login, "Login of the user or organization."),
            .optional("size", .integer(UserAvatarQuery.sizes), "Width and height in pixels."),
        ],
        takesCommonParams: true,
        errors: [.notFound],
        examples: [MethodExample("A small one", params: ["login": "octocat", "size": 1])]
    )

    static let imageCount: (@Sendable (UserAvatarQuery) -> Int)? = { _ in 1 }

    static func run(_ query: UserAvatarQuery, _ call: MethodCall) async throws -> Result {
        try await call.ask { try await call.explorer.avatar(query, $0) }
    }

    static func gist(of result: JSONValue) -> String {
        "Avatar of \(Gist.quoted(result["login"])): \(result["mimeType"].text), "
            + "\(result["bytes"].text) bytes."
    }
}
