import JSONCore
import JSONSchema

/// `rpc.discover`: the OpenRPC document of this server.
struct DiscoverMethod: DocumentedMethod {
    static let name = "rpc.discover"

    static let result = WireType<JSONValue>(
        Schema.object([
            .required("openrpc", .string(), "Version of OpenRPC."),
            .required("info", .object([]), "Title and version."),
            .required("methods", .array(of: .object([])), "The methods."),
        ]).titled("OpenRPCDocument")
    ) { document, _ in
        // Not redacted: an example has a text that looks like a token.
        document
    }

    static let documentation = MethodDocumentation(summary: "This server's OpenRPC document.")

    static func run(_ params: NoParams, _ call: MethodCall) async throws -> JSONValue {
        OpenRPCDocument.value
    }
}
