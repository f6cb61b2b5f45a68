package import HTTPCore
package import HTTPTypes

/// Which requests the cache answers, and which responses it stores.
///
/// - SeeAlso: RFC 9111, section 3.
package enum Storability {
    /// Whether a request may be answered from the store, and its response stored.
    ///
    /// A request with its own conditions or ranges needs upstream's response, and one with an
    /// `Authorization` field has an identity that the key does not cover.
    package static func isCacheable(_ request: HTTPTransportRequest) -> Bool {
        let excluding: [HTTPField.Name] = [
            .authorization, .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince,
            .ifUnmodifiedSince,
        ]
        return request.head.method == .get && request.body.isEmpty
            && !request.cachePolicy.bypassesStore
            && !excluding.contains { request.head.headerFields.contains($0) }
    }

    /// Whether to store a response to a cacheable request: a 200, a 301 or, if the policy says so, a
    /// 404 that can be used again, either for some time or after upstream has confirmed it.
    package static func isStorable(
        status: Int, fields: HTTPFields, policy: CachePolicy
    ) -> Bool {
        guard status == 200 || status == 301 || (status == 404 && policy.storesNotFound) else {
            return false
        }
        let directives = CacheControl(fields)
        guard !directives.isNoStore else { return false }
        if fields.contains(.eTag) || fields.contains(.lastModified) { return true }
        if directives.isNoCache {
            return policy.storesWithoutValidator && policy.minimumLifetime > 0
        }
        return policy.minimumLifetime > 0 || (directives.maxAge ?? 0) > 0
            || fields.contains(.expires)
    }

    /// The fields of a response without those that concern only one connection (section 3.1).
    package static func storableFields(_ fields: HTTPFields) -> HTTPFields {
        let named = (fields[.connection] ?? "").split(separator: ",").compactMap {
            HTTPField.Name(String($0.trimmingBlanks()))
        }
        var kept = fields
        kept.removeAll { hopByHop.contains($0.name) || named.contains($0.name) }
        return kept
    }

    private static let hopByHop: Set<HTTPField.Name> = Set(
        [
            .connection, .te, .trailer, .transferEncoding, .upgrade, .proxyAuthenticate,
            .proxyAuthorization, .proxyAuthenticationInfo,
        ] + ["Keep-Alive", "Proxy-Connection"].compactMap { HTTPField.Name($0) })
}
