import JSONRPC

/// One open connection, as the server holds it.
struct ServerMember: Sendable {
    let connection: ServerConnection
    /// Takes no more requests, answers those under way, and closes.
    let drain: @Sendable () -> Void
    /// Closes at once.
    let close: @Sendable () -> Void
    /// Ends when the connection's descriptors are closed.
    let closed: AsyncStream<Never>

    /// Returns when the connection is closed and every request of it has ended.
    func finished() async {
        for await _ in closed {}
        await connection.waitUntilFinished()
    }
}
