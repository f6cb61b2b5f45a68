import Synchronization

/// Counts the requests that a result is made of, whatever the source of their responses.
package final class RequestTally: Sendable {
    private let all = Atomic(0)
    private let counted = Atomic(0)
    private let stored = Mutex<[StoredPart]>([])

    package init() {}

    package var requests: Int { all.load(ordering: .relaxed) }

    /// The requests that GitHub would count against a limit. Images do not count.
    package var limited: Int { counted.load(ordering: .relaxed) }

    /// The responses that are in the cache.
    package var parts: [StoredPart] { stored.withLock { $0 } }

    package func note(_ provenance: Provenance, isLimited: Bool) {
        stored.withLock { $0 += provenance.parts }
        all.add(1, ordering: .relaxed)
        if isLimited { counted.add(1, ordering: .relaxed) }
    }
}
