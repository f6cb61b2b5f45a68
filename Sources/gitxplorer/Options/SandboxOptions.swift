import ArgumentParser
import GitHubSandbox

/// The flags of `gitxplorer sandbox`, which `--sandbox-option NAME=VALUE` also sets.
struct SandboxOptions: FlagGroup {
    private(set) var configuration = SandboxConfiguration.standard

    static let flags: [FlagLine<Self>] = [
        .option(
            "port", \.configuration.port, Bounds(0...65_535),
            "Port on 127.0.0.1; 0 chooses a free one"),
        .option("seed", \.configuration.seed, Bounds(0...UInt64.max), "The seed of the world"),
        .option("users", \.configuration.users, Bounds(1...4_000_000_000), "Highest account id"),
        .option(
            "latency", \.configuration.latencyMilliseconds,
            Bounds(SandboxConfiguration.latencies, "milliseconds"),
            "Delay of each response", valueName: "ms"),
        .option(
            "rate-limit", \.configuration.rateLimit, Bounds(SandboxConfiguration.rateLimits),
            "Requests per hour for anonymous clients"),
        .option(
            "replay", \.configuration.replayFiles,
            "Serve recorded exchanges (JSON lines) before generated ones. May be repeated.",
            valueName: "file"),
    ]

    init() {}

    /// Parses each `NAME=VALUE` like a flag of `gitxplorer sandbox`.
    init(assignments: [String], rateLimit: Int? = nil) throws {
        var arguments = rateLimit.map { ["--rate-limit", String($0)] } ?? []
        for assignment in assignments {
            guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex,
                assignment[..<equals] != "help"
            else {
                throw ValidationError(
                    "--sandbox-option takes NAME=VALUE, such as seed=7, found '\(assignment)'.")
            }
            arguments.append("--\(assignment)")
        }
        self.init()
        var rest = arguments[...]
        while take(&rest) {}
        if rest.isEmpty { return }
        do {
            self = try Self.parse(arguments)
        } catch {
            throw ValidationError("--sandbox-option: \(Self.message(for: error))")
        }
    }
}
