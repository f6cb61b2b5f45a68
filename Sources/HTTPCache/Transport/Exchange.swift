import FoundationEssentials
import HTTPCore
import HTTPTypes

/// One request to upstream on behalf of all who ask the same, and what becomes of the store.
struct Exchange: Sendable {
    let transport: CachingTransport
    let request: HTTPTransportRequest
    let key: CacheKey
    /// What the store had when upstream had to be asked.
    let look: ResponseStore.Look

    private var store: ResponseStore { transport.store }

    func run() async throws(HTTPTransportError) -> HTTPTransportResponse {
        let fields = request.head.headerFields
        let stored = await store.look(for: key, fields: fields, after: look).response
        let requestedAt = transport.clock()
        guard let stored else {
            let response = try await transport.next.send(request)
            return await take(response, instead: nil, requestedAt: requestedAt)
        }
        do {
            let response = try await ask(whether: stored)
            switch response.head.status.code {
            case 304: return await confirm(stored, by: response, requestedAt: requestedAt)
            case 500...: return stale(stored)
            default: return await take(response, instead: stored, requestedAt: requestedAt)
            }
        } catch .cancelled {
            throw .cancelled
        } catch {
            return stale(stored)
        }
    }

    /// Asks with a condition, and without one if upstream confirms what somebody else has
    /// (section 4.3.4).
    private func ask(
        whether stored: StoredResponse
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let response = try await transport.next.send(conditionalRequest(on: stored))
        let fields = response.head.headerFields
        guard response.head.status == .notModified, !Validation.confirms(fields, stored.fields)
        else { return response }
        return try await transport.next.send(request)
    }

    private func conditionalRequest(on stored: StoredResponse) -> HTTPTransportRequest {
        var conditional = request
        conditional.head.headerFields = Validation.conditional(
            request.head.headerFields, on: stored.fields)
        return conditional
    }

    private func stale(_ stored: StoredResponse) -> HTTPTransportResponse {
        store.count { $0.staleServed += 1 }
        return stored.answer(.stale, expiresAt: expiry(of: stored))
    }

    private func confirm(
        _ stored: StoredResponse, by response: HTTPTransportResponse, requestedAt: Date
    ) async -> HTTPTransportResponse {
        var confirmed = stored
        confirmed.fields = Validation.updated(stored.fields, by: response.head.headerFields)
        confirmed.requestedAt = requestedAt
        confirmed.receivedAt = transport.clock()
        confirmed.usedAt = confirmed.receivedAt
        confirmed.tags = store.tags(of: request, body: stored.body)
        // A 304 to nobody in particular costs as much as a 200.
        let isSpared = request.credential != nil && stored.fields.countAgainstLimit
        store.count {
            $0.revalidations += 1
            if isSpared { $0.rateLimitSpared += 1 }
        }
        if CacheControl(confirmed.fields).isNoStore {
            await store.remove(key)
            return confirmed.answer(.revalidated, expiresAt: nil)
        }
        await store.store(confirmed)
        return confirmed.answer(.revalidated, expiresAt: expiry(of: confirmed))
    }

    /// Stores a response of upstream's own if it may be, and dates it.
    private func take(
        _ response: HTTPTransportResponse, instead former: StoredResponse?, requestedAt: Date
    ) async -> HTTPTransportResponse {
        defer { if let former, former.body != response.body { transport.onChange() } }
        store.count { $0.misses += 1 }
        let receivedAt = transport.clock()
        let fields = response.head.headerFields
        let status = response.head.status.code
        var answer = response
        answer.provenance = Provenance(source: .network, fetchedAt: receivedAt)
        if former != nil, status == 404 || status == 410 { await store.remove(key) }
        guard
            Storability.isStorable(status: status, fields: fields, policy: request.cachePolicy),
            let varying = VaryingFields(response: fields, request: request.head.headerFields)
        else { return answer }
        let stored = StoredResponse(
            key: key, varying: varying, status: status,
            fields: Storability.storableFields(fields), body: response.body,
            requestedAt: requestedAt, receivedAt: receivedAt,
            tags: store.tags(of: request, body: response.body))
        await store.store(stored)
        answer.provenance.expiresAt = expiry(of: stored)
        answer.provenance.parts = [stored.part]
        return answer
    }

    private func expiry(of stored: StoredResponse) -> Date {
        Freshness(stored, policy: request.cachePolicy).expiresAt
    }
}
