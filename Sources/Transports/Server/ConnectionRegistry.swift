import JSONRPC
import Synchronization

/// The open connections of a server.
final class ConnectionRegistry: Sendable {
    private struct State {
        var members: [Int: ServerMember] = [:]
        var nextID = 0
        var isDraining = false
        var emptyWaiters: [AsyncStream<Never>.Continuation] = []
    }

    /// Each connection, once, when it is added. The stream ends when the server accepts no more.
    let added: AsyncStream<(id: Int, member: ServerMember)>

    private let addedContinuation: AsyncStream<(id: Int, member: ServerMember)>.Continuation
    private let state = Mutex(State())

    init() {
        (added, addedContinuation) = AsyncStream.makeStream()
    }

    var count: Int { state.withLock { $0.members.count } }

    /// Adds a connection; false if the server accepts no more.
    func add(_ member: ServerMember) -> Bool {
        state.withLock { state in
            guard !state.isDraining else { return false }
            let id = state.nextID
            state.nextID += 1
            state.members[id] = member
            addedContinuation.yield((id, member))
            return true
        }
    }

    func remove(_ id: Int) {
        state.withLock { state in
            state.members[id] = nil
            guard state.members.isEmpty else { return }
            for waiter in state.emptyWaiters {
                waiter.finish()
            }
            state.emptyWaiters = []
        }
    }

    /// The open connections.
    var members: [ServerMember] { state.withLock { Array($0.members.values) } }

    /// Accepts no more connections, and lets each finish its accepted requests.
    func drain() {
        state.withLock { state in
            state.isDraining = true
            addedContinuation.finish()
        }
        // Outside of the lock: the call may close a connection, which removes it.
        for member in members {
            member.drain()
        }
    }

    /// Ends when no connection is left.
    func emptied() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            if state.members.isEmpty {
                continuation.finish()
            } else {
                state.emptyWaiters.append(continuation)
            }
        }
        return stream
    }
}

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
