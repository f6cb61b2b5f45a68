import Glibc
import Hosting
import JSONCore
import JSONRPC
import Logging
import LinuxSystem

@testable import Transports

/// Runs a server during a test, and stops it afterwards.
struct TestServer: Sendable {
    let server: RPCServer
    let addresses: [ServerAddress]
    let methods: TestMethods

    /// - Returns: the server's exit status.
    @discardableResult
    static func run(
        _ configuration: ServerConfiguration, streams: StandardStreams? = nil,
        secret: ClientSecret? = nil, limits: ConnectionLimits = ConnectionLimits(),
        furtherReadyLines: [String] = [], stopping: Bool = true,
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws -> Int32 {
        let methods = TestMethods()
        let registry = methods.registry
        let gate = secret.map { SecretGuard($0).testGate }
        let (ready, readyContinuation) = AsyncStream.makeStream(of: [ServerAddress].self)
        let server = RPCServer(
            limits: limits, tcpGate: gate, on: configuration, streams: streams,
            logger: Logger(label: "test"), ready: { readyContinuation.yield($0) })
        async let status = server.run(
            registry, furtherReadyLines, finishing: readyContinuation)
        if let addresses = await ready.first(where: { _ in true }) {
            do {
                try await body(
                    TestServer(server: server, addresses: addresses, methods: methods))
            } catch {
                server.stop()
                throw error
            }
        }
        if stopping { server.stop() }
        return try await status
    }

    /// Runs blocking calls of a client of the first socket.
    func client<Result: Sendable>(
        _ body: @escaping @Sendable (inout RawClient) throws(TransportError) -> Result
    ) async throws -> Result {
        try await RawClient.withConnection(to: addresses[0], body)
    }
}

extension ServerConfiguration {
    /// The same with one value changed.
    func with<Value>(
        _ member: WritableKeyPath<ServerConfiguration, Value>, _ value: Value
    ) -> ServerConfiguration {
        var copy = self
        copy[keyPath: member] = value
        return copy
    }
}

extension RPCServer {
    /// Runs the server. `ready` ends with it, even if the server was never ready.
    fileprivate func run(
        _ methods: MethodRegistry, _ furtherReadyLines: [String],
        finishing ready: AsyncStream<[ServerAddress]>.Continuation
    ) async throws -> Int32 {
        defer { ready.finish() }
        return try await run(methods, furtherReadyLines: furtherReadyLines)
    }
}

extension SecretGuard {
    /// The gate of the servers under test.
    var testGate: ConnectionGate {
        let refusal = RPCError(code: 1401, kind: "unauthorized", message: "Show the secret.")
        return gate(method: "session.authenticate", missing: refusal, wrong: refusal)
    }
}

/// The text of a request on one line, without its line end.
func request(_ id: Int, _ method: String, _ params: JSONValue = []) -> [UInt8] {
    let message: JSONValue = [
        "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
        "params": params,
    ]
    return message.bytes
}

/// The text of a response.
func answer(_ id: Int, _ result: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
}

extension RawClient {
    /// The next message as text; nil at the end.
    mutating func receiveText() throws(TransportError) -> String? {
        try receive().map { String(decoding: $0, as: UTF8.self) }
    }
}
