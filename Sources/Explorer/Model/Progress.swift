import GitHubAPI
import HTTPCore
import Synchronization

/// The progress of an operation: the answered requests, and those known to be needed so far.
package struct ProgressUpdate: Hashable, Sendable {
    package let done: Int
    package let total: Int
}

extension FetchOptions {
    /// Reports the progress of one operation.
    ///
    /// - Parameter report: called when GitHub is asked for the first time, and then after each
    ///   answered request; never if GitHub is not asked. It must not call back into the operation.
    package mutating func reportProgress(to report: @escaping @Sendable (ProgressUpdate) -> Void) {
        let counter = ProgressCounter(report: report)
        observer = { counter.note($0) }
    }
}

/// Adds up the requests of one operation.
private final class ProgressCounter: Sendable {
    private struct State {
        var done = 0
        var total = 0
        var isUpstream = false
    }

    private let report: @Sendable (ProgressUpdate) -> Void
    private let state = Mutex(State())

    init(report: @escaping @Sendable (ProgressUpdate) -> Void) {
        self.report = report
    }

    /// Reports under the lock, so that `done` never decreases.
    func note(_ event: FetchEvent) {
        state.withLock { state in
            switch event {
            case .planned(let count):
                state.total += count
                return
            case .asking:
                guard !state.isUpstream else { return }
                state.isUpstream = true
            case .answered(let source):
                state.done += 1
                // A short page of users is filled up by requests that were not planned.
                state.total = max(state.total, state.done)
                if source != .cache { state.isUpstream = true }
                guard state.isUpstream else { return }
            }
            report(ProgressUpdate(done: state.done, total: state.total))
        }
    }
}
