package import GitHubUpstream
package import HTTPCache
package import HTTPCore
package import Logging
package import RedisClient
package import Secrets

/// This server's part in a cache that several servers share through a Redis or Valkey server.
///
/// No operation fails or waits without a limit: without the engine, the server works alone.
package final class SharedCache: Sendable {
    private let client: any EngineClient
    private let link: EngineLink
    private let engineResponses: EngineResponses
    private let ledger: EngineLedger
    private let presence: Presence
    private let clearing: Clearing
    private let invalidations: Invalidations

    /// The client of an engine, for a shared cache.
    package static func client(_ configuration: RedisConfiguration, _ logger: Logger) -> RedisClient
    {
        RedisClient(
            configuration, channels: [EngineKey.done, EngineKey.cleared],
            probe: EnginePermissions.probe(after:), logger: logger)
    }

    /// Opens no connection; ``connect()`` or the first claim does.
    ///
    /// - Parameters:
    ///   - client: nothing has used it yet.
    ///   - concurrency: most concurrent requests of this server.
    ///   - longestWait: requests that would wait longer for the rate limit fail at once.
    ///   - longestTransfer: the longest time of one attempt after it is sent.
    ///   - onClear: another server has cleared the cache, or the responses about one login.
    ///   - onInvalidate: a URL was written to through another server, for which `isNamed` is true.
    package init(
        _ client: any EngineClient, pace: Pace = Pace(), logger: Logger, concurrency: Int,
        longestWait: Duration, longestTransfer: Duration,
        credential: @escaping @Sendable () -> Secret?,
        onClear: @escaping @Sendable (_ login: String?) async -> Void,
        onInvalidate: @escaping Invalidations.Handler = { _ in }
    ) {
        self.client = client
        link = EngineLink(client, pace: pace, logger: logger)
        clearing = Clearing(link, credential: credential, onClear: onClear)
        invalidations = Invalidations(link, onInvalidate)
        engineResponses = EngineResponses(
            link, isGuarded: client.configuration.password != nil)
        presence = Presence(link, engineResponses, clearing)
        ledger = EngineLedger(
            link, concurrency: concurrency, longestWait: longestWait,
            longestTransfer: longestTransfer, servers: { [presence] in presence.servers })
        client.observe(onMessage: received, onState: changed)
    }

    /// The responses of other servers.
    package var responses: any SharedResponses { engineResponses }

    /// The budgets of servers with the same token.
    package var limits: any LimitLedger { ledger }

    /// Begins to connect, without waiting for the connection.
    package func connect() {
        client.connect()
    }

    /// Whether the engine answers, as far as known.
    package var isUp: Bool {
        if case .up = client.currentState { true } else { false }
    }

    /// Connects first, if nothing has been asked yet.
    package func state() async -> SharedCacheState {
        if client.currentState == .unknown { await presence.look() }
        var condition = SharedCacheState.Condition.down
        if isUp { condition = link.isFull ? .full : .up }
        return SharedCacheState(
            url: client.configuration.url, condition: condition,
            servers: condition == .down ? 0 : presence.servers, counts: engineResponses.counts)
    }

    /// Removes all shared responses, or those about one login, also from the other servers' caches.
    package func clear(login: String?) async {
        await clearing.clear(login: login)
    }

    /// Releases what this server holds and ends the connection, in at most two seconds if the engine
    /// does not answer.
    package func close() async {
        client.schedule(in: .seconds(2)) { [client] in client.close() }
        await engineResponses.background.waitForAll()
        await clearing.close()
        await invalidations.close()
        await presence.end()
        await client.shutdown()
    }

    private func received(_ channel: String, _ payload: [UInt8]) {
        switch channel {
        case EngineKey.done: engineResponses.received(payload)
        case EngineKey.cleared:
            if !invalidations.received(payload) { clearing.received(payload) }
        default: break
        }
    }

    private func changed(_ state: RedisState) {
        link.connectionChanged()
        if case .up = state { presence.begin() } else { presence.pause() }
    }
}
