import FoundationEssentials
import HTTPCore
import HTTPTypes
import Synchronization

/// Remembers GitHub's limits, and sends nothing while one of them is used up.
///
/// Each identity has its own budgets, and `search` is counted apart from `core`. `/rate_limit` is
/// never held back, and neither are images and other hosts, which have no such limits. A 403 or
/// 429 that is a limit is thrown as ``HTTPCore/HTTPTransportError/rateLimited(_:)``; one that is
/// not goes up as a response.
package final class RateLimitTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let base: WebAddress
    private let clock: @Sendable () -> Date
    private let state = Mutex(RateLimitState())

    /// - Parameter base: the API's address; what is not below it has no budget.
    package init(
        next: any HTTPTransport, base: WebAddress,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.next = next
        self.base = base
        self.clock = clock
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        guard let resource = APIPath(request, base: base)?.budget else {
            return try await next.send(request)
        }
        let asked = RateLimitState.Budget(identity: request.credential, resource: resource.name)
        let now = clock()
        typealias Admission = Result<RateLimitState.Ticket, HTTPTransportError>
        let admission = state.withLock { state -> Admission in
            if !resource.isFree, let notice = state.notice(asked, at: now) {
                return .failure(.rateLimited(notice))
            }
            return .success(state.ticket())
        }
        let ticket = try admission.get()
        let response = try await next.send(request)
        return try learn(
            from: response, identity: request.credential, resource.name, ticket)
    }

    private func learn(
        from response: HTTPTransportResponse, identity: Secret?, _ asked: String,
        _ ticket: RateLimitState.Ticket
    ) throws(HTTPTransportError) -> HTTPTransportResponse {
        let fields = LimitFields(response.head)
        let verdict = LimitVerdict(response, fields)
        // What GitHub calls the budget counts; the path is only our guess at it. But an answer
        // that is a limit closes what was asked for, under whatever name it came.
        let name = verdict == .none ? fields.resource ?? asked : asked
        let budget = RateLimitState.Budget(identity: identity, resource: name)
        let now = clock()
        let notice = state.withLock { state in
            state.record(verdict, fields, budget, ticket, at: now)
        }
        if let notice { throw .rateLimited(notice) }
        return response
    }
}
