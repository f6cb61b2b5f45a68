package import HTTPCore
package import RedisClient

/// What `gitxplorer cache` does with an engine, beside running servers.
package enum EngineUpkeep {
    /// Removes all shared responses and has every running server forget its own.
    ///
    /// Only keys of this format's epoch are touched. What is known of GitHub's limits stays, since
    /// it does not become untrue.
    ///
    /// - Returns: how many responses the engine had.
    package static func clear(_ client: RedisClient) async throws(RedisError) -> Int {
        // Counted first: a server that stores between the two forgets it again.
        try await tell(client)
        let removed = try await removeResponses(client)
        try await tell(client)
        return removed
    }

    /// Removes all responses and what points to them, and counts the responses.
    static func removeResponses(_ client: RedisClient) async throws(RedisError) -> Int {
        var removed = 0
        try await forEachPage(client) { (keys) async throws(RedisError) in
            let responses = keys.filter(isResponse)
            let all = responses + keys.filter { $0.hasPrefix(EngineKey.tag("")) }
            guard !all.isEmpty else { return }
            _ = try await checked(client, RedisCommand("DEL", all.map { RedisArgument($0) }))
            removed += responses.count
        }
        return removed
    }

    /// What the engine knows of those who share it.
    package struct Statistics: Sendable {
        /// Servers that were seen lately.
        package var servers: Int
        /// Responses that are there.
        package var responses: Int
        /// What all servers did, those included that have ended; a few seconds old.
        package var totals: SharingCounts
    }

    package static func statistics(_ client: RedisClient) async throws(RedisError) -> Statistics {
        let time = try await checked(client, RedisCommand("TIME"))
        let now = time.elements?.first?.integer ?? 0
        let earliest = RedisArgument(max(0, now) - Presence.absence)
        let servers = try await checked(
            client,
            RedisCommand("ZCOUNT", [RedisArgument(EngineKey.servers), earliest, "+inf"]))
        let names = SharingCounts.named.map { RedisArgument($0.name) }
        // What is no hash is removed by the next server that looks.
        let counts = try await client.send(
            RedisCommand("HMGET", [RedisArgument(EngineKey.totals)] + names))
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

    /// Hands over all keys of the epoch, a thousand or so at a time; the engine may repeat some.
    private static func forEachPage(
        _ client: RedisClient, _ body: ([String]) async throws(RedisError) -> Void
    ) async throws(RedisError) {
        let pattern = RedisArgument("\(EngineKey.epoch):*")
        var cursor = "0"
        // Each page is bounded, and the cursor ends; the bound is for an engine that makes it up.
        for _ in 0..<100_000 {
            let reply = try await checked(
                client,
                RedisCommand("SCAN", [RedisArgument(cursor), "MATCH", pattern, "COUNT", 1000]))
            guard let parts = reply.elements, parts.count == 2, let next = parts[0].text else {
                throw .unanswered(.unaskedReply)
            }
            try await body((parts[1].elements ?? []).compactMap(\.text))
            if next == "0" { return }
            cursor = next
        }
    }

    private static func tell(_ client: RedisClient) async throws(RedisError) {
        _ = try await checked(client, RedisCommand("INCR", [RedisArgument(EngineKey.clears)]))
        _ = try await checked(
            client, RedisCommand("PUBLISH", [RedisArgument(EngineKey.cleared), "cache-clear "]))
    }

    /// An error that the engine replies with is thrown here.
    private static func checked(
        _ client: RedisClient, _ command: RedisCommand
    ) async throws(RedisError) -> RESPValue {
        let reply = try await client.send(command)
        if case .error(let words) = reply { throw .unanswered(.refused(words)) }
        return reply
    }
}
