/// Gives every flag its environment variable: `GITXPLORER_API_URL` for `--api-url`.
///
/// What the environment sets is put before what the command line says, so that the command line
/// wins. A flag without a value is set by `1`, `true`, `yes` or `on`.
struct EnvironmentArguments {
    enum Kind: Hashable {
        case value, flag
        /// May be repeated; the variable separates values by commas.
        case list
    }

    let environment: [String: String]

    /// The command line of `command` with the environment's part put in.
    func arguments(_ commandLine: [String]) -> [String] {
        guard let command = commandLine.first, let flags = Self.flags[command] else {
            return commandLine
        }
        var arguments = [command]
        for (name, kind) in flags.sorted(by: { $0.key < $1.key }) {
            guard let value = environment[Self.variable(for: name)], !value.isEmpty else {
                continue
            }
            switch kind {
            case .value: arguments += ["--\(name)", value]
            case .list: arguments += value.split(separator: ",").flatMap { ["--\(name)", "\($0)"] }
            case .flag where ["1", "true", "yes", "on"].contains(value.lowercased()):
                arguments.append("--\(name)")
            case .flag: break
            }
        }
        return arguments + commandLine.dropFirst()
    }

    /// `api-url` gives `GITXPLORER_API_URL`.
    static func variable(for flag: String) -> String {
        "GITXPLORER_" + flag.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    /// Flags by command. A test compares them with what the commands accept.
    static let flags: [String: [String: Kind]] = [
        "serve": upstream.merging(serve) { $1 },
        "call": upstream.merging(["connect": .value, "client-secret-file": .value]) { $1 },
        "login": upstream.merging(["with-token": .flag, "scope": .list]) { $1 },
        "sandbox": [
            "port": .value, "seed": .value, "users": .value, "latency": .value,
            "rate-limit": .value, "replay": .list,
        ],
    ]

    private static let upstream: [String: Kind] = [
        "api-url": .value, "sandbox": .flag, "sandbox-option": .list, "cache": .value,
        "cache-max-bytes": .value, "stale-while-revalidate": .value, "offline": .flag,
        "token-file": .value, "web-url": .value, "oauth-client-id": .value,
        "upstream-timeout": .value, "request-timeout": .value, "upstream-concurrency": .value,
        "log-level": .value, "log-format": .value, "log-http": .flag,
    ]

    private static let serve: [String: Kind] = [
        "stdio": .flag, "socket": .value, "listen": .value, "framing": .value,
        "max-message-bytes": .value, "max-in-flight": .value, "idle-frame-timeout": .value,
        "idle-exit": .value, "client-secret-file": .value, "allow-remote": .flag,
        "parent-pid": .value, "ready-file": .value,
    ]
}
