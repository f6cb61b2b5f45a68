import HTTPCore
import Synchronization

/// Counts the requests of one operation: those answered, and those known to be needed so far.
package final class RequestProgress: Sendable {
    package typealias Report = @Sendable (_ done: Int, _ total: Int) -> Void

    private struct State {
        var done = 0
        var total = 0
        var isUpstream = false
    }

    private let report: Report
    private let state = Mutex(State())

    /// - Parameter report: called when GitHub is asked for the first time, and then after each
    ///   answered request; never if GitHub is not asked. It must not call back into the operation.
    package init(_ report: @escaping Report) {
        self.report = report
    }

    /// `count` further requests will be sent.
    func plan(_ count: Int) {
        state.withLock { $0.total += count }
    }

    /// A request could not be answered from a store; GitHub is asked now.
    func willAsk() {
        state.withLock { state in
            guard !state.isUpstream else { return }
            state.isUpstream = true
            report(state.done, state.total)
        }
    }

    /// Reports under the lock, so that `done` never decreases.
    func answered(from source: Provenance.Source) {
        state.withLock { state in
            state.done += 1
            // A short page of users is filled up by requests that were not planned.
            state.total = max(state.total, state.done)
            if source != .cache { state.isUpstream = true }
            if state.isUpstream { report(state.done, state.total) }
        }
    }
}
