/// The configuration of a sandbox: its port and its world.
package struct SandboxConfiguration: Hashable, Sendable {
    /// TCP port on 127.0.0.1; 0 chooses a free one.
    package var port = 0
    /// The seed of all generated facts: equal seeds give equal worlds.
    package var seed: UInt64 = 1
    /// Highest account id, including gaps.
    package var users = 200_000_000
    package static let latencies = 0...3_600_000
    package static let rateLimits = 0...1_000_000_000

    /// The delay before each response, except those of control endpoints, in milliseconds.
    package var latencyMilliseconds = 0
    /// Anonymous core requests per hour.
    package var rateLimit = 60
    /// Paths of JSON-lines files of recorded exchanges, which are served before generated ones.
    package var replayFiles: [String] = []

    /// The values above; each may be changed.
    package static let standard = SandboxConfiguration()
}
