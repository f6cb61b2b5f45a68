import JSONRPC

/// The server's view of one open connection.
struct ServerMember: Sendable {
    let connection: ServerConnection
    /// Accepts no more requests, answers those under way, and closes.
    let drain: @Sendable () -> Void
    /// Closes at once.
    let close: @Sendable () -> Void
    /// Ends when the connection's descriptors are closed.
    let closed: AsyncStream<Never>

    /// Returns when the connection is closed and all its requests have ended.
    func finished() async {
        for await _ in closed {}
        await connection.waitUntilFinished()
    }
}
