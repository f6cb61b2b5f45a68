/// The steps by which one server gets a response among several. A plain value: it says what to do
/// next, and is told the outcome.
///
/// It begins when its server is subscribed to messages about the question, so that it does not miss
/// a response that is published between a look and the claim.
struct Flight: Sendable {
    enum Step: Hashable, Sendable {
        /// Look for a response.
        case read
        /// Ask for the lease, if nothing has been published since `seen`.
        case claim(seen: String)
        /// Wait for a message, for at most this number of milliseconds.
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
        /// The outcome of ``Step/claim(seen:)``.
        case leased, changed, busy
        /// A response was published.
        case published
        /// The server that had the lease got no response that can be shared.
        case outcome
        case timeout
        /// No connection, or an unreadable reply.
        case trouble
    }

    /// Longest time of a flight, in milliseconds. A server that renews its lease for longer is
    /// stuck, and an engine that delays every reply must not use up the client's time.
    static let patience = 30_000
    /// A message may be lost, and the holder of the lease may be gone.
    static let lookAgain = 250

    private let jitter: Int
    private var seen = ""
    private var rounds = 0
    /// Another server had the lease.
    private(set) var hasWaited = false
    /// Waiting ended with neither a response nor an outcome.
    private(set) var tookOver = false
    /// The time or the rounds were used up: the engine, or who writes to it, keeps flights waiting.
    private(set) var gaveUp = false

    /// - Parameter jitter: milliseconds added to each wait, so that servers do not move in step.
    init(jitter: Int) {
        self.jitter = jitter
    }

    var first: Step { .read }

    /// - Parameter elapsed: milliseconds since the flight began.
    mutating func next(after event: Event, at elapsed: Int) -> Step {
        switch event {
        case .trouble: return .end(.alone)
        case .changed where elapsed >= Self.patience, .published where elapsed >= Self.patience,
            .busy where elapsed >= Self.patience:
            gaveUp = true
            return .end(.alone)
        case .read(_, isUsable: true): return .end(.found)
        case .read(let version, isUsable: false):
            seen = version
            return .claim(seen: version)
        case .leased:
            tookOver = hasWaited
            return .end(.lease)
        case .changed, .published:
            // Even if others write all the time, this server gets a response.
            rounds += 1
            gaveUp = rounds > 100
            return gaveUp ? .end(.alone) : .read
        case .busy:
            hasWaited = true
            return .wait(milliseconds: Self.lookAgain + jitter)
        case .timeout: return .claim(seen: seen)
        case .outcome: return .end(.settled)
        }
    }
}
