package import FoundationEssentials
package import HTTPCore
import HTTPTypes
import Synchronization

/// Tracks GitHub's rate limits, and sends nothing while one of them is used up.
///
/// Each identity has its own budgets, and `search` is counted apart from `core`. `/rate_limit` is
/// never held back, nor are images and other hosts, which have no such limits. A 403 or 429 that is
/// a rate limit is thrown as ``HTTPCore/HTTPTransportError/rateLimited(_:)``; any other is returned
/// as a response.
package final class RateLimitTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let base: WebAddress
    private let ledger: any LimitLedger
    private let clock: @Sendable () -> Date
    private let state = Mutex(RateLimitState())

    /// - Parameters:
    ///   - base: the API's address; addresses that are not below it have no budget.
    ///   - ledger: what other servers with the same token spend. Anonymous budgets belong to an
    ///     address, and are not shared.
    package init(
        next: any HTTPTransport, base: WebAddress, ledger: any LimitLedger = NoLimitLedger(),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.next = next
        self.base = base
        self.ledger = ledger
        self.clock = clock
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        guard let budget = APIPath(request, base: base)?.budget else {
            return try await next.send(request)
        }
        let asked = RateLimitState.Budget(
            identity: request.credential, resource: budget.resource)
        // A limit that is known here to be used up needs no question to other servers.
        if !budget.isFree { try refuse(asked) }
        guard !budget.isFree, let credential = request.credential else {
            return try await send(request, asked)
        }
        switch await ledger.admit(credential, resource: budget.resource.rawValue) {
        case .cancelled: throw .cancelled
        case .refused(let notice): throw .rateLimited(notice)
        case .granted(let reservation):
            return try await send(request, asked, reservation)
        }
    }

    private func refuse(_ budget: RateLimitState.Budget) throws(HTTPTransportError) {
        let now = clock()
        if let notice = state.withLock({ $0.notice(budget, at: now) }) {
            throw .rateLimited(notice)
        }
    }

    private func send(
        _ request: HTTPTransportRequest, _ asked: RateLimitState.Budget,
        _ reservation: LimitReservation? = nil
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let ticket = state.withLock { $0.ticket() }
        let response: HTTPTransportResponse
        do {
            // A response may have arrived while this request waited for its turn.
            if reservation != nil { try refuse(asked) }
            response = try await next.send(request)
        } catch {
            if let reservation { ledger.settle(reservation, nil) }
            throw error
        }
        return try learn(from: response, asked, ticket, reservation)
    }

    private func learn(
        from response: HTTPTransportResponse, _ asked: RateLimitState.Budget,
        _ ticket: RateLimitState.Ticket, _ reservation: LimitReservation?
    ) throws(HTTPTransportError) -> HTTPTransportResponse {
        let fields = LimitFields(response.head)
        let verdict = LimitVerdict(response, fields)
        var report: LimitReport?
        defer { if let reservation { ledger.settle(reservation, report) } }
        var budget = asked
        // GitHub's name of the budget counts; the path is only a guess. But a rate limit closes the
        // budget of the request, whatever name it carries.
        if verdict == .none, let name = fields.resource {
            guard let resource = APIPath.Resource(rawValue: name) else { return response }
            budget.resource = resource
        }
        let now = clock()
        let notice = state.withLock { [budget] state in
            state.record(verdict, fields, budget, ticket, at: now)
        }
        report = LimitReport(verdict, fields, budget.resource, notice)
        if let notice { throw .rateLimited(notice) }
        return response
    }
}

extension LimitReport {
    /// - Parameter notice: the limit that the response reports; nil if it reports none.
    fileprivate init(
        _ verdict: LimitVerdict, _ fields: LimitFields, _ resource: APIPath.Resource,
        _ notice: RateLimitNotice?
    ) {
        self.init(resource: resource.rawValue)
        limit = fields.limit
        remaining = verdict == .primary ? 0 : fields.remaining
        reset = fields.reset
        if let reset, let sentAt = fields.sentAt { secondsToReset = Double(max(0, reset - sentAt)) }
        if verdict == .primary, secondsToReset == nil {
            secondsToReset = notice.map { Double($0.retryAfter) }
        }
        if verdict == .secondary { secondaryWait = notice.map { Double($0.retryAfter) } }
    }
}
