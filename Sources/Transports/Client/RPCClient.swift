import JSONCore
public import JSONRPC
import LinuxSystem

/// Connects to servers.
///
///     let address = ServerAddress.unix(path: "/run/user/1000/echo.sock")
///     let result = try await RPCClient.withConnection(to: address) { server in
///         try await server.call("echo", ["text": "hello"], as: String.self, timeout: .seconds(5))
///     }
public enum RPCClient {
    /// Connects to a Unix socket or a TCP port, and closes the connection after `body`.
    ///
    /// The server of a Unix socket must be a process of the same user or of root, so that no other
    /// user receives the messages.
    ///
    /// - Parameters:
    ///   - address: that of a Unix socket or of TCP.
    ///   - framing: how messages are delimited.
    ///   - limits: the longest message and the deepest nesting that the server may send.
    ///   - onNotification: receives the server's notifications.
    ///   - body: makes the calls.
    /// - Throws: ``TransportError`` if there is no connection, or what `body` throws.
    public static func withConnection<Result: Sendable>(
        to address: ServerAddress, framing: Framing = .lines,
        limits: ConnectionLimits = ConnectionLimits(),
        onNotification: @escaping ClientConnection.NotificationHandler = { _, _ in },
        _ body: @Sendable (ClientConnection) async throws -> Result
    ) async throws -> Result {
        let socket = try await DedicatedThread.run { () throws(TransportError) -> CInt in
            switch address {
            case .stdio, .http, .httpSocket: throw .invalidAddress("\(address)")
            case .unix(let path): try ClientSocket.connect(unix: path).release()
            case .tcp(let hostAndPort): try ClientSocket.connect(tcp: hostAndPort).release()
            }
        }
        return try await withConnection(
            over: StandardStreams(input: socket, output: socket), framing, limits, onNotification,
            body)
    }

    /// Starts a program that serves its stdin and stdout. After `body` its input ends, and the call
    /// returns when the program has ended; after 7 seconds it is killed.
    ///
    /// Its stderr and environment are those of this process.
    ///
    /// - Parameter command: the program, looked up in `PATH` if it has no slash, and its arguments.
    /// - Throws: ``TransportError`` if the program cannot be started, or what `body` throws.
    public static func withProgram<Result: Sendable>(
        _ command: [String], framing: Framing = .lines,
        limits: ConnectionLimits = ConnectionLimits(),
        onNotification: @escaping ClientConnection.NotificationHandler = { _, _ in },
        _ body: @Sendable (ClientConnection) async throws -> Result
    ) async throws -> Result {
        let program = try ServerProgram(command)
        do {
            let result = try await withConnection(
                over: program.streams, framing, limits, onNotification, body)
            await program.end()
            return result
        } catch {
            await program.end()
            throw error
        }
    }

    /// Owns the streams.
    private static func withConnection<Result: Sendable>(
        over streams: StandardStreams, _ framing: Framing, _ limits: ConnectionLimits,
        _ onNotification: @escaping ClientConnection.NotificationHandler,
        _ body: @Sendable (ClientConnection) async throws -> Result
    ) async throws -> Result {
        let loop: StreamLoop
        do throws(Errno) {
            loop = try StreamLoop(streams, idleFrameTimeout: nil)
        } catch {
            streams.closeBoth()
            throw TransportError.stream(error)
        }
        let connection = ClientConnection(
            framing: framing, limits: limits, onNotification: onNotification,
            signal: { loop.wake() })
        return try await withThrowingDiscardingTaskGroup { group in
            // The thread starts at once: a busy pool must not delay what `body` sends.
            group.addImmediateTask { await loop.run(connection) }
            defer { connection.close() }
            return try await body(connection)
        }
    }
}
