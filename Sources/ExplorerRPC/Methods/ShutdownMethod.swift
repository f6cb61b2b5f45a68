import JSONCore
import JSONSchema

/// `shutdown`: the last request of a connection, as in LSP.
///
/// The connection itself refuses what comes after it, in the order in which messages are read.
struct ShutdownMethod: DocumentedMethod {
    static let name = "shutdown"

    typealias Params = NoParams

    static let documentation = MethodDocumentation(
        summary: "Announces the end: later requests of this connection are refused.",
        result: .null,
        examples: [MethodExample("The end", result: nil)]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> JSONValue { nil }
}
