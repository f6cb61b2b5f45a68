import FoundationEssentials
package import HTTPCore
package import RedisClient

/// The operations of `gitxplorer cache` on an engine, while servers may be running.
package struct EngineUpkeep: Sendable {
    /// What the engine knows about its servers.
    package struct Statistics: Sendable {
        /// Servers that were seen recently.
        package var servers: Int
        /// Stored responses.
        package var responses: Int
        /// The counts of all servers, including those that have ended; a few seconds old.
        package var totals: SharingCounts
    }

    /// The longest time for all pages of an engine's keys.
    private static let longestPass = Duration.seconds(30)

    private let client: any EngineClient
    private let pace: Pace

    package init(_ client: any EngineClient, pace: Pace = Pace()) {
        self.client = client
        self.pace = pace
    }

    /// Removes and counts the shared responses of this format's epoch, and makes every running server
    /// clear its own cache. The state of GitHub's limits is kept, because it remains true.
    package func clear() async throws(RedisError) -> Int {
        // The counter comes first, so that a server that stores a response in between removes it.
        try await tell()
        let removed = try await removeResponses()
        try await tell()
        return removed
    }

    /// A value of the wrong type counts as missing; the next server removes it.
    package func statistics() async throws(RedisError) -> Statistics {
        let time = try await checked(RedisCommand("TIME"))
        let now = min(max(0, time.elements?.first?.integer ?? 0), 1 << 33)
        let servers = try await client.send(
            RedisCommand(
                "ZCOUNT",
                [EngineKey.servers, now - Presence.absence, now + Presence.absence]))
        if case .error(let words) = servers, servers.errorCode != "WRONGTYPE" {
            throw .refused(words)
        }
        let counts = try await client.send(
            RedisCommand("HMGET", [EngineKey.totals] + SharingCounts.named.map(\.name)))
        // JSON has larger numbers only for some readers.
        func count(_ value: RESPValue) -> Int { Int(min(max(0, value.integer ?? 0), 1 << 53)) }
        var totals = SharingCounts()
        for ((_, path), value) in zip(SharingCounts.named, counts.elements ?? []) {
            totals[keyPath: path] = count(value)
        }
        var responses = 0
        try await forEachPage { (keys) in responses += keys.count(where: Self.isResponse) }
        return Statistics(servers: count(servers), responses: responses, totals: totals)
    }

    /// Removes all responses and the keys that refer to them, and counts the responses.
    func removeResponses() async throws(RedisError) -> Int {
        var removed = 0
        try await forEachPage { (keys) async throws(RedisError) in
            let responses = keys.filter(Self.isResponse)
            let all = responses + keys.filter { $0.starts(with: EngineKey.tag("").utf8) }
            guard !all.isEmpty else { return }
            _ = try await checked(RedisCommand("DEL", all))
            removed += responses.count
        }
        return removed
    }

    /// Increments the counter of clears, and replaces a value that cannot be one.
    ///
    /// The replacement is the time in microseconds: a server that knows an earlier counter must
    /// see another number, also if the cache is cleared twice.
    func countClear() async throws(RedisError) -> Int64 {
        let reply = try await client.send(RedisCommand("INCR", [EngineKey.clears]))
        if let counter = reply.integer, counter > 0 { return counter }
        if case .error(let words) = reply {
            // Neither a number nor below the largest one.
            let isForeign = reply.errorCode == "WRONGTYPE" || reply.errorCode == "ERR"
            guard isForeign, reply.unknownCommand == nil else { throw .refused(words) }
        }
        let counter = Int64(Date.now.timeIntervalSince1970 * 1_000_000)
        _ = try await checked(RedisCommand("SET", [EngineKey.clears, counter]))
        return counter
    }

    private func tell() async throws(RedisError) {
        _ = try await countClear()
        _ = try await checked(RedisCommand("PUBLISH", [EngineKey.cleared, "cache-clear "]))
    }

    private static func isResponse(_ key: [UInt8]) -> Bool {
        key.suffix(3) == Array("}:r".utf8)[...]
    }

    /// Passes all keys of the epoch, about a thousand at a time; the engine may repeat some.
    private func forEachPage(
        _ body: ([[UInt8]]) async throws(RedisError) -> Void
    ) async throws(RedisError) {
        var cursor = "0"
        let end = pace.now() + Self.longestPass
        // The cursor of a correct engine ends; the limit protects against an incorrect one.
        while pace.now() < end {
            if Task.isCancelled { throw .shutDown }
            let reply = try await checked(
                RedisCommand("SCAN", [cursor, "MATCH", "\(EngineKey.epoch):*", "COUNT", 1000]))
            guard let parts = reply.elements, parts.count == 2, let next = parts[0].text else {
                throw .unaskedReply
            }
            try await body((parts[1].elements ?? []).compactMap(\.bytes))
            if next == "0" { return }
            cursor = next
        }
        throw .endless
    }

    /// Throws an error in the engine's reply.
    private func checked(_ command: RedisCommand) async throws(RedisError) -> RESPValue {
        let reply = try await client.send(command)
        if case .error(let words) = reply { throw .refused(words) }
        return reply
    }
}
