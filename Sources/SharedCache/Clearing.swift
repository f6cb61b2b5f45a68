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
    private let link: EngineLink
    private let credential: @Sendable () -> Secret?
    private let onClear: @Sendable (String?) async -> Void
    /// The number of clears that this server knows of; nil before the first look.
    private let known = Mutex<Int64?>(nil)
    private let messages = Mutex(ClearMessages())
    private let background = BackgroundTasks()

    init(
        _ link: EngineLink, credential: @escaping @Sendable () -> Secret?,
        onClear: @escaping @Sendable (String?) async -> Void
    ) {
        self.link = link
        self.credential = credential
        self.onClear = onClear
    }

    /// Clears this server's cache if the cache was cleared while this server was disconnected. A
    /// counter that was lost and starts again does not count as a clear.
    func compare(with counter: Int64) async {
        let wasMissed = known.withLock { known in
            defer { known = counter }
            return known.map { $0 != counter && counter != 0 } ?? false
        }
        if wasMissed { await onClear(nil) }
    }

    func clear(login: String?) async {
        let upkeep = EngineUpkeep(link.client, pace: link.pace)
        if let login {
            for keys in Set([credential(), nil]).map(IdentityKeys.init(credential:)) {
                await link.removeTagged(keys.tag(login))
            }
        } else {
            _ = try? await upkeep.removeResponses()
        }
        // Only servers of this identity can read the login; the others clear everything.
        let message = login.flatMap { seal.close(Array($0.utf8), "clear") } ?? []
        if let counter = try? await upkeep.countClear() { known.withLock { $0 = counter } }
        _ = await link.send(
            [
                RedisCommand(
                    "PUBLISH", [EngineKey.cleared, Array("\(link.serverID) ".utf8) + message])
            ])
    }

    /// A message from another server, or from `gitxplorer cache clear`. Returns at once.
    func received(_ payload: [UInt8]) {
        guard !payload.starts(with: "\(link.serverID) ".utf8) else { return }
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

    /// Cancels the pending clear, and waits for the running one.
    func close() async {
        messages.withLock { $0.close() }
        await background.cancelAll()
    }

    private var seal: Seal { Seal(IdentityKeys(credential: credential()), question: "") }

    /// - Parameter sealed: the login; empty for everything.
    private func clear(_ sealed: [UInt8]) async {
        let login = seal.open(sealed, "clear").flatMap { String(validating: $0, as: UTF8.self) }
        await onClear(login.flatMap { $0.utf8.count <= 100 ? $0 : nil })
        let reply = await link.send([RedisCommand("GET", [EngineKey.clears])])?.replies[0]
        if let counter = reply?.integer { known.withLock { $0 = counter } }
    }
}
