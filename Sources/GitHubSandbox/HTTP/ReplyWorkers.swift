import NIOCore
import NIOPosix
import Synchronization

/// Works replies out beside the event loops, and ends before these do: a reply must not be handed
/// to a loop that has ended.
final class ReplyWorkers: Sendable {
    private struct State {
        var underWay = 0
        var isStopping = false
        var stopping: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Runs `work` on another thread and gives what it returns on `eventLoop`; nil if there will be
    /// no more replies.
    func reply<Value: Sendable>(
        on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Value
    ) -> EventLoopFuture<Value>? {
        let begins = state.withLock { state in
            if !state.isStopping { state.underWay += 1 }
            return !state.isStopping
        }
        guard begins else { return nil }
        let future = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop, work)
        future.whenComplete { _ in self.end() }
        return future
    }

    /// Begins no more, and returns when what is under way has been handed over. Call it once.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isStopping = true
                if state.underWay > 0 { state.stopping = continuation }
                return state.underWay == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    private func end() {
        let stopping = state.withLock { state in
            state.underWay -= 1
            return state.underWay == 0 ? state.stopping.take() : nil
        }
        stopping?.resume()
    }
}
