import ArgumentParser
import GitHubSandbox

/// The flags of `gitxplorer sandbox`, which `--sandbox-option NAME=VALUE` sets too.
struct SandboxOptions: ParsableArguments {
    @Option(help: "Port on 127.0.0.1; 0 picks a free one.")
    var port = 0

    @Option(help: "Everything in this world follows from it.")
    var seed: UInt64 = 1

    @Option(help: "Ids of accounts go up to this.")
    var users = 200_000_000

    @Option(help: ArgumentHelp("Delay of each answer.", valueName: "ms"))
    var latency = 0

    @Option(help: "Requests an hour for who is not signed in.")
    var rateLimit = 60

    @Option(
        help: ArgumentHelp(
            "Serve recorded exchanges (JSON lines) before anything generated. May be repeated.",
            valueName: "file"))
    var replay: [String] = []

    init() {}

    /// Parses `NAME=VALUE` as if each was a flag of `gitxplorer sandbox`.
    init(assignments: [String], rateLimit: Int? = nil) throws {
        var arguments = rateLimit.map { ["--rate-limit", String($0)] } ?? []
        for assignment in assignments {
            guard let equals = assignment.firstIndex(of: "="), equals > assignment.startIndex else {
                throw ValidationError(
                    "--sandbox-option takes NAME=VALUE, such as seed=7, found '\(assignment)'.")
            }
            arguments += [
                "--\(assignment[..<equals])",
                String(assignment[assignment.index(after: equals)...]),
            ]
        }
        do {
            self = try Self.parse(arguments)
        } catch {
            throw ValidationError("--sandbox-option: \(Self.message(for: error))")
        }
    }

    func validate() throws {
        try require((0...65_535).contains(port), "--port", "0 to 65535", port)
        try require((1...4_000_000_000).contains(users), "--users", "1 to 4000000000", users)
        try require(latency >= 0, "--latency", "0 or more milliseconds", latency)
        try require(rateLimit >= 0, "--rate-limit", "0 or more requests", rateLimit)
    }

    var configuration: SandboxConfiguration {
        SandboxConfiguration(
            port: port, seed: seed, users: users, latencyMilliseconds: latency,
            rateLimit: rateLimit, replayFiles: replay)
    }
}
