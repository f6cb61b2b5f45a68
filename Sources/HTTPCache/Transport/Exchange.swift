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
    /// That of the URL when upstream was asked, by ``Writes``.
    let generation: UInt64
    /// Nil if the outcome is not shared.
    let lease: (any SharedLease)?

    /// Whether the candidate is that of other servers.
    let isShared: Bool
    /// Whether the candidate is that of another owner. Before a 304 nothing of it is shown.
    let isForeign: Bool

    /// - Parameters:
    ///   - shared: the response of other servers.
    ///   - foreign: the response of another owner, as ``EntityTagRule`` makes it this one's.
    init(
        _ request: HTTPTransportRequest, _ key: CacheKey, former: StoredResponse?,
        shared: StoredResponse?, foreign: StoredResponse? = nil, _ lease: (any SharedLease)?,
        requestedAt: Date, generation: UInt64
    ) {
        self.generation = generation
        self.request = request
        self.key = key
        self.former = former
        self.requestedAt = requestedAt
        self.lease = lease
        // Within a second of each other, the shared one is taken: its body need not be sent again.
        isForeign = former == nil && shared == nil && foreign != nil
        if isForeign {
            (candidate, isShared) = (foreign, false)
        } else if let shared, former.map({ $0.receivedAt <= shared.receivedAt + 1 }) ?? true {
            (candidate, isShared) = (shared, true)
        } else {
            (candidate, isShared) = (former, false)
        }
    }
}
