import HTTPCore
import RedisClient
import Synchronization

/// Clearing the cache of all servers.
///
/// A counter in the engine tells how often that was done, so that a server which was away for a
/// while sees that it missed one. Those that are there get a message at once.
final class Clearing: Sendable {
    private let client: RedisClient
    private let link: EngineLink
    private let serverID: String
    private let credential: @Sendable () -> Secret?
    private let onClear: @Sendable (String?) async -> Void
    /// Clears that this server knows of; nil before the first look.
    private let known = Mutex<Int64?>(nil)

    init(
        _ client: RedisClient, _ link: EngineLink, serverID: String,
        credential: @escaping @Sendable () -> Secret?,
        onClear: @escaping @Sendable (String?) async -> Void
    ) {
        self.client = client
        self.link = link
        self.serverID = serverID
        self.credential = credential
        self.onClear = onClear
    }

    /// Clears here what was cleared while this server was away.
    ///
    /// A counter that is gone, and begins anew, is no clearing by itself.
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
            _ = try? await EngineUpkeep.removeResponses(client)
        }
        // A login is readable for servers of this identity; the others forget everything.
        let message = login.flatMap { login in
            keys.first.flatMap { Seal($0, question: "", part: "clear").close(Array(login.utf8)) }
        }
        let payload = Array("\(serverID) ".utf8) + (message ?? [])
        let sent = await link.send([
            RedisCommand("INCR", [RedisArgument(EngineKey.clears)]),
            RedisCommand("PUBLISH", [RedisArgument(EngineKey.cleared), RedisArgument(payload)]),
        ])
        if let counter = sent?.replies[0].integer { note(counter) }
    }

    /// A message of another server, or of `gitxplorer cache clear`.
    func received(_ payload: [UInt8]) async {
        guard !payload.starts(with: Array("\(serverID) ".utf8)) else { return }
        let sealed = Array(payload.drop { $0 != UInt8(ascii: " ") }.dropFirst())
        let login =
            sealed.isEmpty
            ? nil
            : Self.keys(credential()).first
                .flatMap { Seal($0, question: "", part: "clear").open(sealed) }
                .flatMap { String(validating: $0, as: UTF8.self) }
                .flatMap { $0.utf8.count <= 100 ? $0 : nil }
        await onClear(login)
        if let look = await link.send([RedisCommand("GET", [RedisArgument(EngineKey.clears)])]),
            let counter = look.replies[0].integer
        {
            note(counter)
        }
    }

    private func note(_ counter: Int64) {
        known.withLock { $0 = counter }
    }

    private func removeTagged(_ tag: String) async {
        let key = RedisArgument(EngineKey.tag(tag))
        let found = await link.send([RedisCommand("ZRANGE", [key, 0, -1])])
        let questions = (found?.replies[0].elements ?? []).compactMap(\.text)
        let responses = questions.map { RedisArgument(EngineKey.response($0)) }
        _ = await link.send([RedisCommand("DEL", responses + [key])])
    }

    /// The keys of the identity in use, first, and of none.
    private static func keys(_ credential: Secret?) -> [IdentityKeys] {
        let anonymous = IdentityKeys(credential: nil)
        return credential.map { [IdentityKeys(credential: $0), anonymous] } ?? [anonymous]
    }
}
