import GitHubAPI
import Synchronization

/// What every operation takes beside its question.
package struct CallOptions: Sendable {
    /// Revalidates upstream even if a stored answer is fresh.
    package var refresh: Bool
    /// How old a stored answer may be, in seconds; nil: what GitHub's header fields allow.
    package var maxAge: Int?
    /// Told when GitHub is asked for the first time, and then after each answered request; never
    /// if GitHub is not asked.
    /// Must not call back into the operation.
    package var progress: (@Sendable (ProgressUpdate) -> Void)?
    /// Counts the requests that the operation's answer is made of.
    package var tally: RequestTally?

    package init(
        refresh: Bool = false, maxAge: Int? = nil,
        progress: (@Sendable (ProgressUpdate) -> Void)? = nil
    ) {
        self.refresh = refresh
        self.maxAge = maxAge
        self.progress = progress
    }

    /// The same for the client, with a counter of its own.
    var fetch: FetchOptions {
        var options = FetchOptions(refresh: refresh, maximumAge: maxAge)
        options.tally = tally
        if let progress {
            let counter = ProgressCounter(report: progress)
            options.observer = { counter.note($0) }
        }
        return options
    }
}

/// How far an operation is: requests answered, of those known to be needed so far.
package struct ProgressUpdate: Hashable, Sendable {
    package let done: Int
    package let total: Int
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

    /// Reports under the lock, so that `done` never goes back.
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
                // A run of users that is short is filled by requests that nobody planned.
                state.total = max(state.total, state.done)
                if source != .cache { state.isUpstream = true }
                guard state.isUpstream else { return }
            }
            report(ProgressUpdate(done: state.done, total: state.total))
        }
    }
}
