/// What a sandbox is started with: where it listens and which world it shows.
package struct SandboxConfiguration: Sendable {
    /// TCP port on 127.0.0.1; 0 picks a free one.
    package var port: Int
    /// What every generated fact follows from: equal seeds, equal worlds.
    package var seed: UInt64
    /// Highest account id, gaps included.
    package var users: Int
    /// Delay before each answer that is not a control answer, in milliseconds.
    package var latencyMilliseconds: Int
    /// Anonymous core requests an hour.
    package var rateLimit: Int
    /// Paths of JSON-lines files of recorded exchanges, served before anything generated.
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
