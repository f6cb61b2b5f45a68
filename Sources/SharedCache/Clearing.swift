import HTTPCore
import RedisClient
import Secrets
import Synchronization

/// Clears the caches of all servers.
///
/// A counter in the engine counts the clears, so that a server that was disconnected notices one
/// that it missed. Connected servers get a message at once. However many messages arrive, one clear
/// runs and one waits, and clearing takes at most a fifth of the time.
final class Clearing: Sendable {
    private let client: any EngineClient
    private let link: EngineLink
    private let serverID: String
    private let credential: @Sendable () -> Secret?
    private let onClear: @Sendable (String?) async -> Void
    /// The number of clears that this server knows of; nil before the first look.
    private let known = Mutex<Int64?>(nil)
    private let messages = Mutex(ClearMessages())
    private let background = BackgroundTasks()

    init(
        _ client: any EngineClient, _ link: EngineLink, serverID: String,
        credential: @escaping @Sendable () -> Secret?,
        onClear: @escaping @Sendable (String?) async -> Void
    ) {
        self.client = client
        self.link = link
        self.serverID = serverID
        self.credential = credential
        self.onClear = onClear
    }

    /// Clears this server's cache if the cache was cleared while this server was disconnected.
    ///
    /// A counter that was lost and starts again does not count as a clear.
    func compare(with counter: Int64) async {
        let wasMissed = known.withLock { known in
            defer { known = counter }
            return known.map { $0 != counter && counter != 0 } ?? false
        }
        if wasMissed { await onClear(nil) }
    }

    func clear(login: String?) async {
        let keys = Self.keys(credential())
        if let login {
            for keys in keys { await removeTagged(keys.tag(login)) }
        } else {
            _ = try? await EngineUpkeep.removeResponses(client, pace: link.pace)
        }
        // Only servers of this identity can read the login; the others clear everything.
        let message = login.flatMap { login in
            keys.first.flatMap { Seal($0, question: "").close(Array(login.utf8), "clear") }
        }
        let payload = Array("\(serverID) ".utf8) + (message ?? [])
        if let counter = try? await EngineUpkeep.countClear(client) {
            known.withLock { $0 = counter }
        }
        _ = await link.send([RedisCommand("PUBLISH", [EngineKey.cleared, payload])])
    }

    /// A message from another server, or from `gitxplorer cache clear`. Returns at once.
    func received(_ payload: [UInt8]) {
        guard !payload.starts(with: "\(serverID) ".utf8) else { return }
        let sealed = payload.drop { $0 != UInt8(ascii: " ") }.dropFirst()
        guard messages.withLock({ $0.receive(sealed) }) else { return }
        background.run { [self] in
            while let sealed = messages.withLock({ $0.next() }) {
                let start = link.pace.now()
                await clear(sealed)
                let pause = max((link.pace.now() - start) * 4, .milliseconds(10))
                try? await link.pace.sleep(pause)
            }
        }
    }

    /// Cancels what is pending, and waits for the clear that runs.
    func close() async {
        messages.withLock { $0.close() }
        await background.cancelAll()
    }

    /// - Parameter sealed: the login; empty for everything.
    private func clear(_ sealed: [UInt8]) async {
        let login = Self.keys(credential()).first
            .flatMap { Seal($0, question: "").open(sealed, "clear") }
            .flatMap { String(validating: $0, as: UTF8.self) }
            .flatMap { $0.utf8.count <= 100 ? $0 : nil }
        await onClear(login)
        note(await link.send([RedisCommand("GET", [EngineKey.clears])])?.replies[0])
    }

    private func note(_ counter: RESPValue?) {
        if let counter = counter?.integer { known.withLock { $0 = counter } }
    }

    private func removeTagged(_ tag: String) async {
        let key = EngineKey.tag(tag)
        let found = await link.send([RedisCommand("ZRANGE", [key, 0, -1])])
        let questions = (found?.replies[0].elements ?? []).compactMap(\.text)
        _ = await link.send([RedisCommand("DEL", questions.map(EngineKey.response) + [key])])
    }

    /// The keys of the current identity first, then those of anonymous requests.
    private static func keys(_ credential: Secret?) -> [IdentityKeys] {
        let anonymous = IdentityKeys(credential: nil)
        return credential.map { [IdentityKeys(credential: $0), anonymous] } ?? [anonymous]
    }
}
