/// What the cache did with a request.
///
/// - SeeAlso: RFC 9211, section 2.
package struct CacheStatus: Hashable, Sendable {
    /// Why a request went to upstream.
    package enum Forwarding: String, Hashable, Sendable {
        case bypass, method, miss, request, stale
    }

    /// Nil for a hit, and if upstream was not asked for the reason in ``detail``.
    package var forwarding: Forwarding?
    package var detail: String?
    /// The status of upstream's response, if that is not the one that is returned.
    package var forwardStatus: Int?
    package var isStored = false
    /// The transfer was that of an equal request.
    package var isCollapsed = false
    /// Seconds until the response expires; negative if it has expired.
    package var ttl: Int?

    /// A limit of upstream's is used up.
    package static let refused = {
        var status = CacheStatus(nil)
        status.detail = "rate-limit"
        return status
    }()

    package init(
        _ forwarding: Forwarding?, forwardStatus: Int? = nil, isStored: Bool = false,
        ttl: Int? = nil
    ) {
        self.forwarding = forwarding
        self.forwardStatus = forwardStatus
        self.isStored = isStored
        self.ttl = ttl
    }

    /// The member of the field `Cache-Status` for the cache of this name.
    package func member(of cache: String) -> String {
        var parameters = forwarding.map { ["fwd=\($0.rawValue)"] } ?? (detail == nil ? ["hit"] : [])
        if let detail { parameters.append("detail=\(detail)") }
        if let forwardStatus { parameters.append("fwd-status=\(forwardStatus)") }
        if isStored { parameters.append("stored") }
        if isCollapsed { parameters.append("collapsed") }
        if let ttl { parameters.append("ttl=\(ttl)") }
        return ([cache] + parameters).joined(separator: "; ")
    }
}
