import NIOCore
import NIOPosix
import Synchronization

/// Computes replies outside of the event loops, and ends before they do: a reply must not be passed
/// to a loop that has ended.
final class ReplyWorkers: Sendable {
    private struct State {
        var underWay = 0
        var isStopping = false
        var stopping: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Runs `work` on another thread and delivers its result on `eventLoop`; nil if no more replies
    /// will be sent.
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

    /// Starts no more work, and returns when the results of running work have been delivered.
    /// Called once.
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
