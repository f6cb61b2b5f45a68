import FoundationEssentials
package import RedisClient

/// The findings of `gitxplorer cache check --shared-cache` about an engine.
package struct EngineCheck: Sendable {
    /// Name and value, for people.
    package private(set) var findings: [(name: String, value: String)] = []
    /// A sentence for each thing that must change. It may contain text from the engine.
    package private(set) var faults: [String] = []

    private let configuration: RedisConfiguration
    private var url: String { configuration.url }
    private var user: String { configuration.user ?? "default" }

    /// Asks the engine, in less than ten seconds.
    package static func run(_ configuration: RedisConfiguration) async -> EngineCheck {
        var check = EngineCheck(configuration: configuration)
        let client = RedisClient(configuration, channels: [EngineKey.done, EngineKey.cleared])
        do throws(RedisError) {
            try await check.run(client)
        } catch {
            check.faults.append(error.failure.map(check.sentence) ?? "The check was ended.")
        }
        await client.shutdown()
        return check
    }

    private init(configuration: RedisConfiguration) {
        self.configuration = configuration
    }

    private mutating func run(_ client: RedisClient) async throws(RedisError) {
        // Connects, so that the times below do not include the connection's setup.
        _ = try await client.send(RedisCommand("TIME"))
        var isReplica = false
        if case .up(let facts) = client.currentState {
            look(at: facts)
            isReplica = facts.role == "replica" || facts.role == "slave"
        }
        if isReplica {
            faults.append(
                "The engine is a replica, which takes no writes; give the address of its primary.")
        }
        do throws(RedisError) {
            try await tryCommands(client, isReplica: isReplica)
        } catch .unanswered(.silent) {
            faults.append(
                "\(url) answers TIME, but not the other commands; if its writes are paused, CLIENT UNPAUSE ends that."
            )
            return
        }
        try await lookAtMemory(client)
        try await lookAtClock(client)
    }

    private mutating func look(at facts: RedisServerFacts) {
        let version = facts.version.prefix(40)
        findings.append(("engine", "\(facts.server.prefix(40)) \(version) at \(url)"))
        let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        if facts.server == "redis", numbers.count == 2, (numbers[0], numbers[1]) < (6, 2) {
            faults.append("Redis \(version) is too old; 6.2 or newer is needed.")
        }
    }

    private mutating func tryCommands(
        _ client: RedisClient, isReplica: Bool
    ) async throws(RedisError) {
        let trials = EnginePermissions.trials
        let replies = try await client.send(
            [EnginePermissions.preparation] + trials.map(\.command)
        ).dropFirst()
        var missing: [String] = []
        var forbidden: [String] = []
        var words = ""
        var refusal: String?
        var surprise: String?
        for (trial, reply) in zip(trials, replies) {
            guard case .error(let text) = reply else { continue }
            switch reply.errorCode {
            case "NOPERM":
                forbidden.append(trial.name)
                words = text
            // The sentence about a replica says it already.
            case "READONLY" where isReplica: break
            case "OOM", "MISCONF", "READONLY", "NOREPLICAS": refusal = text
            // No script has the digest of the trial.
            case "NOSCRIPT": break
            case _ where reply.unknownCommand != nil: missing.append(trial.name)
            default: surprise = "The engine refuses \(trial.name): \(text.prefix(200))"
            }
        }
        let amounts = [(missing, "missing"), (forbidden, "not permitted")]
            .filter { !$0.0.isEmpty }
            .map { "\($0.count) of \(trials.count) are \($1)" }
        findings.append(
            (
                "commands",
                amounts.isEmpty
                    ? "all \(trials.count) are permitted" : amounts.joined(separator: ", ")
            ))
        if !missing.isEmpty { faults.append(Self.missing(missing)) }
        if !forbidden.isEmpty {
            faults.append(
                "The user '\(user)' may not run \(forbidden.joined(separator: ", ")) (\(words.prefix(200))); paste: \(EnginePermissions.rule(user: user))"
            )
        }
        if let refusal {
            faults.append("The engine takes no writes: \(refusal.prefix(200))")
        }
        if let surprise { faults.append(surprise) }
    }

    private static func missing(_ commands: [String]) -> String {
        "The engine has no \(commands.joined(separator: ", ")); remove rename-command from its configuration, or use another engine."
    }

    private mutating func lookAtMemory(_ client: RedisClient) async throws(RedisError) {
        let reply = try await client.send(RedisCommand("INFO", ["memory"]))
        guard let text = reply.text else {
            let reason =
                reply.unknownCommand == nil
                ? "the user '\(user)' may not run INFO" : "the engine has no INFO"
            findings.append(("memory", "unknown: \(reason)"))
            return
        }
        var values: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            values[line[..<colon]] = line[line.index(after: colon)...]
        }
        guard let maximum = values["maxmemory"].flatMap({ Int($0) }), maximum >= 0,
            let policy = values["maxmemory_policy"]?.prefix(40)
        else {
            findings.append(("memory", "unknown: INFO does not tell"))
            return
        }
        let used = max(0, values["used_memory"].flatMap { Int($0) } ?? 0)
        let bound = maximum == 0 ? ", no bound" : " of \(Self.mebibytes(maximum))"
        findings.append(("memory", "\(Self.mebibytes(used))\(bound), \(policy)"))
        if maximum == 0 {
            faults.append(
                "The engine's memory has no bound; set one, such as: CONFIG SET maxmemory 256mb")
        }
        if !["allkeys-lru", "allkeys-lfu"].contains(policy) {
            faults.append(
                "The policy \(policy) does not evict the least recently used responses; set: CONFIG SET maxmemory-policy allkeys-lru"
            )
        }
    }

    private mutating func lookAtClock(_ client: RedisClient) async throws(RedisError) {
        var best: (trip: Duration, ahead: Double)?
        for _ in 0..<5 {
            let before = ContinuousClock.now
            let reply = try await client.send(RedisCommand("TIME"))
            let trip = ContinuousClock.now - before
            let middle = Date.now.timeIntervalSince1970 - trip.inSeconds / 2
            guard let parts = reply.elements, parts.count == 2, let seconds = parts[0].integer,
                let rest = parts[1].integer
            else { return }
            let ahead = Double(seconds) + Double(rest) / 1_000_000 - middle
            if best.map({ trip < $0.trip }) ?? true { best = (trip, ahead) }
        }
        guard let best, best.ahead.isFinite, abs(best.ahead) < 1e9 else { return }
        findings.append(("clock", Self.difference(best.ahead)))
        let tenths = Int((best.trip.inSeconds * 10_000).rounded(.up))
        findings.append(("round trip", "\(tenths / 10).\(tenths % 10) ms"))
    }

    /// The clocks may differ, because ages follow the engine's clock only.
    private static func difference(_ seconds: Double) -> String {
        let milliseconds = Int((abs(seconds) * 1000).rounded())
        let amount =
            milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) seconds"
        return "\(amount) \(seconds < 0 ? "behind" : "ahead of") this machine's"
    }

    private static func mebibytes(_ bytes: Int) -> String {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: 1 << 20)
        return rest == 0 ? "\(whole) MiB" : "\(whole).\((rest * 10) >> 20) MiB"
    }

    private func sentence(_ failure: RedisFailure) -> String {
        switch failure {
        case .refused(let words):
            if let command = RESPValue.error(words).unknownCommand {
                return Self.missing([command])
            }
            return switch words.prefix(while: { $0 != " " }) {
            case "WRONGPASS":
                "\(url) does not accept the user '\(user)' with this password; give the right one with --shared-cache-password-file."
            case "NOAUTH":
                "\(url) wants a password; give it with --shared-cache-password-file."
            case "NOPERM":
                "The user '\(user)' may not subscribe or select (\(words.prefix(200))); paste: \(EnginePermissions.rule(user: user))"
            case "DENIED":
                "\(url) takes connections from its own machine only; see protected-mode in its configuration."
            default: "\(url) refuses the connection: \(words.prefix(200))"
            }
        case .mode(let mode):
            return
                "\(url) runs in \(mode) mode, which is not supported; use an engine of its own, without it."
        case .tls(let reason):
            return
                "\(url): TLS does not come about: \(reason); give its CA with --shared-cache-ca, and the name that is in its certificate."
        case .certificateFile(let path):
            return
                "There are no CA certificates in '\(path)'; give a PEM file with --shared-cache-ca."
        case .unreachable, .timedOut, .unproven, .silent, .slow, .endless, .closed, .unaskedReply,
            .malformed:
            return
                "\(url) cannot be asked: \(failure); is it a Redis or Valkey server, and is it running?"
        }
    }
}

extension RESPValue {
    /// The command that the engine does not have, if that is why it replied with an error.
    var unknownCommand: String? {
        // ERR unknown command 'SCAN', with args beginning with: ... Redis 6 has backquotes.
        guard case .error(let text) = self, text.hasPrefix("ERR unknown command") else {
            return nil
        }
        let words = text.split(maxSplits: 2) { "'`".contains($0) }
        return words.count > 1 ? String(words[1].prefix(40)).uppercased() : ""
    }
}
