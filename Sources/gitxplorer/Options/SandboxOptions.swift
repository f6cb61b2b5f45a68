import ArgumentParser
import GitHubSandbox

/// The flags of `gitxplorer sandbox`, which `--sandbox-option NAME=VALUE` also sets.
struct SandboxOptions: ParsableArguments {
    @Option(Bounds(0...65_535), "Port on 127.0.0.1; 0 chooses a free one")
    var port = SandboxConfiguration.standard.port

    @Option(Bounds(0...UInt64.max), "The seed of the world")
    var seed = SandboxConfiguration.standard.seed

    @Option(Bounds(1...4_000_000_000), "Highest account id")
    var users = SandboxConfiguration.standard.users

    @Option(
        Bounds(SandboxConfiguration.latencies, "milliseconds"), "Delay of each response",
        valueName: "ms")
    var latency = SandboxConfiguration.standard.latencyMilliseconds

    @Option(
        Bounds(SandboxConfiguration.rateLimits), "Requests per hour for anonymous clients")
    var rateLimit = SandboxConfiguration.standard.rateLimit

    @Option(
        help: ArgumentHelp(
            "Serve recorded exchanges (JSON lines) before generated ones. May be repeated.",
            valueName: "file"))
    var replay: [String] = []

    var configuration: SandboxConfiguration {
        var configuration = SandboxConfiguration.standard
        configuration.port = port
        configuration.seed = seed
        configuration.users = users
        configuration.latencyMilliseconds = latency
        configuration.rateLimit = rateLimit
        configuration.replayFiles = replay
        return configuration
    }

    /// Parses each `NAME=VALUE` like a flag of `gitxplorer sandbox`.
    static func parse(assignments: [String], rateLimit: Int? = nil) throws -> SandboxOptions {
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
        do {
            return try parse(arguments)
        } catch {
            throw ValidationError("--sandbox-option: \(message(for: error))")
        }
    }
}
