package import FoundationEssentials
package import HTTPCore
package import HTTPTypes

/// Returns stored responses that are fresh, has upstream confirm those that are not, and stores
/// what upstream sends.
///
/// Equal requests at the same time share one transfer. If upstream cannot be asked (it sends a 5xx,
/// or the transport below throws), a stored response is returned as ``Provenance/Source/stale``,
/// whatever its age. This includes `must-revalidate` and `no-cache`, unlike section 4.2.4: an old
/// response that states its age is worth more than none.
///
/// - SeeAlso: RFC 9111, section 4.
package final class CachingTransport: HTTPTransport {
    private typealias Flights =
        SingleFlight<TransferKey, HTTPTransportResponse, HTTPTransportError>

    let next: any CheckingTransport
    let store: ResponseStore
    let clock: @Sendable () -> Date
    /// Called when a stored response has been removed or replaced.
    let onChange: @Sendable () -> Void
    let shared: (any SharedResponses)?
    private let limitField: HTTPField.Name?
    private let isOffline: Bool
    private let staleWhileRevalidate: Int
    /// Second lookups in the store, and questions to other servers, before upstream is asked.
    private let lookups = Flights(cancellation: .cancelled)
    private let transfers = Flights(cancellation: .cancelled)
    /// Renewals in the background, behind expired responses that were returned.
    private let renewals = BackgroundTasks()

    /// - Parameters:
    ///   - next: the transport to ask. Its errors are those of this transport. It also checks what
    ///     other servers send.
    ///   - shared: the responses of other servers; nil without a shared cache.
    ///   - limitField: a field of responses that upstream counts against a limit; nil if it counts
    ///     none.
    ///   - isOffline: `next` is never asked.
    ///   - staleWhileRevalidate: seconds after its expiry for which a response is returned at once
    ///     and renewed in the background (RFC 5861).
    ///   - onChange: called when upstream's response has replaced or removed a stored one, so that
    ///     results made of it can be dropped.
    package init(
        wrapping next: any CheckingTransport, store: ResponseStore,
        shared: (any SharedResponses)? = nil, limitField: HTTPField.Name? = nil,
        isOffline: Bool = false, staleWhileRevalidate: Int = 0,
        clock: @escaping @Sendable () -> Date = { Date.now },
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.onChange = onChange
        self.next = next
        self.store = store
        self.shared = shared
        self.limitField = limitField
        self.isOffline = isOffline
        self.staleWhileRevalidate = staleWhileRevalidate
        self.clock = clock
    }

    package func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
    {
        guard Storability.isCacheable(request) else { return try await forward(request) }
        let key = TransferKey(request, key: await store.key(of: request))
        let (look, response) = await lookUp(request, key)
        if let response { return response }
        if isOffline { throw .offline }
        return try await sharing(lookups, key) { () throws(HTTPTransportError) in
            // The transfer that this request just missed may have stored the response.
            let (look, response) = await self.lookUp(request, key, after: look)
            if let response { return response }
            return try await self.obtain(request, key, look)
        }
    }

    /// What the store has for `request`, and the response that can be returned without asking
    /// upstream now.
    private func lookUp(
        _ request: HTTPTransportRequest, _ key: TransferKey, after last: ResponseStore.Look? = nil
    ) async -> (ResponseStore.Look, HTTPTransportResponse?) {
        let look = await store.look(for: key.key, fields: key.fields, after: last)
        return (look, storedResponse(for: request, key, look))
    }

    /// Runs `operation`, or waits for the current one of `key` and counts that.
    private func sharing(
        _ flights: Flights, _ key: TransferKey,
        _ operation:
            @escaping @Sendable () async throws(HTTPTransportError) ->
            HTTPTransportResponse
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let (response, isShared) = try await flights.sharedValue(for: key, operation: operation)
        if isShared {
            store.count {
                $0.coalesced += 1
                $0.spare(isLimited: isLimited(response.head.headerFields))
            }
        }
        return response
    }

    /// The number of requests that wait for the transfer that `request` would share.
    func waiterCount(for request: HTTPTransportRequest) async -> Int {
        let key = TransferKey(request, key: await store.key(of: request))
        return transfers.waiterCount(for: key.ofTransfer)
    }

    /// Waits until all renewals have ended.
    package func waitForRenewals() async {
        await renewals.waitForAll()
    }

    /// Cancels all renewals and transfers, and waits until they have ended.
    package func close() async {
        await renewals.cancelAll()
        await lookups.cancelAll()
        await transfers.cancelAll()
    }

    private func storedResponse(
        for request: HTTPTransportRequest, _ key: TransferKey, _ look: ResponseStore.Look
    ) -> HTTPTransportResponse? {
        guard let stored = look.response else { return nil }
        var policy = request.cachePolicy
        // Upstream cannot be asked, so a caller that wants it asked gets the stored response.
        if isOffline { policy.revalidates = false }
        let freshness = ResponseFreshness(stored, policy: policy)
        switch freshness.use(at: clock(), grace: isOffline ? 0 : staleWhileRevalidate) {
        case .fresh: return hit(stored, freshness)
        case .whileRevalidating:
            var quiet = request
            quiet.willAskUpstream = nil
            renewals.run(key.ofTransfer) { [quiet] in
                _ = try? await self.obtain(quiet, key, look)
            }
            return stale(stored, freshness)
        case .afterValidation: return isOffline ? stale(stored, freshness) : nil
        }
    }

    /// Whether upstream counts a request whose response has these fields against a limit.
    func isLimited(_ fields: HTTPFields) -> Bool {
        limitField.map { fields.contains($0) } ?? false
    }

    func hit(_ stored: StoredResponse, _ freshness: ResponseFreshness) -> HTTPTransportResponse {
        store.count {
            $0.hits += 1
            $0.spare(isLimited: isLimited(stored.fields))
        }
        return stored.served(as: .cache, expiresAt: freshness.expiresAt)
    }

    func stale(_ stored: StoredResponse, _ freshness: ResponseFreshness) -> HTTPTransportResponse {
        store.count { $0.staleServed += 1 }
        let now = clock()
        // A response from the future has no age, and what is made of it is not kept until then.
        let isAged = freshness.age(at: now) != nil
        return stored.served(as: .stale, expiresAt: isAged ? freshness.expiresAt : now)
    }

    /// Gets the response from other servers if they have it or fetch it, and otherwise from
    /// upstream.
    private func obtain(
        _ request: HTTPTransportRequest, _ key: TransferKey, _ look: ResponseStore.Look
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let former = look.response
        switch await shared?.claim(question(request, key.key)) {
        case .found(let accepted): return await take(accepted, request, instead: former)
        case .settled(let outcome):
            if let response = try await settled(outcome, request, key.key, instead: former) {
                return response
            }
        case .lease(let lease, let known):
            let lease = ExchangeLease(lease, known: known)
            defer { if let unused = lease.take() { shared?.release(unused, nil) } }
            return try await transfer(request, key, look, lease)
        case .alone, nil: break
        }
        return try await transfer(request, key, look)
    }

    /// Asks upstream, or waits for a transfer that already does.
    private func transfer(
        _ request: HTTPTransportRequest, _ key: TransferKey, _ look: ResponseStore.Look,
        _ lease: ExchangeLease? = nil
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        request.willAskUpstream?()
        let exchange = Exchange(
            transport: self, request: request, key: key.key, look: look, lease: lease)
        return try await sharing(transfers, key.ofTransfer) { () throws(HTTPTransportError) in
            try await exchange.run()
        }
    }

    /// Sends a request that the store does not handle. Equal GETs share a transfer here too.
    private func forward(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        if isOffline { throw .offline }
        request.willAskUpstream?()
        if request.head.method == .get, request.body.isEmpty {
            let key = TransferKey(request, key: await store.key(of: request)).ofTransfer
            return try await sharing(transfers, key) { () throws(HTTPTransportError) in
                try await self.next.send(request)
            }
        }
        let response = try await next.send(request)
        if !request.head.method.isSafe, response.head.status.code < 400 {
            await store.invalidate(url: request.url)
        }
        return response
    }
}

extension HTTPRequest.Method {
    /// Whether the request changes nothing (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool {
        [.get, .head, .options, .trace].contains(self)
    }
}

extension CacheCounts {
    /// Counts a request that was not sent.
    fileprivate mutating func spare(isLimited: Bool) {
        requestsSpared += 1
        if isLimited { rateLimitSpared += 1 }
    }
}

extension StoredResponse {
    /// The response as it is returned to a caller.
    func served(as source: Provenance.Source, expiresAt: Date?) -> HTTPTransportResponse {
        HTTPTransportResponse(
            head: HTTPResponse(
                status: HTTPResponse.Status(code: status), headerFields: fields),
            body: body,
            provenance: Provenance(
                source: source, fetchedAt: receivedAt, expiresAt: expiresAt, parts: [part]))
    }

    /// Identifies this version of the stored response.
    var part: StoredPart {
        StoredPart(url: key.url, identity: key.identity.bytes, receivedAt: receivedAt)
    }
}
