import FoundationEssentials
import HTTPCore
import HTTPTypes

/// One request to upstream for all callers with an equal request, and its effect on the store.
struct Exchange: Sendable {
    let transport: CachingTransport
    let request: HTTPTransportRequest
    let key: CacheKey
    /// The store's contents when upstream had to be asked.
    let look: ResponseStore.Look
    /// Nil if the response is not shared with other servers.
    var lease: ExchangeLease?

    private var store: ResponseStore { transport.store }

    /// The part of the outcome that other servers get.
    private enum Share {
        case response(StoredResponse, isConfirmation: Bool)
        case outcome(SharedOutcome?)
    }

    func run() async throws(HTTPTransportError) -> HTTPTransportResponse {
        let held = lease?.take()
        do {
            let (response, share) = try await ask()
            if let held { give(held, share) }
            return response
        } catch {
            if let held { give(held, .outcome(error == .cancelled ? nil : .failure(error))) }
            throw error
        }
    }

    private func give(_ lease: SharedLease, _ share: Share) {
        switch share {
        case .outcome(let outcome): transport.shared?.release(lease, outcome)
        case .response(let response, let isConfirmation):
            let lifetime = freshness(of: response).expiresAt.timeIntervalSince(response.receivedAt)
            transport.shared?.publish(
                response, for: max(0, lifetime), isConfirmation: isConfirmation, lease)
        }
    }

    private func ask() async throws(HTTPTransportError) -> (HTTPTransportResponse, Share) {
        let (stored, isShared) = await known()
        let requestedAt = transport.clock()
        guard let stored else {
            let response = try await transport.next.send(request)
            return await take(response, instead: nil, requestedAt: requestedAt)
        }
        do {
            let response = try await ask(whether: stored)
            switch response.head.status.code {
            case 304:
                return await confirm(
                    stored, by: response, requestedAt: requestedAt, isShared: isShared)
            case 500...:
                let failure = UpstreamFailure(
                    cause: .http, status: Int(response.head.status.code))
                return (stale(stored), .outcome(.failure(.unavailable(failure))))
            default: return await take(response, instead: stored, requestedAt: requestedAt)
            }
        } catch .cancelled {
            throw .cancelled
        } catch {
            return (stale(stored), .outcome(.failure(error)))
        }
    }

    /// The newer of the stored response and the other servers' response, and whether it is theirs.
    private func known() async -> (StoredResponse?, isShared: Bool) {
        let stored = await store.look(
            for: key, fields: request.head.headerFields, after: look
        ).response
        guard let shared = lease?.known.flatMap({ transport.adopted($0, request, key) }) else {
            return (stored, false)
        }
        // Within a second of each other, the shared one is taken: its body need not be sent again.
        guard let stored, stored.receivedAt > shared.receivedAt + 1 else { return (shared, true) }
        return (stored, false)
    }

    /// Sends a conditional request, and an unconditional one if upstream confirms a response other
    /// than the stored one (section 4.3.4).
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
        transport.stale(stored, freshness(of: stored))
    }

    private func confirm(
        _ stored: StoredResponse, by response: HTTPTransportResponse, requestedAt: Date,
        isShared: Bool
    ) async -> (HTTPTransportResponse, Share) {
        var confirmed = stored
        confirmed.fields = Validation.updated(stored.fields, by: response.head.headerFields)
        confirmed.requestedAt = requestedAt
        confirmed.receivedAt = transport.clock()
        confirmed.usedAt = confirmed.receivedAt
        confirmed.tags = store.tags(of: request, body: stored.body)
        // An anonymous 304 costs as much as a 200.
        let isSpared = request.credential != nil && transport.isLimited(stored.fields)
        store.count {
            $0.revalidations += 1
            if isSpared { $0.rateLimitSpared += 1 }
        }
        if CacheControl(confirmed.fields).isNoStore {
            await store.remove(key)
            return (confirmed.served(as: .revalidated, expiresAt: nil), .outcome(.unshared))
        }
        await store.store(confirmed)
        if isShared, look.response.map({ $0.body != confirmed.body }) ?? false {
            transport.onChange()
        }
        return (
            confirmed.served(as: .revalidated, expiresAt: freshness(of: confirmed).expiresAt),
            .response(confirmed, isConfirmation: isShared)
        )
    }

    /// Stores a new response if permitted, and sets its times.
    private func take(
        _ response: HTTPTransportResponse, instead former: StoredResponse?, requestedAt: Date
    ) async -> (HTTPTransportResponse, Share) {
        defer { if let former, former.body != response.body { transport.onChange() } }
        store.count { $0.misses += 1 }
        let receivedAt = transport.clock()
        let content = SharedContent(
            status: response.head.status.code, fields: response.head.headerFields,
            body: response.body)
        var result = response
        result.provenance = Provenance(source: .network, fetchedAt: receivedAt)
        if former != nil, content.isRemoval { await store.remove(key) }
        guard
            let stored = transport.storable(
                content, request, key, requestedAt: requestedAt, receivedAt: receivedAt)
        else { return (result, .outcome(Self.outcome(of: content))) }
        await store.store(stored)
        result.provenance.expiresAt = freshness(of: stored).expiresAt
        result.provenance.parts = [stored.part]
        return (result, .response(stored, isConfirmation: false))
    }

    /// What the waiting servers get of a response that is not stored: a refusal applies to them too,
    /// a success that no cache may store does not.
    private static func outcome(of content: SharedContent) -> SharedOutcome {
        guard content.status >= 300 else { return .unshared }
        var content = content
        content.fields = Storability.storableFields(content.fields)
        return .response(content)
    }

    private func freshness(of stored: StoredResponse) -> ResponseFreshness {
        ResponseFreshness(stored, policy: request.cachePolicy)
    }
}
