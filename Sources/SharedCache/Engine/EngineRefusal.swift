import RedisClient

/// Why a reachable engine runs no scripts for this server.
enum EngineRefusal: Hashable, Sendable {
    /// It has no memory left.
    case full
    /// The user lacks a permission; in the engine's own words.
    case forbidden(String)

    init?(_ reply: RESPValue) {
        guard case .error(let words) = reply else { return nil }
        switch reply.errorCode {
        case "OOM", "MISCONF": self = .full
        case "NOPERM": self = .forbidden(words)
        // From a command in a script: Valkey's words, then those of Redis.
        case "ERR" where words.contains("ACL failure") || words.contains("can't run this command"):
            self = .forbidden(words)
        default: return nil
        }
    }
}
