package import HTTPCache
package import HTTPCore
package import Logging
package import RedisClient
import Synchronization

/// This server's part in a cache that several servers share through a Redis or Valkey server.
///
/// Nothing here fails or waits without a bound: without the engine the server goes on alone.
package final class SharedCache: Sendable {
    /// What other servers fetch and have fetched.
    package let responses: any SharedResponses
    /// What servers with the same token spend.
    package let limits: any LimitLedger

    private let client: RedisClient
    private let url: String
    private let link: EngineLink
    private let engineResponses: EngineResponses
    private let ledger: EngineLedger
    private let presence: Presence
    private let clearing: Clearing
    private let background = Background()

    /// Opens no connection: ``connect()`` does, or the first question.
    ///
    /// - Parameters:
    ///   - concurrency: requests that this server has under way at most.
    ///   - longestWait: requests that would wait longer for the rate limit fail at once.
    ///   - longestTransfer: one attempt at a request takes no longer, once it is sent.
    ///   - isShared: false for requests whose answers other servers do not get, such as pictures.
    ///   - onClear: another server has cleared the cache, or what concerns one login.
    package init(
        _ configuration: RedisConfiguration, logger: Logger, concurrency: Int,
        longestWait: Duration, longestTransfer: Duration,
        isShared: @escaping @Sendable (HTTPTransportRequest) -> Bool,
        credential: @escaping @Sendable () -> Secret?,
        onClear: @escaping @Sendable (_ login: String?) async -> Void
    ) {
        let serverID = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
        let receiver = Receiver()
        var events = RedisClient.Events()
        events.message = { receiver.received($0) }
        events.state = { receiver.changed($0) }
        let client = RedisClient(
            configuration, channels: [EngineKey.done, EngineKey.cleared], events: events,
            logger: logger)
        let url = configuration.url
        let link = EngineLink(client) { refusal in
            switch refusal {
            case .full: logger.warning("\(url) has no room left; going on without it")
            case .forbidden(let words):
                logger.warning(
                    "\(url): the engine says \(words.prefix(200)); going on without it")
            case nil: logger.warning("\(url) may be used again")
            }
        }
        let clearing = Clearing(
            client, link, serverID: serverID, credential: credential, onClear: onClear)
        let responses = EngineResponses(link, serverID: serverID, isShared: isShared)
        let presence = Presence(
            link, serverID: serverID, counts: { responses.counts },
            onClears: { await clearing.compare(with: $0) })
        let ledger = EngineLedger(
            link, serverID: serverID, concurrency: concurrency, longestWait: longestWait,
            longestTransfer: longestTransfer, servers: { presence.servers })
        self.client = client
        self.url = url
        self.link = link
        self.clearing = clearing
        self.presence = presence
        self.ledger = ledger
        engineResponses = responses
        self.responses = responses
        limits = ledger
        receiver.target.withLock { $0 = self }
    }

    /// Begins to connect, without waiting for it.
    package func connect() {
        client.connect()
    }

    package var state: SharedCacheState {
        var condition = SharedCacheState.Condition.down
        if case .up = client.currentState {
            switch link.refusal {
            case nil: condition = .up
            case .full: condition = .full
            case .forbidden: condition = .down
            }
        }
        return SharedCacheState(
            url: url, condition: condition, servers: condition == .down ? 0 : presence.servers,
            counts: engineResponses.counts)
    }

    /// Removes all shared responses, or what concerns one login, and has every other server forget
    /// them, too.
    package func clear(login: String?) async {
        await clearing.clear(login: login)
    }

    /// Gives back what this server holds and ends the connection.
    package func close() async {
        await engineResponses.close()
        await ledger.close()
        await background.waitForAll()
        await presence.end()
        await client.shutdown()
    }

    fileprivate func received(_ message: RedisMessage) {
        switch message.channel {
        case EngineKey.done: engineResponses.received(message.payload)
        case EngineKey.cleared:
            background.run { [clearing] in await clearing.received(message.payload) }
        default: break
        }
    }

    fileprivate func changed(_ state: RedisState) {
        link.connectionChanged()
        switch state {
        case .up: presence.begin()
        case .down, .unknown: presence.pause()
        }
    }
}

/// Brings the client's events to what is made after the client.
private final class Receiver: Sendable {
    let target = Mutex<SharedCache?>(nil)

    func received(_ message: RedisMessage) {
        target.withLock { $0 }?.received(message)
    }

    func changed(_ state: RedisState) {
        target.withLock { $0 }?.changed(state)
    }
}
