import JSONCore
import JSONSchema

/// `shutdown`: the last request of a connection, as in LSP.
///
/// The connection itself refuses later messages, in the order in which it reads them.
struct ShutdownMethod: DocumentedMethod {
    static let name = "shutdown"

    static let result = WireType<Void>.null

    static let documentation = MethodDocumentation(
        summary: "Announces the end: later requests on this connection are refused.")

    static func run(_ params: NoParams, _ call: MethodCall) async throws {}
}
