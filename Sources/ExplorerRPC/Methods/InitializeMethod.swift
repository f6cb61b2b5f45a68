import JSONCore
import JSONSchema

/// `initialize`: who is there, and what the connection allows; optional.
struct InitializeMethod: DocumentedMethod {
    static let name = "initialize"

    struct Params: Decodable, Sendable {
        let processId: Int?
    }

    struct Result: Encodable, Sendable {
        struct ServerInfo: Encodable, Sendable {
            let name: String
            let version: String
        }

        struct Limits: Encodable, Sendable {
            let framings: [String]
            let maxMessageBytes: Int
            let maxInFlight: Int
        }

        let capabilities = EmptyResult()
        let serverInfo: ServerInfo
        let `protocol`: Limits
        let methods: [String]
    }

    static let documentation = MethodDocumentation(
        summary: "Introduces the client and tells what the server offers. Optional.",
        params: [
            .optional(
                "clientInfo",
                .object([
                    .required("name", .string(), "The client's name."),
                    .optional("version", .string(), "The client's version."),
                ]).titled("ClientInfo"),
                "Who is asking."),
            .optional(
                "processId", .nullable(.integer(-2_147_483_648...2_147_483_647)),
                "Over stdio: the server ends when this process is gone."),
        ],
        isOpen: true,
        result: .object([
            .required("capabilities", .object([]), "Empty; an LSP client expects it."),
            .required(
                "serverInfo",
                .object([
                    .required("name", .string(), "`gitxplorer`."),
                    .required("version", .string(), "The server's version."),
                ]).titled("ServerInfo"), "Who answers."),
            .required(
                "protocol",
                .object([
                    .required("framings", .array(of: .string()), "Framings understood."),
                    .required("maxMessageBytes", .integer(1...), "Longest message."),
                    .required("maxInFlight", .integer(1...), "Requests under way at once."),
                ]).titled("ProtocolInfo"), "What the connection allows."),
            .required("methods", .array(of: .string()), "Names of all methods."),
        ]).titled("InitializeResult"),
        examples: [
            MethodExample(
                "An editor",
                params: ["clientInfo": ["name": "vim", "version": "9.1"], "processId": nil],
                result: [
                    "capabilities": [:],
                    "serverInfo": ["name": "gitxplorer", "version": "0.1.0"],
                    "protocol": [
                        "framings": ["headers", "lines"], "maxMessageBytes": 16_777_216,
                        "maxInFlight": 256,
                    ],
                    "methods": ["users.random", "repos.list", "user.summary", "search.users"],
                ])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> Result {
        if let process = params.processId, call.context.isStdio {
            call.environment.watchParent(process)
        }
        let server = call.environment.server
        return Result(
            serverInfo: .init(name: server.name, version: server.version),
            protocol: .init(
                framings: server.framings, maxMessageBytes: server.maxMessageBytes,
                maxInFlight: server.maxInFlight),
            methods: Catalogue.entries().map(\.name))
    }
}
