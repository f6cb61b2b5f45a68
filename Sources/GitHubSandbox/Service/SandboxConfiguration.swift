/// The configuration of a sandbox: its port and its world.
package struct SandboxConfiguration: Sendable {
    /// TCP port on 127.0.0.1; 0 chooses a free one.
    package var port: Int
    /// The seed of all generated facts: equal seeds give equal worlds.
    package var seed: UInt64
    /// Highest account id, including gaps.
    package var users: Int
    /// The range of ``latencyMilliseconds``.
    package static let latencies = 0...3_600_000
    /// The range of ``rateLimit``.
    package static let rateLimits = 0...1_000_000_000

    /// The delay before each response, except those of control endpoints, in milliseconds.
    package var latencyMilliseconds: Int
    /// Anonymous core requests per hour.
    package var rateLimit: Int
    /// Paths of JSON-lines files of recorded exchanges, which are served before generated ones.
    package var replayFiles: [String]

    package init(
        port: Int = 0, seed: UInt64 = 1, users: Int = 200_000_000, latencyMilliseconds: Int = 0,
        rateLimit: Int = 60, replayFiles: [String] = []
    ) {
        self.port = port
        self.seed = seed
        self.users = users
        self.latencyMilliseconds = latencyMilliseconds
        self.rateLimit = rateLimit
        self.replayFiles = replayFiles
    }
}
