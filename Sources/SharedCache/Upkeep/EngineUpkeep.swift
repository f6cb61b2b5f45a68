import FoundationEssentials
package import HTTPCore
package import RedisClient

/// The operations of `gitxplorer cache` on an engine, while servers may be running.
package enum EngineUpkeep {
    /// The longest time for all pages of an engine's keys.
    private static let longestPass = Duration.seconds(30)

    /// Removes all shared responses and makes every running server clear its own cache.
    ///
    /// Only keys of this format's epoch are changed. The state of GitHub's limits is kept, because
    /// it remains true.
    ///
    /// - Returns: the number of responses that the engine had.
    package static func clear(_ client: any EngineClient) async throws(RedisError) -> Int {
        // The counter comes first, so that a server that stores a response in between removes it.
        try await tell(client)
        let removed = try await removeResponses(client)
        try await tell(client)
        return removed
    }

    /// Removes all responses and the keys that refer to them, and counts the responses.
    static func removeResponses(
        _ client: any EngineClient, pace: Pace = .real
    ) async throws(RedisError) -> Int {
        var removed = 0
        try await forEachPage(client, pace) { (keys) async throws(RedisError) in
            let responses = keys.filter(isResponse)
            let all = responses + keys.filter { $0.starts(with: EngineKey.tag("").utf8) }
            guard !all.isEmpty else { return }
            _ = try await checked(client, RedisCommand("DEL", all))
            removed += responses.count
        }
        return removed
    }

    /// What the engine knows about its servers.
    package struct Statistics: Sendable {
        /// Servers that were seen recently.
        package var servers: Int
        /// Stored responses.
        package var responses: Int
        /// The counts of all servers, including those that have ended; a few seconds old.
        package var totals: SharingCounts
    }

    /// A value of the wrong type counts as missing; the next server removes it.
    package static func statistics(_ client: any EngineClient) async throws(RedisError)
        -> Statistics
    {
        let time = try await checked(client, RedisCommand("TIME"))
        let now = min(max(0, time.elements?.first?.integer ?? 0), 1 << 33)
        let servers = try await client.send(
            RedisCommand(
                "ZCOUNT",
                [EngineKey.servers, now - Presence.absence, now + Presence.absence]))
        if case .error(let words) = servers, servers.errorCode != "WRONGTYPE" {
            throw .unanswered(.refused(words))
        }
        let counts = try await client.send(
            RedisCommand("HMGET", [EngineKey.totals] + SharingCounts.named.map(\.name)))
        var totals = SharingCounts()
        for ((_, path), count) in zip(SharingCounts.named, counts.elements ?? []) {
            totals[keyPath: path] = count.integer.map(count(of:)) ?? 0
        }
        var responses = 0
        try await forEachPage(client, .real) { (keys) async throws(RedisError) in
            responses += keys.count(where: isResponse)
        }
        return Statistics(
            servers: servers.integer.map(count(of:)) ?? 0, responses: responses, totals: totals)
    }

    /// Increments the counter of clears, and replaces a value that cannot be one.
    ///
    /// The replacement is the time in microseconds: a server that knows an earlier counter must
    /// see another number, also if the cache is cleared twice.
    static func countClear(_ client: any EngineClient) async throws(RedisError) -> Int64 {
        let reply = try await client.send(RedisCommand("INCR", [EngineKey.clears]))
        if let counter = reply.integer, counter > 0 { return counter }
        if case .error(let words) = reply {
            // Neither a number nor below the largest one.
            let isForeign = reply.errorCode == "WRONGTYPE" || reply.errorCode == "ERR"
            guard isForeign, reply.unknownCommand == nil else {
                throw .unanswered(.refused(words))
            }
        }
        let counter = Int64(Date.now.timeIntervalSince1970 * 1_000_000)
        _ = try await checked(client, RedisCommand("SET", [EngineKey.clears, counter]))
        return counter
    }

    /// A number of the engine as a count. JSON has larger numbers only for some readers.
    private static func count(of number: Int64) -> Int {
        Int(min(max(0, number), 1 << 53))
    }

    private static func isResponse(_ key: [UInt8]) -> Bool {
        key.suffix(3) == Array("}:r".utf8)[...]
    }

    /// Passes all keys of the epoch, about a thousand at a time; the engine may repeat some.
    ///
    /// - Throws: ``RedisError/shutDown`` if the task is cancelled.
    private static func forEachPage(
        _ client: any EngineClient, _ pace: Pace,
        _ body: ([[UInt8]]) async throws(RedisError) -> Void
    ) async throws(RedisError) {
        var cursor = "0"
        let end = pace.now() + longestPass
        // The cursor of a correct engine ends; the limit protects against an incorrect one.
        while pace.now() < end {
            if Task.isCancelled { throw .shutDown }
            let reply = try await checked(
                client,
                RedisCommand("SCAN", [cursor, "MATCH", "\(EngineKey.epoch):*", "COUNT", 1000]))
            guard let parts = reply.elements, parts.count == 2, let next = parts[0].text else {
                throw .unanswered(.unaskedReply)
            }
            try await body((parts[1].elements ?? []).compactMap(\.bytes))
            if next == "0" { return }
            cursor = next
        }
        throw .unanswered(.endless)
    }

    private static func tell(_ client: any EngineClient) async throws(RedisError) {
        _ = try await countClear(client)
        _ = try await checked(client, RedisCommand("PUBLISH", [EngineKey.cleared, "cache-clear "]))
    }

    /// Throws an error in the engine's reply.
    private static func checked(
        _ client: any EngineClient, _ command: RedisCommand
    ) async throws(RedisError) -> RESPValue {
        let reply = try await client.send(command)
        if case .error(let words) = reply { throw .unanswered(.refused(words)) }
        return reply
    }
}
