package import FoundationEssentials
package import HTTPCore
import HTTPTypes
package import Secrets
import Synchronization

/// Tracks GitHub's rate limits, and sends nothing while one of them is used up.
///
/// Each identity has its own budgets, and a request counts against the one that its
/// ``HTTPCore/RequestFacts`` name. A 403 or 429 that is a rate limit is thrown as
/// ``HTTPCore/HTTPTransportError/rateLimited(_:)``; any other is returned as a response. To a relayed
/// request, a limit is a response too: GitHub's own as long as the limit lasts, whoever asks.
package final class RateLimitTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let ledger: (any LimitLedger)?
    private let clock: @Sendable () -> Date
    private let state = Mutex(RateLimitState())

    /// - Parameter ledger: what other servers with the same token spend; nil if there are none.
    ///   Anonymous budgets belong to an address, and are not shared.
    package init(
        next: any HTTPTransport, ledger: (any LimitLedger)? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.next = next
        self.ledger = ledger
        self.clock = clock
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        guard let resource = request.facts.budget else { return try await next.send(request) }
        let budget = RateLimitState.Budget(identity: request.credential, resource: resource)
        guard request.facts.isLimited else { return try await send(request, budget) }
        // A limit that is known here to be used up needs no question to other servers.
        if let refusal = try refusal(of: request, budget) { return refusal }
        guard let ledger, let credential = request.credential else {
            return try await send(request, budget)
        }
        switch await ledger.admit(credential, resource: resource) {
        case .cancelled: throw .cancelled
        case .refused(let notice): return try refusal(of: request, budget, notice)
        case .granted(let reservation):
            var report: LimitReport?
            defer { ledger.settle(reservation, report) }
            // A response may have arrived while this request waited for its turn.
            if let refusal = try refusal(of: request, budget) { return refusal }
            return try await send(request, budget) { report = $0 }
        }
    }

    /// What is left of a budget, as GitHub last said.
    package typealias Limit = (resource: String, remaining: Int, resetAt: Date)

    /// The budgets of an identity, as far as known, without asking anybody.
    package func limits(of identity: Secret?) -> [Limit] {
        let now = clock()
        return state.withLock { $0.open(of: identity, at: now) }
    }

    /// - Returns: what a relayed request gets while the budget is closed; nil while it is open.
    private func refusal(
        of request: HTTPTransportRequest, _ budget: RateLimitState.Budget
    ) throws(HTTPTransportError) -> HTTPTransportResponse? {
        let now = clock()
        guard let notice = state.withLock({ $0.notice(budget, at: now) }) else { return nil }
        return try refusal(of: request, budget, notice)
    }

    private func refusal(
        of request: HTTPTransportRequest, _ budget: RateLimitState.Budget, _ notice: RateLimitNotice
    ) throws(HTTPTransportError) -> HTTPTransportResponse {
        guard request.relay != nil else { throw .rateLimited(notice) }
        let known = state.withLock { $0.refusal(budget) }
        return LimitRefusal.response(notice, like: known, at: clock())
    }

    /// - Parameter report: called with what a response says about the budget.
    private func send(
        _ request: HTTPTransportRequest, _ budget: RateLimitState.Budget,
        report: (LimitReport) -> Void = { _ in }
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let number = state.withLock { $0.nextNumber() }
        let response = try await next.send(request)
        let fields = LimitFields(response.head)
        let plain = response.plain
        let verdict = LimitVerdict(plain, fields)
        // The fields may describe another budget. But a rate limit closes the budget of the
        // request, whatever name it has.
        guard verdict != .none || fields.resource ?? budget.resource == budget.resource else {
            return response
        }
        let now = clock()
        let notice = state.withLock { $0.record(verdict, fields, budget, number, at: now) }
        report(LimitReport(verdict, fields, notice))
        guard let notice else { return response }
        guard request.relay != nil else { throw .rateLimited(notice) }
        if request.head.method == .get, !plain.body.isEmpty, plain.rest == nil {
            state.withLock { $0.keep(plain, budget) }
        }
        return response
    }
}

extension HTTPTransportResponse {
    /// A relayed refusal keeps its content coding; what it means is in its content.
    fileprivate var plain: HTTPTransportResponse {
        guard head.status.code >= 400, head.headerFields[.contentEncoding]?.lowercased() == "gzip",
            let content = GzipDecoder.content(of: body, maximum: 64 << 10)
        else { return self }
        var plain = self
        plain.body = content
        plain.head.headerFields[.contentEncoding] = nil
        plain.head.headerFields[.contentLength] = nil
        return plain
    }
}
