import FoundationEssentials
import HTTPCore

/// One request to upstream, and what was known before it.
struct Exchange: Sendable {
    let request: HTTPTransportRequest
    let key: CacheKey
    /// The response in this store.
    let former: StoredResponse?
    /// The response that upstream is asked to confirm: that of this store or of other servers.
    let candidate: StoredResponse?
    let requestedAt: Date
    /// Nil if the outcome is not shared.
    let lease: (any SharedLease)?

    /// Whether the candidate is that of other servers.
    let isShared: Bool

    /// - Parameter shared: the response of other servers.
    init(
        _ request: HTTPTransportRequest, _ key: CacheKey, former: StoredResponse?,
        shared: StoredResponse?, _ lease: (any SharedLease)?, requestedAt: Date
    ) {
        self.request = request
        self.key = key
        self.former = former
        self.requestedAt = requestedAt
        self.lease = lease
        // Within a second of each other, the shared one is taken: its body need not be sent again.
        if let shared, former.map({ $0.receivedAt <= shared.receivedAt + 1 }) ?? true {
            (candidate, isShared) = (shared, true)
        } else {
            (candidate, isShared) = (former, false)
        }
    }
}
