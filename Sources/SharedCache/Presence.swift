import HTTPCore
import RedisClient
import Synchronization

/// Announces this server to the others, counts them, and adds this server's counts to the totals,
/// every five seconds while there is a connection.
final class Presence: Sendable {
    private static let interval = Duration.seconds(5)
    /// In seconds. A server that has not been seen for three intervals is gone.
    static let absence: Int64 = 15

    private struct State {
        var task: Task<Void, Never>?
        var servers = 1
        /// The counts of this server that are already in the totals.
        var told = SharingCounts()
        var hasEnded = false
    }

    private let link: EngineLink
    private let responses: EngineResponses
    private let clearing: Clearing
    private let state = Mutex(State())

    init(_ link: EngineLink, _ responses: EngineResponses, _ clearing: Clearing) {
        self.link = link
        self.responses = responses
        self.clearing = clearing
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
                while !Task.isCancelled {
                    await look()
                    try? await link.pace.sleep(Self.interval)
                }
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
        let remove = RedisCommand("ZREM", [EngineKey.servers, link.serverID])
        _ = await link.send([remove] + additions(responses.counts))
    }

    /// Announces this server, and counts the servers.
    func look() async {
        let list = EngineKey.servers
        guard let (clears, clock) = await link.send([RedisCommand("GET", [EngineKey.clears])])
        else { return }
        if clears[0].errorCode == nil { await clearing.compare(with: clears[0].integer ?? 0) }
        let now = clock.latest(at: link.pace.now()).microseconds / 1_000_000
        let current = responses.counts
        let look = await link.send(
            [
                RedisCommand("ZADD", [list, now, link.serverID]),
                RedisCommand("ZREMRANGEBYSCORE", [list, "-inf", now - Self.absence]),
                RedisCommand("ZCARD", [list]),
            ] + additions(current))
        guard let replies = look?.replies else { return }
        guard !replies.contains(where: { ["WRONGTYPE", "ERR"].contains($0.errorCode) }) else {
            // Another program has written to the key.
            _ = await link.send([RedisCommand("DEL", [list, EngineKey.totals])])
            return
        }
        state.withLock { state in
            state.told = current
            // Whatever the engine says, no fleet is larger.
            if let count = replies[2].integer, count > 0 { state.servers = Int(min(count, 10_000)) }
        }
    }

    /// The commands that make the totals contain these counts of this server.
    private func additions(_ current: SharingCounts) -> [RedisCommand] {
        let told = state.withLock(\.told)
        return SharingCounts.named.compactMap { name, path in
            let amount = current[keyPath: path] - told[keyPath: path]
            return amount > 0 ? RedisCommand("HINCRBY", [EngineKey.totals, name, amount]) : nil
        }
    }
}

extension SharingCounts {
    /// Each count with the name under which the engine keeps its total over all servers.
    static let named: [(name: String, path: any WritableKeyPath<SharingCounts, Int> & Sendable)] = [
        ("hits", \.hits), ("fills", \.fills), ("waits", \.waits), ("takeovers", \.takeovers),
        ("alone", \.alone),
    ]
}
