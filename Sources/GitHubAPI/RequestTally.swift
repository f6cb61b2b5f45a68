import HTTPCore
import Synchronization

/// How many requests an answer is made of, wherever their responses came from.
package final class RequestTally: Sendable {
    private let all = Atomic(0)
    private let counted = Atomic(0)
    private let stored = Mutex<[StoredPart]>([])

    package init() {}

    package var requests: Int { all.load(ordering: .relaxed) }

    /// Those that GitHub would count against a limit. Images are not.
    package var limited: Int { counted.load(ordering: .relaxed) }

    /// The responses that the cache holds.
    package var parts: [StoredPart] { stored.withLock { $0 } }

    func note(_ provenance: Provenance, isLimited: Bool) {
        stored.withLock { $0 += provenance.parts }
        all.add(1, ordering: .relaxed)
        if isLimited { counted.add(1, ordering: .relaxed) }
    }
}
