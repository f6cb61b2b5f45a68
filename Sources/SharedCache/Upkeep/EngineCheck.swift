import FoundationEssentials
package import RedisClient

/// The findings of `gitxplorer cache check --shared-cache` about an engine.
package struct EngineCheck: Sendable {
    /// Name and value, for people.
    package private(set) var findings: [(name: String, value: String)] = []
    /// A sentence for each thing that must change. It may contain text from the engine.
    package private(set) var faults: [String] = []

    let configuration: RedisConfiguration
    private let client: RedisClient
    private var isReplica = false

    var url: String { configuration.url }
    var user: String { configuration.user ?? "default" }

    /// Asks the engine, in less than ten seconds.
    package static func run(_ configuration: RedisConfiguration) async -> EngineCheck {
        var check = EngineCheck(configuration)
        do throws(RedisError) {
            try await check.run()
        } catch {
            check.faults.append(check.sentence(error))
        }
        await check.client.shutdown()
        return check
    }

    private init(_ configuration: RedisConfiguration) {
        self.configuration = configuration
        client = RedisClient(configuration, channels: [EngineKey.done, EngineKey.cleared])
    }

    private mutating func run() async throws(RedisError) {
        // Connects, so that the times below do not include the connection's setup.
        _ = try await client.send(RedisCommand("TIME"))
        if case .up(let facts) = client.currentState { look(at: facts) }
        do throws(RedisError) {
            try await tryCommands()
        } catch .silent {
            faults.append(
                "\(url) answers TIME, but not the other commands; if its writes are paused, CLIENT UNPAUSE ends that."
            )
            return
        }
        try await lookAtMemory()
        try await lookAtClock()
    }

    private mutating func look(at facts: RedisServerFacts) {
        let version = facts.version.prefix(40)
        findings.append(("engine", "\(facts.server.prefix(40)) \(version) at \(url)"))
        let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
        if facts.server == "redis", numbers.count == 2, (numbers[0], numbers[1]) < (6, 2) {
            faults.append("Redis \(version) is too old; 6.2 or newer is needed.")
        }
        isReplica = ["replica", "slave"].contains(facts.role)
        if isReplica {
            faults.append(
                "The engine is a replica, which accepts no writes; give the address of its primary."
            )
        }
    }

    private mutating func tryCommands() async throws(RedisError) {
        let trials = EnginePermissions.trials
        let replies = try await client.send(
            [EnginePermissions.preparation] + trials.map(\.command)
        ).dropFirst()
        var missing: [String] = []
        var forbidden: [String] = []
        var words = ""
        var refusal: String?
        for (trial, reply) in zip(trials, replies) {
            guard case .error(let text) = reply else { continue }
            switch reply.errorCode {
            case "NOPERM":
                forbidden.append(trial.name)
                words = text
            // The sentence about a replica says it already.
            case "READONLY" where isReplica: break
            case "OOM", "MISCONF", "READONLY", "NOREPLICAS":
                refusal = "The engine accepts no writes: \(text.prefix(200))"
            case _ where reply.unknownCommand != nil: missing.append(trial.name)
            default: refusal = refusal ?? "The engine refuses \(trial.name): \(text.prefix(200))"
            }
        }
        let amounts = [(missing, "missing"), (forbidden, "not permitted")]
            .filter { !$0.0.isEmpty }
            .map { "\($0.count) of \(trials.count) are \($1)" }
            .joined(separator: ", ")
        findings.append(
            ("commands", amounts.isEmpty ? "all \(trials.count) are permitted" : amounts))
        if !missing.isEmpty { faults.append(Self.missing(missing)) }
        if !forbidden.isEmpty { faults.append(forbid(forbidden.joined(separator: ", "), words)) }
        if let refusal { faults.append(refusal) }
    }

    private mutating func lookAtMemory() async throws(RedisError) {
        let reply = try await client.send(RedisCommand("INFO", ["memory"]))
        let lines = (reply.text ?? "").split(whereSeparator: \.isNewline)
        func value(_ name: String) -> Substring? {
            lines.last { $0.hasPrefix("\(name):") }?.dropFirst(name.count + 1)
        }
        guard let maximum = value("maxmemory").flatMap({ Int($0) }), maximum >= 0,
            let policy = value("maxmemory_policy")?.prefix(40)
        else {
            let reason =
                switch (reply.text, reply.unknownCommand) {
                case (nil, nil): "the user '\(user)' may not run INFO"
                case (nil, _): "the engine has no INFO"
                default: "INFO does not report it"
                }
            return findings.append(("memory", "unknown: \(reason)"))
        }
        let used = max(0, value("used_memory").flatMap { Int($0) } ?? 0)
        let bound = maximum == 0 ? ", no limit" : " of \(Self.mebibytes(maximum))"
        findings.append(("memory", "\(Self.mebibytes(used))\(bound), \(policy)"))
        if maximum == 0 {
            faults.append(
                "The engine's memory has no limit; set one, such as: CONFIG SET maxmemory 256mb")
        }
        if !["allkeys-lru", "allkeys-lfu"].contains(policy) {
            faults.append(
                "The policy \(policy) does not evict the least recently used responses; set: CONFIG SET maxmemory-policy allkeys-lru"
            )
        }
    }

    private static func mebibytes(_ bytes: Int) -> String {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: 1 << 20)
        return rest == 0 ? "\(whole) MiB" : "\(whole).\((rest * 10) >> 20) MiB"
    }

    /// The clocks may differ, because ages follow the engine's clock only.
    private mutating func lookAtClock() async throws(RedisError) {
        let before = ContinuousClock.now
        let reply = try await client.send(RedisCommand("TIME"))
        let trip = (ContinuousClock.now - before).inSeconds
        guard let time = EngineTime(reply) else { return }
        let middle = Date.now.timeIntervalSince1970 - trip / 2
        let ahead = Double(time.microseconds) / 1_000_000 - middle
        let milliseconds = Int((abs(ahead) * 1000).rounded())
        let amount =
            milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) seconds"
        let direction = ahead < 0 ? "behind" : "ahead of"
        findings.append(("clock", "\(amount) \(direction) this machine's"))
        let tenths = Int((trip * 10_000).rounded(.up))
        findings.append(("round trip", "\(tenths / 10).\(tenths % 10) ms"))
    }
}
