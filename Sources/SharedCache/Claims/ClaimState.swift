/// The steps by which one server of several gets a response, as a plain value: each event gives the
/// next step.
///
/// It begins when its server is subscribed to messages about the question, so it misses no response
/// that is published between a read and the claim of the lease.
struct ClaimState: Sendable {
    enum Step: Hashable, Sendable {
        /// Read the response from the engine.
        case read
        /// Ask for the lease, if the version has not changed.
        case claim(version: String)
        /// Wait for a message, for at most this number of milliseconds.
        case wait(milliseconds: Int)
        case end(End)
    }

    /// The cases of ``HTTPCache/SharedClaim``; `found` is the response that was read last.
    enum End: Hashable, Sendable {
        case found, lease, settled, alone
    }

    enum Event: Hashable, Sendable {
        /// A response's version, empty for none, and whether it may be used.
        case read(version: String, isUsable: Bool)
        /// The outcome of ``Step/claim(version:)``.
        case leased, changed, busy
        /// A response was published.
        case published
        /// The server that had the lease got no response that can be shared.
        case outcome
        case timeout
        /// No connection, or an unreadable reply.
        case trouble
    }

    /// Longest time of a claim, in milliseconds. A server that renews its lease for longer is stuck,
    /// and an engine that delays every reply must not use up the client's time.
    static let patience = 30_000
    /// A message may be lost, and the holder of the lease may be gone.
    static let lookAgain = 250
    /// Even if others write all the time, this server gets a response.
    private static let mostRounds = 100

    private let jitter: Int
    private var version = ""
    private var rounds = 0
    /// Another server had the lease.
    private(set) var hasWaited = false
    /// Waiting ended with neither a response nor an outcome.
    private(set) var tookOver = false
    /// The time or the rounds were used up: the engine, or a program that writes to it, keeps claims
    /// waiting.
    private(set) var gaveUp = false

    /// - Parameter jitter: milliseconds added to each wait, so that servers do not move in step.
    init(jitter: Int) {
        self.jitter = jitter
    }

    var first: Step { .read }

    /// - Parameter elapsed: milliseconds since the claim began.
    mutating func next(after event: Event, at elapsed: Int) -> Step {
        switch event {
        case .trouble: return .end(.alone)
        case .read(_, isUsable: true): return .end(.found)
        case .read(let version, isUsable: false):
            self.version = version
            return .claim(version: version)
        case .leased:
            tookOver = hasWaited
            return .end(.lease)
        case .outcome: return .end(.settled)
        case .timeout: return .claim(version: version)
        case .changed, .published:
            rounds += 1
            gaveUp = rounds > Self.mostRounds || elapsed >= Self.patience
            return gaveUp ? .end(.alone) : .read
        case .busy:
            hasWaited = true
            gaveUp = elapsed >= Self.patience
            return gaveUp ? .end(.alone) : .wait(milliseconds: Self.lookAgain + jitter)
        }
    }
}
