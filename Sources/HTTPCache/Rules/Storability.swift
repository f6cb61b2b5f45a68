package import HTTPCore
package import HTTPTypes

/// Which requests the cache answers, and which responses it stores.
///
/// - SeeAlso: RFC 9111, section 3.
package enum Storability {
    /// Whether a request may be answered from the store, and its response stored.
    ///
    /// A request with its own conditions or ranges needs upstream's response, and one with an
    /// `Authorization` field has an identity that the key does not cover. The conditions of a client that
    /// speaks HTTP itself are answered by ``ClientConditions``. What is stored also answers a HEAD.
    package static func isCacheable(_ request: HTTPTransportRequest) -> Bool {
        let fields = request.head.headerFields
        let isStandard = request.cachePolicy.standard != nil
        let excluding: [HTTPField.Name] = [
            .authorization, .range, .ifRange, .ifMatch, .ifUnmodifiedSince,
        ]
        let conditions: [HTTPField.Name] = isStandard ? [] : [.ifNoneMatch, .ifModifiedSince]
        return (request.head.method == .get || (isStandard && request.head.method == .head))
            && request.body.isEmpty && request.upload == nil
            && !request.cachePolicy.bypassesStore
            && !(excluding + conditions).contains { fields.contains($0) }
    }

    /// Whether to store a response to a cacheable request: a 200, a 301 or, if the policy says so, a
    /// 404 that can be used again, either for some time or after upstream has confirmed it.
    package static func isStorable(
        status: Int, fields: HTTPFields, policy: CachePolicy
    ) -> Bool {
        if let standard = policy.standard {
            if standard.isShared, CacheControl(fields).isPrivate { return false }
            if policy.minimumLifetime == 0 {
                return isStorable(status: status, fields: fields, standard)
            }
        }
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

    /// Section 3, for a client that speaks HTTP itself.
    private static func isStorable(
        status: Int, fields: HTTPFields, _ standard: StandardCaching
    ) -> Bool {
        let directives = CacheControl(fields)
        let isUnderstood = understood.contains(status)
        guard status >= 200, ![206, 304].contains(status),
            !directives.isNoStore || (directives.mustUnderstand && isUnderstood),
            !directives.mustUnderstand || isUnderstood
        else { return false }
        if directives.maxAge != nil || fields.contains(.expires) { return true }
        if standard.isShared, directives.sharedMaxAge != nil { return true }
        // Without a lifetime it is of use only if upstream can confirm it.
        return isUnderstood && (fields.contains(.eTag) || fields.contains(.lastModified))
    }

    /// Whether a response may also answer equal requests that waited for it.
    static func isSharable(_ fields: HTTPFields, _ policy: CachePolicy) -> Bool {
        guard let standard = policy.standard else { return true }
        let directives = CacheControl(fields)
        return !directives.isNoStore && !(standard.isShared && directives.isPrivate)
            && !fields.contains(.setCookie)
            && VaryingFields(response: fields, request: [:]) != nil
    }

    /// The statuses whose responses may be stored without an explicit lifetime (RFC 9110, section 15.1).
    private static let understood: Set<Int> = [
        200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501,
    ]

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
