import FoundationEssentials
import HTTPCore
import HTTPTypes
import Synchronization

/// Responses that another owner has, by ``EntityTagRule``.
extension CachingTransport {
    /// What upstream may be asked to confirm for the owner of `request`; nil if the rule is not trusted.
    func foreign(_ request: HTTPTransportRequest, _ key: CacheKey) async -> StoredResponse? {
        let host = request.head.authority ?? ""
        guard !request.facts.describesCredential,
            let verified = await store.verified(url: key.url, fields: request.head.headerFields),
            verified.key.identity != key.identity, await store.memo(Self.memo(host)) == nil
        else { return nil }
        return EntityTagRule.candidate(verified, for: request, key)
    }

    /// Upstream did not confirm another owner's response. If it sent the same bytes, the rule did not hold.
    func noteRule(_ response: HTTPTransportResponse, _ exchange: Exchange) async {
        guard response.head.status == .ok, let candidate = exchange.candidate else { return }
        let host = exchange.request.head.authority ?? ""
        let isSame = EntityTagRule.hasSameContent(response, candidate)
        guard isSame, ruleTrust.withLock({ $0.failed(host) }) else { return }
        await store.setMemo(Self.memo(host), [], expiresAt: clock() + RuleTrust.distrust)
    }

    private static func memo(_ host: String) -> String { "entity tag rule of \(host)" }
}

/// Whether ``EntityTagRule`` holds for a host. A plain value.
struct RuleTrust: Sendable {
    /// So many failures in a row mean that the host has another rule.
    private static let maximumFailures = 3
    /// How long the rule is then not used, in seconds.
    static let distrust = 86_400.0

    private var failures: [String: Int] = [:]

    mutating func held(_ host: String) {
        failures[host] = nil
    }

    /// - Returns: whether the rule is no longer trusted.
    mutating func failed(_ host: String) -> Bool {
        failures[host, default: 0] += 1
        guard failures[host, default: 0] >= Self.maximumFailures else { return false }
        failures[host] = nil
        return true
    }
}
