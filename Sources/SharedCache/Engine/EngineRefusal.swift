import RedisClient

/// Why an engine that answers runs no scripts for this server.
enum EngineRefusal: Hashable, Sendable {
    /// It has no room left.
    case full
    /// Its user may not do something; in the engine's own words.
    case forbidden(String)

    init?(_ reply: RESPValue) {
        guard case .error(let words) = reply else { return nil }
        switch reply.errorCode {
        case "OOM", "MISCONF": self = .full
        case "NOPERM": self = .forbidden(words)
        // Of a command within a script; Valkey, then Redis.
        case "ERR" where words.contains("ACL failure") || words.contains("can't run this command"):
            self = .forbidden(words)
        default: return nil
        }
    }
}
