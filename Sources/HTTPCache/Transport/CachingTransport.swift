import FoundationEssentials
import HTTPCore
import HTTPTypes

/// Answers from the store what is fresh there, has upstream confirm what is not, and stores what
/// upstream sends.
///
/// Equal requests that are under way at once share one transfer. When upstream cannot be asked
/// (it answers 5xx, or the transport below throws), a stored response is served as
/// ``Provenance/Source/stale``, whatever its age: its caller says so to the user. That goes for
/// `must-revalidate` and `no-cache` as well, unlike section 4.2.4: an old answer that says its
/// age is worth more than none.
///
/// - SeeAlso: RFC 9111, section 4.
package final class CachingTransport: HTTPTransport {
    private typealias Flights =
        SingleFlight<TransferKey, HTTPTransportResponse, HTTPTransportError>

    let next: any HTTPTransport
    let store: ResponseStore
    let clock: @Sendable () -> Date
    /// Called when a stored response is gone or has become another one.
    let onChange: @Sendable () -> Void
    private let isOffline: Bool
    private let staleWhileRevalidate: Int
    /// Of those who look into the store again before they ask upstream.
    private let lookups = Flights(cancellation: .cancelled)
    private let transfers = Flights(cancellation: .cancelled)
    /// Behind answers that were given past their time.
    private let renewals = Renewals()

    /// - Parameters:
    ///   - next: whom to ask. Its errors are those of this transport.
    ///   - isOffline: `next` is never asked.
    ///   - staleWhileRevalidate: seconds past its time for which a response is served at once and
    ///     renewed behind it (RFC 5861).
    ///   - onChange: called when upstream's answer changed or removed what was stored, so that
    ///     whoever keeps something made of it can forget that.
    package init(
        wrapping next: any HTTPTransport, store: ResponseStore, isOffline: Bool = false,
        staleWhileRevalidate: Int = 0, clock: @escaping @Sendable () -> Date = { Date.now },
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.onChange = onChange
        self.next = next
        self.store = store
        self.isOffline = isOffline
        self.staleWhileRevalidate = staleWhileRevalidate
        self.clock = clock
    }

    package func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
    {
        guard Storability.isCacheable(request) else { return try await forward(request) }
        let key = TransferKey(request, key: await store.key(of: request))
        let look = await store.look(for: key.key, fields: key.fields)
        if isOffline || !request.cachePolicy.revalidates {
            if let answer = storedAnswer(to: request, key, look) { return answer }
        }
        if isOffline { throw .offline }
        if request.cachePolicy.revalidates { return try await transfer(request, key, look) }
        return try await sharing(lookups, key) { () throws(HTTPTransportError) in
            // The transfer that this request just missed may have stored what it is after.
            let look = await self.store.look(for: key.key, fields: key.fields, after: look)
            if let answer = self.storedAnswer(to: request, key, look) { return answer }
            return try await self.transfer(request, key, look)
        }
    }

    /// Runs `operation`, or waits for the one that is under way for `key` and counts that.
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
                $0.spare(response.head.headerFields)
            }
        }
        return response
    }

    /// How many wait for the transfer that `request` would share.
    func waiterCount(for request: HTTPTransportRequest) async -> Int {
        let key = TransferKey(request, key: await store.key(of: request))
        return transfers.waiterCount(for: key.ofTransfer)
    }

    /// Waits until what is renewed behind answers is renewed.
    package func waitForRenewals() async {
        await renewals.waitForAll()
    }

    /// Cancels what is renewed or fetched and waits until it has ended.
    package func close() async {
        await renewals.cancelAll()
        await lookups.cancelAll()
        await transfers.cancelAll()
    }

    /// What can be answered without asking upstream now.
    private func storedAnswer(
        to request: HTTPTransportRequest, _ key: TransferKey, _ look: ResponseStore.Look
    ) -> HTTPTransportResponse? {
        guard let stored = look.response else { return nil }
        let freshness = Freshness(stored, policy: request.cachePolicy)
        switch freshness.use(at: clock(), grace: isOffline ? 0 : staleWhileRevalidate) {
        case .fresh:
            countHit(stored)
            return stored.answer(.cache, expiresAt: freshness.expiresAt)
        case .whileRevalidating:
            var quiet = request
            quiet.willAskUpstream = nil
            renewals.begin(key.ofTransfer) { [quiet] in
                _ = try? await self.transfer(quiet, key, look)
            }
            store.count { $0.staleServed += 1 }
            return stored.answer(.stale, expiresAt: freshness.expiresAt)
        case .afterValidation:
            return isOffline ? offlineAnswer(stored, request.cachePolicy) : nil
        }
    }

    /// Upstream cannot be asked, so a caller who wants it asked gets what is there.
    private func offlineAnswer(
        _ stored: StoredResponse, _ policy: CachePolicy
    ) -> HTTPTransportResponse {
        var policy = policy
        policy.revalidates = false
        let freshness = Freshness(stored, policy: policy)
        guard freshness.use(at: clock()) == .fresh else {
            store.count { $0.staleServed += 1 }
            return stored.answer(.stale, expiresAt: freshness.expiresAt)
        }
        countHit(stored)
        return stored.answer(.cache, expiresAt: freshness.expiresAt)
    }

    private func countHit(_ stored: StoredResponse) {
        store.count {
            $0.hits += 1
            $0.spare(stored.fields)
        }
    }

    /// Asks upstream, or waits for who is already asking.
    private func transfer(
        _ request: HTTPTransportRequest, _ key: TransferKey, _ look: ResponseStore.Look
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        request.willAskUpstream?()
        let exchange = Exchange(transport: self, request: request, key: key.key, look: look)
        return try await sharing(transfers, key.ofTransfer) { () throws(HTTPTransportError) in
            try await exchange.run()
        }
    }

    /// Sends what the store has no part in; equal GETs share a transfer here, too.
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
    /// Asks for nothing to be changed (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool {
        [.get, .head, .options, .trace].contains(self)
    }
}

extension CacheCounts {
    /// Counts a request that was not sent, since a response with these `fields` answered it.
    fileprivate mutating func spare(_ fields: HTTPFields) {
        requestsSpared += 1
        if fields.countAgainstLimit { rateLimitSpared += 1 }
    }
}

extension HTTPFields {
    /// Whether upstream counts requests like the one that it answered with these fields.
    var countAgainstLimit: Bool {
        HTTPField.Name("X-RateLimit-Limit").map { contains($0) } ?? false
    }
}

extension StoredResponse {
    /// The response as it is given to who asked.
    func answer(_ source: Provenance.Source, expiresAt: Date?) -> HTTPTransportResponse {
        HTTPTransportResponse(
            head: HTTPResponse(
                status: HTTPResponse.Status(code: status), headerFields: fields),
            body: body,
            provenance: Provenance(
                source: source, fetchedAt: receivedAt, expiresAt: expiresAt, parts: [part]))
    }

    /// What tells later whether the store still has this very response.
    var part: StoredPart {
        StoredPart(url: key.url, identity: key.identity.bytes, receivedAt: receivedAt)
    }
}
