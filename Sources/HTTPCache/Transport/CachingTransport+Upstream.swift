import FoundationEssentials
import HTTPCore
import HTTPTypes

/// Requests to upstream, and their effect on the store and on other servers.
extension CachingTransport {
    func carryOut(
        _ exchange: Exchange
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        do throws(HTTPTransportError) {
            let response = try await ask(exchange)
            guard let candidate = exchange.candidate else { return await take(response, exchange) }
            switch response.head.status.code {
            case 304: return await confirm(candidate, by: response.head.headerFields, exchange)
            case 500...:
                throw .unavailable(
                    UpstreamFailure(cause: .http, status: response.head.status.code))
            default: return await take(response, exchange)
            }
        } catch {
            exchange.lease?.release(error == .cancelled ? nil : .failure(error))
            guard let candidate = exchange.candidate, error != .cancelled else { throw error }
            return stale(candidate, exchange.request)
        }
    }

    /// Sends a conditional request, and an unconditional one if upstream confirms a response other
    /// than the candidate (section 4.3.4).
    private func ask(
        _ exchange: Exchange
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        guard let candidate = exchange.candidate else {
            return try await next.send(exchange.request)
        }
        var conditional = exchange.request
        conditional.head.headerFields = Validation.conditional(
            conditional.head.headerFields, on: candidate.fields)
        let response = try await next.send(conditional)
        guard response.head.status == .notModified,
            !Validation.confirms(response.head.headerFields, candidate.fields)
        else { return response }
        return try await next.send(exchange.request)
    }

    private func confirm(
        _ candidate: StoredResponse, by fields: HTTPFields, _ exchange: Exchange
    ) async -> HTTPTransportResponse {
        let request = exchange.request
        var confirmed = candidate
        confirmed.fields = Validation.updated(candidate.fields, by: fields)
        confirmed.requestedAt = exchange.requestedAt
        confirmed.receivedAt = clock()
        confirmed.usedAt = confirmed.receivedAt
        confirmed.tags = Self.tags(of: candidate.body, request)
        // An anonymous 304 costs as much as a 200.
        let isSpared = request.credential != nil && request.facts.isLimited
        store.count {
            $0.revalidations += 1
            if isSpared { $0.rateLimitSpared += 1 }
        }
        if CacheControl(confirmed.fields).isNoStore {
            await store.remove(exchange.key)
            exchange.lease?.release(.unshared)
            return confirmed.served(as: .revalidated, expiresAt: nil)
        }
        await store.store(confirmed)
        if let former = exchange.former, former.body != confirmed.body { onChange() }
        let expiry = publish(confirmed, exchange, isConfirmation: exchange.isShared)
        return confirmed.served(as: .revalidated, expiresAt: expiry)
    }

    /// Stores a new response if permitted, and sets its times.
    private func take(
        _ response: HTTPTransportResponse, _ exchange: Exchange
    ) async -> HTTPTransportResponse {
        let candidate = exchange.candidate
        defer { if let candidate, candidate.body != response.body { onChange() } }
        store.count { $0.misses += 1 }
        let receivedAt = clock()
        let content = SharedContent(
            status: response.head.status.code, fields: response.head.headerFields,
            body: response.body)
        var result = response
        result.provenance = Provenance(source: .network, fetchedAt: receivedAt)
        if candidate != nil, content.isRemoval { await store.remove(exchange.key) }
        guard
            let stored = storable(
                content, exchange.request, exchange.key, requestedAt: exchange.requestedAt,
                receivedAt: receivedAt)
        else {
            exchange.lease?.release(content.outcome)
            return result
        }
        await store.store(stored)
        result.provenance.expiresAt = publish(stored, exchange, isConfirmation: false)
        result.provenance.parts = [stored.part]
        return result
    }

    /// Publishes a stored response, if this server has the lease, and returns when it expires.
    private func publish(
        _ response: StoredResponse, _ exchange: Exchange, isConfirmation: Bool
    ) -> Date {
        let expiry = freshness(of: response, exchange.request).expiresAt
        exchange.lease?.publish(
            response, for: max(0, expiry.timeIntervalSince(response.receivedAt)),
            isConfirmation: isConfirmation)
        return expiry
    }
}

extension SharedContent {
    /// What the waiting servers get of a response that is not stored: a refusal applies to them too,
    /// a success that no cache may store does not.
    fileprivate var outcome: SharedOutcome {
        guard status >= 300 else { return .unshared }
        var content = self
        content.fields = Storability.storableFields(fields)
        return .response(content)
    }
}
