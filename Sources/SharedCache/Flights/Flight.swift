/// One question's way to an answer among several servers. A plain value: it says what to do next,
/// and is told what came of it.
///
/// It begins when its server is registered for messages about the question, so that a publication
/// between a look and the claim is not missed.
struct Flight: Sendable {
    enum Step: Hashable, Sendable {
        /// Look for a response.
        case read
        /// Ask for the lease, if nothing was published since `seen`.
        case claim(seen: String)
        /// Wait for a message, but no longer than so many milliseconds.
        case wait(milliseconds: Int)
        case end(End)
    }

    enum End: Hashable, Sendable {
        /// The response that was read last.
        case found
        case lease
        case settled
        case alone
    }

    enum Event: Hashable, Sendable {
        /// A response's version, empty for none, and whether it may be used.
        case read(version: String, isUsable: Bool)
        /// What ``Step/claim(seen:)`` gave.
        case leased, changed, busy
        /// A response was published.
        case published
        /// The server that had the lease got nothing to share.
        case outcome
        case timeout
        /// No connection, or nothing that can be understood.
        case trouble
    }

    /// The longest that all waits together may take, in milliseconds. A server that renews its
    /// lease for longer is stuck.
    static let patience = 30_000
    /// A message may be lost, and the holder of the lease may be gone.
    static let lookAgain = 250

    private let jitter: Int
    private var seen = ""
    private var waited = 0
    private var rounds = 0
    /// Another server had the lease.
    private(set) var hasWaited = false
    /// Waiting ended with neither a response nor an outcome.
    private(set) var tookOver = false

    /// - Parameter jitter: milliseconds added to each wait, so that servers do not move in step.
    init(jitter: Int) {
        self.jitter = jitter
    }

    var first: Step { .read }

    mutating func next(after event: Event) -> Step {
        switch event {
        case .trouble: return .end(.alone)
        case .read(_, isUsable: true): return .end(.found)
        case .read(let version, isUsable: false):
            seen = version
            return .claim(seen: version)
        case .leased:
            tookOver = hasWaited
            return .end(.lease)
        case .changed, .published:
            // What others write all the time cannot keep this server from an answer.
            rounds += 1
            return rounds > 100 ? .end(.alone) : .read
        case .busy:
            hasWaited = true
            guard waited < Self.patience else { return .end(.alone) }
            waited += Self.lookAgain + jitter
            return .wait(milliseconds: Self.lookAgain + jitter)
        case .timeout: return .claim(seen: seen)
        case .outcome: return .end(.settled)
        }
    }
}
