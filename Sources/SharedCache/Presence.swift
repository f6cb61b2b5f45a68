import HTTPCore
import RedisClient
import Synchronization

/// Announces this server to the others, counts them, and adds this server's counts to the totals,
/// every five seconds while there is a connection.
final class Presence: Sendable {
    private static let interval = Duration.seconds(5)
    /// In seconds. A server that has not been seen for three intervals is gone.
    static let absence: Int64 = 15
    private static let mostServers: Int64 = 10_000

    private struct State {
        var task: Task<Void, Never>?
        var servers = 1
        /// Whether the engine's list has this server.
        var isListed = false
        /// The counts of this server that are already in the totals.
        var told = SharingCounts()
        var hasEnded = false
    }

    private let link: EngineLink
    private let serverID: String
    private let counts: @Sendable () -> SharingCounts
    /// Called with the clear counter whenever it is read.
    private let onClears: @Sendable (Int64) async -> Void
    private let state = Mutex(State())

    init(
        _ link: EngineLink, serverID: String, counts: @escaping @Sendable () -> SharingCounts,
        onClears: @escaping @Sendable (Int64) async -> Void
    ) {
        self.link = link
        self.serverID = serverID
        self.counts = counts
        self.onClears = onClears
    }

    /// As last seen, even while the engine is gone.
    var servers: Int { state.withLock(\.servers) }

    func begin() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let previous = state.task
            previous?.cancel()
            state.task = Task {
                // One task owns the other, so that end() waits for both.
                await previous?.value
                await self.run()
            }
        }
    }

    func pause() {
        state.withLock { $0.task }?.cancel()
    }

    /// Removes this server from the list, and adds its last counts to the totals.
    func end() async {
        let task = state.withLock { state in
            state.hasEnded = true
            return state.task
        }
        guard let task else { return }
        task.cancel()
        await task.value
        let (additions, _) = additions()
        _ = await link.send(
            [RedisCommand("ZREM", [EngineKey.servers, serverID])] + additions)
    }

    /// Counts the servers, with this one.
    func count() async {
        guard
            let listed = await link.send([RedisCommand("ZCARD", [EngineKey.servers])])?
                .replies[0].integer
        else { return }
        note(servers: min(listed, Self.mostServers) + (state.withLock { $0.isListed } ? 0 : 1))
    }

    private func note(servers: Int64) {
        guard servers > 0 else { return }
        state.withLock { $0.servers = Int(min(servers, Self.mostServers)) }
    }

    private func run() async {
        while !Task.isCancelled {
            await look()
            try? await link.pace.sleep(Self.interval)
        }
    }

    private func look() async {
        let list = EngineKey.servers
        guard let (clears, time) = await link.send([RedisCommand("GET", [EngineKey.clears])])
        else { return }
        if clears[0].errorCode == nil { await onClears(clears[0].integer ?? 0) }
        let now = time.latest(at: link.pace.now()).microseconds / 1_000_000
        let (additions, current) = additions()
        let look = await link.send(
            [
                RedisCommand("ZADD", [list, now, serverID]),
                RedisCommand("ZREMRANGEBYSCORE", [list, "-inf", now - Self.absence]),
                RedisCommand("ZCARD", [list]),
            ] + additions)
        guard let replies = look?.replies else { return }
        guard !replies.contains(where: { ["WRONGTYPE", "ERR"].contains($0.errorCode) }) else {
            // Another program has written to the key.
            _ = await link.send([RedisCommand("DEL", [list, EngineKey.totals])])
            return
        }
        state.withLock { state in
            state.told = current
            state.isListed = true
        }
        if let count = replies[2].integer { note(servers: count) }
    }

    /// The commands that update the totals, and the counts that these then contain.
    private func additions() -> ([RedisCommand], SharingCounts) {
        let current = counts()
        let told = state.withLock(\.told)
        let commands = SharingCounts.named.compactMap { name, path -> RedisCommand? in
            let amount = current[keyPath: path] - told[keyPath: path]
            return amount > 0
                ? RedisCommand("HINCRBY", [EngineKey.totals, name, amount]) : nil
        }
        return (commands, current)
    }
}

extension SharingCounts {
    /// Each count with the name under which the engine keeps its total over all servers.
    static let named: [(name: String, path: any WritableKeyPath<SharingCounts, Int> & Sendable)] = [
        ("hits", \.hits), ("fills", \.fills), ("waits", \.waits), ("takeovers", \.takeovers),
        ("alone", \.alone),
    ]
}
