package import HTTPCore
package import RedisClient

/// The operations of `gitxplorer cache` on an engine, while servers may be running.
package enum EngineUpkeep {
    /// Removes all shared responses and makes every running server clear its own cache.
    ///
    /// Only keys of this format's epoch are changed. The state of GitHub's limits is kept, because
    /// it remains true.
    ///
    /// - Returns: the number of responses that the engine had.
    package static func clear(_ client: RedisClient) async throws(RedisError) -> Int {
        // The counter comes first, so that a server that stores a response in between removes it.
        try await tell(client)
        let removed = try await removeResponses(client)
        try await tell(client)
        return removed
    }

    /// Removes all responses and the keys that refer to them, and counts the responses.
    static func removeResponses(_ client: RedisClient) async throws(RedisError) -> Int {
        var removed = 0
        try await forEachPage(client) { (keys) async throws(RedisError) in
            let responses = keys.filter(isResponse)
            let all = responses + keys.filter { $0.hasPrefix(EngineKey.tag("")) }
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

    package static func statistics(_ client: RedisClient) async throws(RedisError) -> Statistics {
        let time = try await checked(client, RedisCommand("TIME"))
        let now = time.elements?.first?.integer ?? 0
        let servers = try await checked(
            client,
            RedisCommand("ZCOUNT", [EngineKey.servers, max(0, now) - Presence.absence, "+inf"]))
        // The next server removes a value that is not a hash.
        let counts = try await client.send(
            RedisCommand("HMGET", [EngineKey.totals] + SharingCounts.named.map(\.name)))
        var totals = SharingCounts()
        for ((_, path), count) in zip(SharingCounts.named, counts.elements ?? []) {
            totals[keyPath: path] = Int(max(0, count.integer ?? 0))
        }
        var responses = 0
        try await forEachPage(client) { (keys) async throws(RedisError) in
            responses += keys.count(where: isResponse)
        }
        return Statistics(
            servers: Int(max(0, servers.integer ?? 0)), responses: responses, totals: totals)
    }

    private static func isResponse(_ key: String) -> Bool {
        key.hasSuffix("}:r")
    }

    /// Passes all keys of the epoch, about a thousand at a time; the engine may repeat some.
    private static func forEachPage(
        _ client: RedisClient, _ body: ([String]) async throws(RedisError) -> Void
    ) async throws(RedisError) {
        var cursor = "0"
        // The cursor of a correct engine ends; the limit protects against an incorrect one.
        for _ in 0..<100_000 {
            let reply = try await checked(
                client,
                RedisCommand("SCAN", [cursor, "MATCH", "\(EngineKey.epoch):*", "COUNT", 1000]))
            guard let parts = reply.elements, parts.count == 2, let next = parts[0].text else {
                throw .unanswered(.unaskedReply)
            }
            try await body((parts[1].elements ?? []).compactMap(\.text))
            if next == "0" { return }
            cursor = next
        }
    }

    private static func tell(_ client: RedisClient) async throws(RedisError) {
        _ = try await checked(client, RedisCommand("INCR", [EngineKey.clears]))
        _ = try await checked(client, RedisCommand("PUBLISH", [EngineKey.cleared, "cache-clear "]))
    }

    /// Throws an error in the engine's reply.
    private static func checked(
        _ client: RedisClient, _ command: RedisCommand
    ) async throws(RedisError) -> RESPValue {
        let reply = try await client.send(command)
        if case .error(let words) = reply { throw .unanswered(.refused(words)) }
        return reply
    }
}
