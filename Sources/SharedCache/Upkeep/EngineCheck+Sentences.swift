import RedisClient

extension EngineCheck {
    /// What to do about an engine that cannot be checked.
    func sentence(_ error: RedisError) -> String {
        switch error {
        case .refused(let words):
            if let command = RESPValue.error(words).unknownCommand {
                return Self.missing([command])
            }
            return switch words.prefix(while: { $0 != " " }) {
            case "WRONGPASS":
                "\(url) does not accept the user '\(user)' with this password; give the right one with --shared-cache-password-file."
            case "NOAUTH":
                "\(url) requires a password; give it with --shared-cache-password-file."
            case "NOPERM": forbid("SUBSCRIBE or SELECT", words)
            case "DENIED":
                "\(url) accepts connections from its own machine only; see protected-mode in its configuration."
            default: "\(url) refuses the connection: \(words.prefix(200))"
            }
        case .mode(let mode):
            return
                "\(url) runs in \(mode) mode, which is not supported; use a standalone engine."
        case .tls(let reason):
            return
                "\(url): no TLS connection: \(reason); give its CA with --shared-cache-ca, and the name that its certificate has."
        case .certificateFile(let path):
            return
                "There are no CA certificates in '\(path)'; give a PEM file with --shared-cache-ca."
        default:
            return
                "\(url) cannot be asked: \(error); is it a Redis or Valkey server, and is it running?"
        }
    }

    static func missing(_ commands: [String]) -> String {
        "The engine has no \(commands.joined(separator: ", ")); remove rename-command from its configuration, or use another engine."
    }

    /// - Parameter words: the engine's own.
    func forbid(_ commands: String, _ words: String) -> String {
        "The user '\(user)' may not run \(commands) (\(words.prefix(200))); paste: \(EnginePermissions.rule(user: user))"
    }
}
