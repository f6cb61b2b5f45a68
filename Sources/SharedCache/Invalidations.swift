import HTTPCore
import RedisClient
import Secrets

/// Tells the other servers that a URL was written to (RFC 9111, section 4.4).
///
/// Responses of all owners have a tag with a name of their URL, and so has the message: not the URL, and with a
/// password a name that only its servers can make. A server that is disconnected misses it, and its response
/// stays until it expires.
package final class Invalidations: Sendable {
    /// Removes the responses to the URLs for which `isNamed` is true.
    package typealias Handler =
        @Sendable (_ isNamed: @escaping @Sendable (_ url: String) -> Bool) async -> Void

    private let link: EngineLink
    private let keys: IdentityKeys
    private let onInvalidate: Handler
    private let background = BackgroundTasks()

    init(_ link: EngineLink, _ onInvalidate: @escaping Handler) {
        self.link = link
        self.onInvalidate = onInvalidate
        keys = IdentityKeys(credential: link.client.configuration.password)
    }

    /// The tag of a response's URL.
    static func tag(_ url: String, _ link: EngineLink) -> String {
        IdentityKeys(credential: link.client.configuration.password).tag(url)
    }

    /// - Returns: whether the message on ``EngineKey/cleared`` is about a URL.
    func received(_ payload: [UInt8]) -> Bool {
        let words = payload.split(separator: UInt8(ascii: " "))
        guard words.count == 2, words[1].first == UInt8(ascii: "="),
            words[1].count == 1 + IdentityKeys.nameLength
        else { return false }
        if words[0].elementsEqual(link.serverID.utf8) { return true }
        let name = String(decoding: words[1].dropFirst(), as: UTF8.self)
        // At most one at a time for each URL.
        background.run(name) { [onInvalidate, keys] in
            await onInvalidate { keys.tag($0) == name }
        }
        return true
    }

    func close() async {
        await background.cancelAll()
    }
}
