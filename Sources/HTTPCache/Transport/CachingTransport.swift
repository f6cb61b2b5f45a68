package import FoundationEssentials
package import HTTPCore
import HTTPTypes
import Synchronization

/// Returns stored responses that are fresh, has upstream confirm those that are not, and stores
/// what upstream sends.
///
/// Equal requests at the same time share one transfer. If upstream cannot be asked (it sends a 5xx,
/// or the transport below throws), a stored response is returned as ``Provenance/Source/stale``,
/// whatever its age. This includes `must-revalidate` and `no-cache`, unlike section 4.2.4: an old
/// response that states its age is worth more than none. For a client that speaks HTTP itself
/// (``HTTPCore/CachePolicy/standard``) the RFC holds as it stands.
///
/// - SeeAlso: RFC 9111, section 4.
package final class CachingTransport: HTTPTransport {
    typealias Flights = SingleFlight<TransferKey, HTTPTransportResponse, HTTPTransportError>

    let next: any CheckingTransport
    let store: ResponseStore
    let clock: @Sendable () -> Date
    let onChange: @Sendable () -> Void
    let shared: (any SharedResponses)?
    private let isOffline: Bool
    private let staleWhileRevalidate: Int
    /// Requests that accept the same responses.
    private let questions = Flights(cancellation: .cancelled)
    let transfers = Flights(cancellation: .cancelled)
    /// Renewals in the background, behind expired responses that were returned.
    let renewals = BackgroundTasks()
    let ruleTrust = Mutex(RuleTrust())

    /// - Parameters:
    ///   - next: the transport to ask. It also checks what other servers send.
    ///   - shared: the responses of other servers; nil without a shared cache.
    ///   - isOffline: `next` is never asked.
    ///   - staleWhileRevalidate: seconds after its expiry for which a response is returned at once
    ///     and renewed in the background (RFC 5861).
    ///   - onChange: called when a stored response has been replaced or removed, so that results
    ///     made of it can be dropped.
    package init(
        wrapping next: any CheckingTransport, store: ResponseStore,
        shared: (any SharedResponses)? = nil, isOffline: Bool = false,
        staleWhileRevalidate: Int = 0, clock: @escaping @Sendable () -> Date = { Date.now },
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.onChange = onChange
        self.next = next
        self.store = store
        self.shared = shared
        self.isOffline = isOffline
        self.staleWhileRevalidate = staleWhileRevalidate
        self.clock = clock
    }

    package func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
    {
        let key = TransferKey(
            request, key: await store.key(of: request),
            generation: store.generation(of: request.url))
        if request.cachePolicy.standard != nil {
            store.count(for: key.key.identity) { $0.requests += 1 }
        }
        guard Storability.isCacheable(request) else { return try await forward(request, key) }
        let response = try await sharing(questions, key, request) {
            () throws(HTTPTransportError) in
            try await self.answer(request, key)
        }
        guard request.cachePolicy.standard != nil else { return response }
        return ClientConditions(request.head.headerFields)?.answer(response) ?? response
    }

    /// The response to a client of HTTP, if it is in memory and fresh. Does not wait.
    package func response(inMemoryFor request: HTTPTransportRequest) -> HTTPTransportResponse? {
        guard request.cachePolicy.standard != nil, Storability.isCacheable(request),
            let stored = store.hotResponse(to: request),
            freshness(of: stored, request).use(at: clock()) == .fresh
        else { return nil }
        store.count(for: stored.key.identity) { $0.requests += 1 }
        var response = hit(stored, request)
        response.prepared = stored.prepared
        return ClientConditions(request.head.headerFields)?.answer(response) ?? response
    }

    /// Cancels all renewals and transfers, and waits until they have ended.
    package func close() async {
        await renewals.cancelAll()
        await questions.cancelAll()
        await transfers.cancelAll()
    }

    /// The stored response if it may be used, and otherwise one from other servers or upstream.
    ///
    /// Only this asks the store. A request that comes when a transfer has ended begins a new
    /// question, and finds what was stored.
    private func answer(
        _ request: HTTPTransportRequest, _ key: TransferKey
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let mark = store.hotMark
        let stored = await store.response(for: key.key, fields: key.fields)
        if let stored, let response = usable(stored, request, key) {
            if response.cacheStatus?.ttl ?? 0 > 0 { store.keepHot(stored, readAt: mark) }
            return response
        }
        if isOffline || request.cachePolicy.standard?.onlyIfCached == true { throw .offline }
        // What comes has no body to store.
        if request.head.method == .head { return try await forward(request, key) }
        return try await fetch(request, key, insteadOf: stored)
    }

    /// The stored response as it can be returned without asking upstream now.
    private func usable(
        _ stored: StoredResponse, _ request: HTTPTransportRequest, _ key: TransferKey
    ) -> HTTPTransportResponse? {
        var request = request
        // Upstream cannot be asked, so a caller that wants it asked gets the stored response.
        if isOffline { request.cachePolicy.revalidates = false }
        let freshness = freshness(of: stored, request)
        switch freshness.use(at: clock(), grace: isOffline ? 0 : staleWhileRevalidate) {
        case .fresh: return hit(stored, request)
        case .stale: return stale(stored, request)
        case .whileRevalidating:
            request.willAskUpstream = nil
            renewals.run(key.ofTransfer) { [request] in
                // Another renewal may have ended since this response was read.
                let newest = await self.store.response(for: key.key, fields: key.fields)
                let isRenewed = newest.map {
                    self.freshness(of: $0, request).use(at: self.clock()) == .fresh
                }
                if isRenewed == true { return }
                _ = try? await self.fetch(request, key, insteadOf: stored)
            }
            return stale(stored, request)
        case .afterValidation:
            let isUsable = isOffline && freshness.isUsable(at: clock(), afterStatus: nil)
            return isUsable ? stale(stored, request) : nil
        }
    }

    /// Gets the response from other servers if they have it or fetch it, and otherwise from
    /// upstream.
    private func fetch(
        _ request: HTTPTransportRequest, _ key: TransferKey, insteadOf former: StoredResponse?
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        switch await claim(request, key.key) {
        case .found(let accepted): return await adopt(accepted, request, insteadOf: former)
        case .settled(let outcome):
            if let response = try await settled(outcome, request, key.key, insteadOf: former) {
                return response
            }
        case .lease(let lease): return try await transfer(request, key, insteadOf: former, lease)
        case .alone, nil: break
        }
        return try await transfer(request, key, insteadOf: former)
    }

    /// Asks upstream, or waits for a transfer that already does.
    private func transfer(
        _ request: HTTPTransportRequest, _ key: TransferKey, insteadOf former: StoredResponse?,
        _ lease: (any SharedLease)? = nil
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        request.willAskUpstream?()
        return try await sharing(transfers, key.ofTransfer, request) {
            () throws(HTTPTransportError) in
            let shared = lease?.known.flatMap { self.storable($0, request, key.key) }
            let foreign =
                former == nil && shared == nil ? await self.foreign(request, key.key) : nil
            return try await self.carryOut(
                Exchange(
                    request, key.key, former: former, shared: shared, foreign: foreign, lease,
                    requestedAt: self.clock(), generation: key.generation))
        }
    }

    /// Sends a request that the store does not handle. Equal GETs share a transfer here too.
    private func forward(
        _ request: HTTPTransportRequest, _ key: TransferKey
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        if isOffline || request.cachePolicy.standard?.onlyIfCached == true { throw .offline }
        request.willAskUpstream?()
        // A relayed response cannot be shared while it arrives.
        if request.head.method == .get, request.body.isEmpty, request.relay == nil {
            return try await sharing(transfers, key.ofTransfer, request) {
                () throws(HTTPTransportError) in
                try await self.next.send(request)
            }
        }
        var response = try await next.send(request)
        if !request.head.method.isSafe, response.head.status.code < 400, request.facts.invalidates {
            await invalidate(request, response.head.headerFields)
        }
        if request.cachePolicy.standard != nil {
            let isMiss = Storability.isCacheable(request)
            let isAsked = response.provenance.source == .network
            response.cacheStatus =
                isAsked
                ? CacheStatus(isMiss ? .miss : request.head.method == .get ? .request : .method)
                : .refused
        }
        return response
    }

    /// Removes what a successful unsafe request may have changed (section 4.4).
    private func invalidate(_ request: HTTPTransportRequest, _ fields: HTTPFields) async {
        guard let target = WebAddress(request.url) else { return }
        var urls: Set = [request.url]
        if request.cachePolicy.standard != nil {
            for name in [HTTPField.Name.location, .contentLocation] {
                guard let other = fields[name].flatMap(target.resolving),
                    other.hasSameOrigin(as: target)
                else { continue }
                urls.insert("\(other)")
            }
        }
        for url in urls {
            await store.invalidate(url: url)
            await shared?.invalidate(url: url)
        }
        onChange()
    }

    /// Runs `operation`, or waits for the current one of `key` and counts that.
    private func sharing(
        _ flights: Flights, _ key: TransferKey, _ request: HTTPTransportRequest,
        _ operation:
            @escaping @Sendable () async throws(HTTPTransportError) ->
            HTTPTransportResponse
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        var (response, isShared) = try await flights.sharedValue(for: key, operation: operation)
        guard isShared else { return response }
        // Only one reader can have a body that is still arriving.
        if response.rest != nil
            || !Storability.isSharable(response.head.headerFields, request.cachePolicy)
        {
            var own = try await next.send(request)
            own.cacheStatus = response.cacheStatus
            return own
        }
        response.cacheStatus?.isCollapsed = true
        switch response.provenance.source {
        case .cache: countSpared(\.hits, request, key.key.identity)
        case .stale: store.count { $0.staleServed += 1 }
        default: countSpared(\.coalesced, request, key.key.identity)
        }
        return response
    }

    func freshness(
        of stored: StoredResponse, _ request: HTTPTransportRequest
    ) -> ResponseFreshness {
        ResponseFreshness(stored, policy: request.cachePolicy)
    }

    func hit(_ stored: StoredResponse, _ request: HTTPTransportRequest) -> HTTPTransportResponse {
        countSpared(\.hits, request, stored.key.identity)
        let freshness = freshness(of: stored, request)
        let response = stored.served(as: .cache, expiresAt: freshness.expiresAt)
        return dated(response, freshness, request, CacheStatus(nil))
    }

    /// What HTTP demands of a stored response besides its own fields.
    func dated(
        _ response: HTTPTransportResponse, _ freshness: ResponseFreshness,
        _ request: HTTPTransportRequest, _ status: CacheStatus
    ) -> HTTPTransportResponse {
        guard request.cachePolicy.standard != nil else { return response }
        var response = response
        let age = freshness.age(at: clock()) ?? 0
        response.head.headerFields[.age] = "\(Int(age))"
        response.cacheStatus = status
        response.cacheStatus?.ttl = freshness.lifetime - Int(age)
        if request.head.method == .head {
            response.head.headerFields[.contentLength] = "\(response.body.count)"
            response.body = []
        }
        return response
    }

    func stale(_ stored: StoredResponse, _ request: HTTPTransportRequest) -> HTTPTransportResponse {
        store.count { $0.staleServed += 1 }
        let freshness = freshness(of: stored, request)
        let now = clock()
        // A response from the future has no age, and what is made of it is not kept until then.
        let isAged = freshness.age(at: now) != nil
        let response = stored.served(as: .stale, expiresAt: isAged ? freshness.expiresAt : now)
        return dated(response, freshness, request, CacheStatus(nil))
    }

    /// Counts a request that was not sent.
    private func countSpared(
        _ reason: WritableKeyPath<CacheCounts, Int>, _ request: HTTPTransportRequest,
        _ identity: Identity
    ) {
        store.count {
            $0[keyPath: reason] += 1
            $0.requestsSpared += 1
            if request.facts.isLimited { $0.rateLimitSpared += 1 }
        }
        if request.cachePolicy.standard != nil {
            store.count(for: identity) { $0.spared += 1 }
        }
    }
}

extension HTTPRequest.Method {
    /// Whether the request changes nothing (RFC 9110, section 9.2.1).
    fileprivate var isSafe: Bool {
        [.get, .head, .options, .trace].contains(self)
    }
}
