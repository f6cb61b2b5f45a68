import Synchronization

/// Counts the requests that a result is made of, whatever the source of their responses.
package final class RequestTally: Sendable {
    private let counts = Mutex((requests: 0, limited: 0, parts: [StoredPart]()))

    package init() {}

    package var requests: Int { counts.withLock(\.requests) }

    /// The requests that GitHub would count against a limit. Images do not count.
    package var limited: Int { counts.withLock(\.limited) }

    /// The responses that are in the cache.
    package var parts: [StoredPart] { counts.withLock(\.parts) }

    package func note(_ provenance: Provenance, isLimited: Bool) {
        counts.withLock { counts in
            counts.requests += 1
            if isLimited { counts.limited += 1 }
            counts.parts += provenance.parts
        }
    }
}
