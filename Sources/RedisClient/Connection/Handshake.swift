import Secrets

/// The first commands on a connection: sign-in, name, database, probe, subscriptions.
///
/// They are sent in one packet. `HELLO` needs no permission, so that a user with few permissions
/// can sign in. It is repeated at the end because a successful subscription has no reply of its
/// own.
struct Handshake {
    let commands: [RedisCommand]
    /// Replies that have not arrived.
    private var missing: Int
    private var facts: RedisServerFacts?

    /// - Parameter probe: commands that the engine must run, unless it has no memory left.
    init(_ configuration: RedisConfiguration, channels: [String], probe: [RedisCommand] = []) {
        var hello = ["3"]
        if configuration.user != nil || configuration.password != nil {
            let password = configuration.password?.reveal() ?? ""
            hello += ["AUTH", configuration.user ?? "default", password]
        }
        hello += ["SETNAME", "gitxplorer"]
        var commands = [RedisCommand("HELLO", hello)]
        if configuration.database != 0 {
            commands.append(RedisCommand("SELECT", [configuration.database]))
        }
        commands += probe
        missing = commands.count + 1
        if !channels.isEmpty {
            commands.append(RedisCommand("SUBSCRIBE", channels))
        }
        self.commands = commands + [RedisCommand("HELLO", ["3"])]
    }

    /// The engine has signed the client in.
    var isSignedIn: Bool { facts != nil }

    /// Takes a reply, and returns the facts when all commands have succeeded.
    mutating func receive(_ reply: RESPValue) throws(RedisError) -> RedisServerFacts? {
        if case .error(let words) = reply, !reply.isOutOfMemory {
            throw .refused(words)
        }
        guard missing > 0 else { throw .unaskedReply }
        missing -= 1
        // The first reply is that to the first HELLO.
        if facts == nil {
            if let mode = reply["mode"]?.text, mode != "standalone" { throw .mode(mode) }
            guard let version = reply["version"]?.text else { throw .unaskedReply }
            facts = RedisServerFacts(
                server: reply["server"]?.text ?? "redis", version: version,
                role: reply["role"]?.text ?? "master")
        }
        return missing == 0 ? facts : nil
    }
}
