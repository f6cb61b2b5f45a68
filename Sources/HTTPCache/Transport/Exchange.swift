import FoundationEssentials
import HTTPCore

/// One request to upstream, and what was known before it.
struct Exchange: Sendable {
    let request: HTTPTransportRequest
    let key: CacheKey
    /// The response in this store.
    let former: StoredResponse?
    /// The response that upstream is asked to confirm: the newer of this store's and other servers'.
    let candidate: StoredResponse?
    let requestedAt: Date
    /// Nil if the outcome is not shared.
    let lease: (any SharedLease)?

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
        candidate = [former, shared].compactMap(\.self).max { $0.receivedAt < $1.receivedAt }
    }
}
