import JSONCore
import JSONSchema

/// `rpc.discover`: the OpenRPC document of this server.
struct DiscoverMethod: DocumentedMethod {
    static let name = "rpc.discover"

    typealias Params = NoParams

    static let documentation = MethodDocumentation(
        summary: "This server's OpenRPC document.",
        result: .object([
            .required("openrpc", .string(), "Version of OpenRPC."),
            .required("info", .object([]), "Title and version."),
            .required("methods", .array(of: .object([])), "The methods."),
        ]).titled("OpenRPCDocument"),
        examples: [
            MethodExample(
                "The document, shortened",
                result: [
                    "openrpc": "1.3.2", "info": ["title": "GitXplorer", "version": "0.1.0"],
                    "methods": [],
                ])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> JSONValue {
        OpenRPCDocument.value
    }
}
