import Synchronization

/// Counts the connections that listeners have accepted and that are still open.
///
/// It counts on the listener's own event loop, before the connection moves to another one, so that
/// a paused listener has no uncounted connection.
///
/// Connections that have not authenticated have places of their own, so that they cannot keep
/// clients out. If those places are taken, a new one closes the oldest.
final class Arrivals: Sendable {
    typealias ID = ObjectIdentifier

    private struct State {
        var count = 0
        var strangers = Strangers<ID>()
        var listeners: [@Sendable () -> Void] = []
        var emptyWaiters: [CheckedContinuation<Void, Never>] = []

        /// Connections that take the places of clients.
        var known: Int { count - strangers.count }
    }

    /// Most connections that are accepted at once; further ones wait in the kernel.
    private let maximum: Int
    private let maximumStrangers: Int
    private let countChanged: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximumStrangers: most connections that have not authenticated, in addition to the
    ///     others.
    ///   - countChanged: called with each new number of connections, in order. It must not call
    ///     back.
    init(
        atMost maximum: Int, maximumStrangers: Int,
        countChanged: @escaping @Sendable (Int) -> Void
    ) {
        self.maximum = maximum
        self.maximumStrangers = maximumStrangers
        self.countChanged = countChanged
    }

    var count: Int { state.withLock { $0.count } }

    var hasRoom: Bool { state.withLock { $0.known < maximum } }

    func opened() {
        state.withLock { state in
            state.count += 1
            countChanged(state.count)
        }
    }

    /// Records that a connection which must authenticate has been accepted.
    ///
    /// - Parameter close: closes it, from any thread.
    func opened(stranger id: ID, close: @escaping @Sendable () -> Void) {
        let closeOldest = state.withLock { state in
            state.count += 1
            countChanged(state.count)
            return state.strangers.add(id, close: close, atMost: maximumStrangers)
        }
        closeOldest?()
    }

    /// Records that a connection has authenticated.
    func admitted(_ id: ID) {
        state.withLock { _ = $0.strangers.remove(id) }
    }

    func closed(_ id: ID) {
        let (woken, waiters) = state.withLock { state in
            let wasKnown = !state.strangers.remove(id)
            state.count -= 1
            countChanged(state.count)
            let waiters = state.count == 0 ? state.emptyWaiters : []
            if state.count == 0 { state.emptyWaiters = [] }
            return (wasKnown && state.known == maximum - 1 ? state.listeners : [], waiters)
        }
        for wake in woken {
            wake()
        }
        for waiter in waiters {
            waiter.resume()
        }
    }

    /// Calls `wake`, from any thread, whenever there is room again.
    func addListener(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.listeners.append(wake) }
    }

    /// Wakes no listener any more, because all are closed. Returns when no connection is open.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                state.listeners = []
                if state.count > 0 { state.emptyWaiters.append(continuation) }
                return state.count == 0
            }
            if isEmpty { continuation.resume() }
        }
    }
}
