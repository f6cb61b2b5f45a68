import FoundationEssentials
import HTTPCore
import HTTPTypes
import Synchronization

/// Requests to upstream, and their effect on the store and on other servers.
extension CachingTransport {
    func carryOut(
        _ exchange: Exchange
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        do throws(HTTPTransportError) {
            let response = try await ask(exchange)
            guard let candidate = exchange.candidate else { return await take(response, exchange) }
            let (status, fields) = (response.head.status.code, response.head.headerFields)
            if status == 304, confirms(fields, candidate, exchange) {
                return await confirm(candidate, by: fields, exchange)
            }
            if status >= 500, isUsable(exchange, afterStatus: status) {
                throw .unavailable(UpstreamFailure(cause: .http, status: status))
            }
            return await take(response, exchange)
        } catch {
            exchange.lease?.release(error == .cancelled ? nil : .failure(error))
            guard let candidate = exchange.candidate, isUsable(exchange, after: error) else {
                throw error
            }
            var response = stale(candidate, exchange.request)
            if response.cacheStatus != nil { response.cacheStatus?.forwarding = .stale }
            return response
        }
    }

    /// Whether the candidate may be returned although upstream did not confirm it.
    private func isUsable(_ exchange: Exchange, after error: HTTPTransportError) -> Bool {
        switch error {
        case .cancelled: false
        case .unavailable(let failure): isUsable(exchange, afterStatus: failure.status)
        default: isUsable(exchange, afterStatus: nil)
        }
    }

    private func isUsable(_ exchange: Exchange, afterStatus status: Int?) -> Bool {
        guard let candidate = exchange.candidate, !exchange.isForeign else { return false }
        return freshness(of: candidate, exchange.request)
            .isUsable(at: clock(), afterStatus: status)
    }

    /// Sends a conditional request, and an unconditional one if upstream confirms a response other
    /// than the candidate (section 4.3.4).
    private func ask(
        _ exchange: Exchange
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var request = exchange.request
        let policy = request.cachePolicy
        let longest = min(store.longestBody, Self.longestCollected)
        request.relay?.collecting = { head in
            let fields = head.headerFields
            let isStorable = Storability.isStorable(
                status: head.status.code, fields: fields, policy: policy)
            // What may be stored is collected, and what equal requests can share: GitHub's searches, and
            // redirects.
            let isShared = Storability.isSharable(fields, policy)
            let maximum = isStorable ? longest : isShared ? Self.longestShared : 0
            let length = fields[.contentLength].flatMap { Int($0) }
            let isShort = length.map { $0 <= maximum } ?? (isStorable || isShared && fields.isJSON)
            return max(Relay.errors(head), isShort ? maximum : 0)
        }
        guard let candidate = exchange.candidate else { return try await next.send(request) }
        var conditional = request
        conditional.head.headerFields = Validation.conditional(
            conditional.head.headerFields, on: candidate.fields)
        let response = try await next.send(conditional)
        let fields = response.head.headerFields
        guard response.head.status == .notModified,
            !confirms(fields, candidate, exchange),
            // The client may have another response than this store.
            ClientConditions(request.head.headerFields)?.match(fields) != true
        else { return response }
        return try await next.send(request)
    }

    /// Longest body of a relayed response that is stored, in bytes: until it is whole it is in memory.
    private static let longestCollected = 8 << 20
    /// Longest body that is collected only for equal requests at the same time, in bytes.
    private static let longestShared = 1 << 20

    private func confirms(
        _ fields: HTTPFields, _ candidate: StoredResponse, _ exchange: Exchange
    ) -> Bool {
        let own = exchange.request.head.headerFields
        return Validation.confirms(
            fields, candidate.fields, isAmbiguous: own.contains(.ifNoneMatch))
    }

    private func confirm(
        _ candidate: StoredResponse, by fields: HTTPFields, _ exchange: Exchange
    ) async -> HTTPTransportResponse {
        let request = exchange.request
        if exchange.isForeign { ruleTrust.withLock { $0.held(request.head.authority ?? "") } }
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
        if isSpared, request.cachePolicy.standard != nil {
            store.count(for: exchange.key.identity) { $0.free += 1 }
        }
        var status = status(of: exchange, forwardStatus: 304)
        let freshness = freshness(of: confirmed, request)
        if CacheControl(confirmed.fields).isNoStore || isOutdated(exchange) {
            await store.remove(exchange.key)
            exchange.lease?.release(.unshared)
            let response = confirmed.served(as: .revalidated, expiresAt: nil)
            return dated(response, freshness, request, status)
        }
        status.isStored = true
        await store.store(confirmed)
        if let former = exchange.former, former.body != confirmed.body { onChange() }
        let expiry = publish(confirmed, exchange, isConfirmation: exchange.isShared)
        let response = confirmed.served(as: .revalidated, expiresAt: expiry)
        return dated(response, freshness, request, status)
    }

    /// Whether the URL was written to since upstream was asked.
    private func isOutdated(_ exchange: Exchange) -> Bool {
        store.generation(of: exchange.request.url) != exchange.generation
    }

    /// Why upstream was asked.
    private func status(of exchange: Exchange, forwardStatus: Int? = nil) -> CacheStatus {
        guard let candidate = exchange.candidate, !exchange.isForeign else {
            return CacheStatus(.miss, forwardStatus: forwardStatus)
        }
        var asked = exchange.request
        asked.cachePolicy.revalidates = false
        asked.cachePolicy.maximumAge = nil
        let isFresh = freshness(of: candidate, asked).use(at: clock()) == .fresh
        return CacheStatus(isFresh ? .request : .stale, forwardStatus: forwardStatus)
    }

    /// Stores a new response if permitted, and sets its times.
    private func take(
        _ response: HTTPTransportResponse, _ exchange: Exchange
    ) async -> HTTPTransportResponse {
        if exchange.isForeign { await noteRule(response, exchange) }
        let candidate = exchange.isForeign ? nil : exchange.candidate
        defer { if let candidate, candidate.body != response.body { onChange() } }
        store.count { $0.misses += 1 }
        let receivedAt = clock()
        let content = SharedContent(
            status: response.head.status.code, fields: response.head.headerFields,
            body: response.body)
        var result = response
        if exchange.request.cachePolicy.standard != nil {
            let isAsked = response.provenance.source == .network
            result.cacheStatus = isAsked ? status(of: exchange) : .refused
        }
        result.provenance = Provenance(source: .network, fetchedAt: receivedAt)
        if candidate != nil, content.isRemoval { await store.remove(exchange.key) }
        guard response.rest == nil, !isOutdated(exchange),
            let stored = storable(
                content, exchange.request, exchange.key, requestedAt: exchange.requestedAt,
                receivedAt: receivedAt)
        else {
            exchange.lease?.release(response.rest == nil ? content.outcome : .unshared)
            return result
        }
        result.cacheStatus?.isStored = true
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

extension HTTPFields {
    fileprivate var isJSON: Bool {
        self[.contentType]?.lowercased().contains("json") == true
    }
}

extension SharedContent {
    /// What the waiting servers get of a response that is not stored: a refusal applies to them too,
    /// a success that no cache may store does not.
    fileprivate var outcome: SharedOutcome {
        // A 304 is about what one client has.
        guard status >= 300, status != 304 else { return .unshared }
        var content = self
        content.fields = Storability.storableFields(fields)
        return .response(content)
    }
}
