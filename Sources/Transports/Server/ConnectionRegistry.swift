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

    /// Every connection, once, as it is added; ends when the server takes no more.
    let added: AsyncStream<(id: Int, member: ServerMember)>

    private let addedContinuation: AsyncStream<(id: Int, member: ServerMember)>.Continuation
    private let state = Mutex(State())

    init() {
        (added, addedContinuation) = AsyncStream.makeStream()
    }

    var count: Int { state.withLock { $0.members.count } }

    /// Takes a connection in; false if the server takes no more.
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

    /// The connections that are open now.
    var members: [ServerMember] { state.withLock { Array($0.members.values) } }

    /// Takes no more connections, and lets each finish what it has accepted.
    func drain() {
        state.withLock { state in
            state.isDraining = true
            addedContinuation.finish()
        }
        // Outside of the lock: a connection may close, and so be removed, under the call.
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
