import Synchronization

/// Counts the connections that listeners have accepted and that are not closed yet.
///
/// It counts on the listener's own event loop, before the connection is handed to another one: a
/// listener that has been paused has nothing on the way that is not counted.
final class Arrivals: Sendable {
    private struct State {
        var count = 0
        var listeners: [@Sendable () -> Void] = []
    }

    /// No more than so many connections are accepted at once; further ones wait in the kernel.
    private let maximum: Int
    private let countChanged: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// - Parameter countChanged: called with each new number of connections, in order. It must not
    ///   call back.
    init(atMost maximum: Int, countChanged: @escaping @Sendable (Int) -> Void) {
        self.maximum = maximum
        self.countChanged = countChanged
    }

    var count: Int { state.withLock { $0.count } }

    var hasRoom: Bool { count < maximum }

    func opened() {
        state.withLock { state in
            state.count += 1
            countChanged(state.count)
        }
    }

    func closed() {
        let woken = state.withLock { state in
            state.count -= 1
            countChanged(state.count)
            return state.count == maximum - 1 ? state.listeners : []
        }
        for wake in woken {
            wake()
        }
    }

    /// Has `wake` called, from any thread, whenever there is room again.
    func addListener(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.listeners.append(wake) }
    }
}
