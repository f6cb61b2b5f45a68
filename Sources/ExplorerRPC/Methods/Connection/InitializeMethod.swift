import JSONCore
import JSONRPC
import JSONSchema

/// `initialize`: introduces client and server, and states the connection's limits; optional.
struct InitializeMethod: DocumentedMethod {
    static let name = "initialize"

    struct Params: Decodable, Sendable {
        let processId: Int32?
    }

    static let result = WireType<MethodEnvironment>.object(
        "InitializeResult",
        [
            .required("capabilities", { _ in }, .empty, "Always empty. LSP clients expect it."),
            .required(
                "serverInfo", \.self,
                .object(
                    "ServerInfo",
                    [
                        .required("name", { _ in "gitxplorer" }, .string, "`gitxplorer`."),
                        .required(
                            "version", { _ in ServerVersion.current }, .string,
                            "The server's version."),
                    ]), "The server."),
            .required(
                "protocol", \.self,
                .object(
                    "ProtocolInfo",
                    [
                        .required(
                            "framings", \.framings, .array(of: .string),
                            "The framings that the server accepts."),
                        .required(
                            "maxMessageBytes", \.limits.maximumMessageBytes, .integer(1...),
                            "Longest message."),
                        .required(
                            "maxInFlight", \.limits.maximumInFlight, .integer(1...),
                            "Most concurrent requests."),
                    ]), "The limits of the connection."),
            .optional(
                "upstream", { $0 },
                .object(
                    "Upstream",
                    [
                        .required(
                            "name", \.upstream, .string,
                            "`GitHub`, `the sandbox`, or the host of another API."),
                        .required("url", \.webURL, .link, "Its web pages."),
                    ]), "Whom the server asks."),
            .required(
                "methods", { _ in MethodCatalog.methods.map { $0.name } }, .array(of: .string),
                "Names of all methods."),
        ])

    static let documentation = MethodDocumentation(
        summary: "Introduces the client and returns what the server offers. Optional.",
        params: [
            .optional(
                "clientInfo",
                .object([
                    .required("name", .text, "The client's name."),
                    .optional("version", .text, "The client's version."),
                ]).titled("ClientInfo"),
                "The client."),
            .optional(
                "processId", .nullable(.integer(-2_147_483_648...2_147_483_647)),
                "On stdio, the server ends when this process has ended."),
        ],
        isOpen: true,
        examples: [
            MethodExample(
                "An editor",
                params: ["clientInfo": ["name": "vim", "version": "9.1"], "processId": nil])
        ]
    )

    static func run(_ params: Params, _ call: MethodCall) async throws -> MethodEnvironment {
        if let process = params.processId, process > 0, call.context.isStdio {
            call.environment.watchParent(process)
        }
        return call.environment
    }
}
