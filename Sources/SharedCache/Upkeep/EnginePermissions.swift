import RedisClient

/// The permissions that the engine's user needs, for servers and for `gitxplorer cache`.
///
/// The page for operators has them as an ACL rule; a test runs two servers under that rule.
package enum EnginePermissions {
    /// Each is tested with a harmless command, on keys that ``preparation`` and the trials remove.
    static let trials: [(name: String, command: RedisCommand)] =
        [
            trial("TIME"),
            trial("EVAL", "return 1", 0),
            trial("GET", text), trial("SET", text, "1", "PX", 1000), trial("INCR", text),
            trial("PTTL", text), trial("PEXPIRE", text, 1000), trial("TYPE", text),
            trial("HSET", hash, "f", "1"), trial("HGET", hash, "f"), trial("HMGET", hash, "f"),
            trial("HGETALL", hash), trial("HINCRBY", hash, "f", 1), trial("HDEL", hash, "f"),
            trial("ZADD", sorted, 1, "m"), trial("ZCARD", sorted), trial("ZCOUNT", sorted, 0, 1),
            trial("ZRANGE", sorted, 0, 0), trial("ZREMRANGEBYSCORE", sorted, 0, 0),
            trial("ZREM", sorted, "m"),
            trial("DEL", text, hash, sorted),
            trial("SCAN", "0", "MATCH", text, "COUNT", 1),
            trial("PUBLISH", "\(EngineKey.epoch):check", ""),
        ]

    /// What a server's connection must be able to do before it counts.
    ///
    /// After a refusal, the engine must pass every trial: otherwise a server would lose it again at
    /// the first refused command.
    static func probe(after error: RedisError?) -> [RedisCommand] {
        if case .refused = error { return [preparation] + trials.map(\.command) }
        return [
            RedisCommand(
                "EVAL", ["return redis.call('SET', KEYS[1], '1', 'PX', 1000)", 1, text])
        ]
    }

    /// Removes values that another program has under the keys of the trials.
    static let preparation = RedisCommand("DEL", [text, hash, sorted])

    /// The rule for a user with these permissions and no others.
    package static func rule(user: String) -> String {
        let names = trials.map { "+\($0.name.lowercased())" }.joined(separator: " ")
        return
            "ACL SETUSER \(user) on >PASSWORD resetkeys ~\(EngineKey.epoch):* resetchannels &\(EngineKey.epoch):* -@all +subscribe +select +info \(names)"
    }

    private static let text = "\(EngineKey.epoch):check:text"
    private static let hash = "\(EngineKey.epoch):check:hash"
    private static let sorted = "\(EngineKey.epoch):check:sorted"

    private static func trial(
        _ name: String, _ arguments: any RedisArgument...
    ) -> (name: String, command: RedisCommand) {
        (name, RedisCommand(name, arguments))
    }
}
