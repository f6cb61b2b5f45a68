/// The steps by which one server of several gets a response, as a plain value: each event gives the
/// next step, until a response can be used, this server has the lease, or there is an outcome.
///
/// The first step is a read. Its server is then already subscribed to messages about the question, so
/// it misses no response that is published between a read and the claim of the lease.
struct ClaimState: Sendable {
    enum Step: Hashable, Sendable {
        /// Read the response from the engine.
        case read
        /// Ask for the lease, if the version has not changed.
        case claim(version: String)
        /// Wait for a message, for at most this number of milliseconds.
        case wait(milliseconds: Int)
        /// Continue alone. The time or the rounds are used up: the engine, or a program that writes
        /// to it, keeps claims waiting.
        case giveUp
    }

    enum Event: Hashable, Sendable {
        /// A response that may not be used; its version, empty for none.
        case read(version: String)
        /// The lease is not to be had: there is another version, or another server has it.
        case changed, busy
        /// A response was published.
        case published
        case timeout
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

    /// - Parameter jitter: milliseconds added to each wait, so that servers do not move in step.
    init(jitter: Int) {
        self.jitter = jitter
    }

    /// - Parameter elapsed: milliseconds since the claim began.
    mutating func next(after event: Event, at elapsed: Int) -> Step {
        switch event {
        case .read(let version):
            self.version = version
            return .claim(version: version)
        case .timeout: return .claim(version: version)
        case .changed, .published:
            rounds += 1
            return rounds > Self.mostRounds || elapsed >= Self.patience ? .giveUp : .read
        case .busy:
            hasWaited = true
            return elapsed >= Self.patience
                ? .giveUp : .wait(milliseconds: Self.lookAgain + jitter)
        }
    }
}
