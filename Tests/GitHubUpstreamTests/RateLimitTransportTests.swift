import FoundationEssentials
import HTTPCore
import HTTPTypes
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import GitHubUpstream

@Suite struct RateLimitTransportTests {
    /// A clock that stands still until it is set.
    private final class Clock: Sendable {
        private let seconds = Mutex(1_700_000_000)

        var now: Date { Date(timeIntervalSince1970: Double(seconds.withLock { $0 })) }

        func advance(_ seconds: Int) {
            self.seconds.withLock { $0 += seconds }
        }
    }

    private let clock = Clock()

    private func transport(_ below: ScriptedTransport) -> RateLimitTransport {
        RateLimitTransport(next: below) { [clock] in clock.now }
    }

    private func request(
        _ path: String, token: String? = nil, budget: String? = "core"
    ) -> HTTPTransportRequest {
        HTTPTransportRequest(
            head: HTTPRequest(method: .get, scheme: "https", authority: "x", path: path),
            credential: token.map { Secret($0) }, facts: RequestFacts(budget: budget))
    }

    /// Sends a request, and returns the notice, or nil for a response.
    private func check(
        _ transport: RateLimitTransport, _ request: HTTPTransportRequest
    ) async throws -> RateLimitNotice? {
        do throws(HTTPTransportError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            guard case .rateLimited(let notice) = error else { throw error }
            return notice
        }
    }

    private func fields(
        _ remaining: Int, _ resetIn: Int, _ resource: String
    ) -> [String: String] {
        [
            "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "\(remaining)",
            "X-RateLimit-Reset": "\(1_700_000_000 + resetIn)", "X-RateLimit-Resource": resource,
        ]
    }

    private let spent = #"{"message":"API rate limit exceeded for 127.0.0.1."}"#
    private let secondary = #"{"message":"You have exceeded a secondary rate limit."}"#

    @Test func `after the last request of a window no other is sent until it ends`()
        async throws
    {
        let below = ScriptedTransport { [self] _ in
            .reply(200, "{}", fields: fields(0, 600, "core"))
        }
        let transport = transport(below)
        #expect(try await check(transport, request("/users/a")) == nil)
        let notice = try #require(try await check(transport, request("/users/b")))
        #expect(
            notice
                == RateLimitNotice(
                    resource: "core", limit: 60, remaining: 0,
                    resetAt: Date(timeIntervalSince1970: 1_700_000_600), retryAfter: 600,
                    isSecondary: false))
        #expect(below.urls.count == 1)
        clock.advance(600)
        #expect(try await check(transport, request("/users/b")) == nil)
    }

    @Test func `search, core, each identity and the free endpoints have separate limits`()
        async throws
    {
        let below = ScriptedTransport { [self] request in
            let isSearch = request.url.contains("search")
            return .reply(
                200, "{}", fields: fields(isSearch ? 0 : 9, 30, isSearch ? "search" : "core"))
        }
        let transport = transport(below)
        #expect(try await check(transport, request("/search/users?q=a", budget: "search")) == nil)
        #expect(
            try await check(transport, request("/search/users?q=a", budget: "search"))?.resource
                == "search")
        #expect(try await check(transport, request("/users/a")) == nil)
        #expect(
            try await check(transport, request("/search/users?q=a", token: "t", budget: "search"))
                == nil)
    }

    @Test func `requests that are free or have no budget are never held back`() async throws {
        let below = ScriptedTransport { [self] request in
            request.url.hasSuffix("/users/a")
                ? .reply(403, spent, fields: fields(0, 600, "core")) : .reply(200, "{}")
        }
        let transport = transport(below)
        #expect(try await check(transport, request("/users/a"))?.isSecondary == false)
        var free = request("/rate_limit")
        free.facts.isFree = true
        #expect(try await check(transport, free) == nil)
        #expect(try await check(transport, request("/avatars/u/1", budget: nil)) == nil)
        #expect(try await check(transport, request("/users/b")) != nil)
    }

    @Test func `a secondary limit without a time waits a minute, then two`() async throws {
        let below = ScriptedTransport { [self] _ in .reply(403, secondary) }
        let transport = transport(below)
        for (wait, sent) in [(60, 1), (120, 2), (240, 3)] {
            let notice = try #require(try await check(transport, request("/users/a")))
            #expect(notice.retryAfter == wait)
            #expect(notice.isSecondary)
            #expect(try await check(transport, request("/users/b"))?.retryAfter == wait)
            #expect(below.urls.count == sent)
            clock.advance(wait)
        }
    }

    @Test func `Retry-After sets the wait, also as a date`() async throws {
        let plain = ScriptedTransport { [self] _ in
            .reply(429, secondary, fields: ["Retry-After": "8"])
        }
        #expect(try await check(transport(plain), request("/users/a"))?.retryAfter == 8)
        let dated = ScriptedTransport { [self] _ in
            .reply(
                429, secondary,
                fields: [
                    "Retry-After": "Tue, 14 Nov 2023 22:14:20 GMT",
                    "Date": "Tue, 14 Nov 2023 22:13:20 GMT",
                ])
        }
        #expect(try await check(transport(dated), request("/users/a"))?.retryAfter == 60)
    }

    @Test func `a refusal that is not a limit is returned as a response`() async throws {
        let below = ScriptedTransport { [self] _ in
            .reply(403, #"{"message":"Must have push access"}"#, fields: fields(9, 600, "core"))
        }
        #expect(try await check(transport(below), request("/users/a")) == nil)
    }

    @Test func `a reset in the past holds nothing back`() async throws {
        let below = ScriptedTransport { [self] _ in
            .reply(200, "{}", fields: fields(0, -5, "core"))
        }
        let transport = transport(below)
        #expect(try await check(transport, request("/users/a")) == nil)
        #expect(try await check(transport, request("/users/a")) == nil)
    }

    @Test func `a clock that is a day slow waits as long as GitHub's own clock says`() async throws
    {
        let below = ScriptedTransport { [self] _ in
            // GitHub's clock: a day and 100 s ahead of ours; the window ends 50 s later.
            var fields = fields(0, 86_550, "core")
            fields["Date"] = "Wed, 15 Nov 2023 22:15:00 GMT"
            return .reply(200, "{}", fields: fields)
        }
        let transport = transport(below)
        #expect(try await check(transport, request("/users/a")) == nil)
        #expect(try await check(transport, request("/users/a"))?.retryAfter == 50)
    }

    @Test func `a clock set back by a day does not keep a limit closed for a day`()
        async throws
    {
        let below = ScriptedTransport { [self] _ in
            .reply(200, "{}", fields: fields(0, 600, "core"))
        }
        let transport = transport(below)
        #expect(try await check(transport, request("/users/a")) == nil)
        #expect(try await check(transport, request("/users/a")) != nil)
        clock.advance(-86_400)
        #expect(try await check(transport, request("/users/a")) == nil)
    }

    @Test func `of responses that arrive out of order the lowest remaining counts`() {
        var state = RateLimitState()
        let budget = RateLimitState.Budget(identity: nil, resource: "core")
        let (first, second) = (state.nextNumber(), state.nextNumber())
        for (number, remaining) in [(second, 0), (first, 1)] {
            let head = HTTPTransportResponse.reply(200, fields: fields(remaining, 600, "core")).head
            _ = state.record(.none, LimitFields(head), budget, number, at: clock.now)
        }
        #expect(state.notice(budget, at: clock.now) != nil)
        let head = HTTPTransportResponse.reply(200, fields: fields(5, 600, "core")).head
        _ = state.record(.none, LimitFields(head), budget, state.nextNumber(), at: clock.now)
        #expect(state.notice(budget, at: clock.now) == nil)
    }

    /// Sends a request, and another one after an hour and a minute.
    private func checkReopens(
        _ status: Int, _ body: String, _ fields: [String: String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let below = ScriptedTransport(inOrder: [.reply(status, body, fields: fields), .reply()])
        let transport = transport(below)
        let first = try await check(transport, request("/users/a"))
        if status != 200 {
            let wait = try #require(first?.retryAfter, sourceLocation: sourceLocation)
            #expect((1...3_600).contains(wait), sourceLocation: sourceLocation)
        }
        if let notice = try await check(transport, request("/users/a")) {
            #expect((1...3_600).contains(notice.retryAfter), sourceLocation: sourceLocation)
            let resetAt = try #require(notice.resetAt)
            #expect(resetAt.timeIntervalSince(clock.now) <= 3_600, sourceLocation: sourceLocation)
        }
        clock.advance(3_660)
        #expect(
            try await check(transport, request("/users/a")) == nil, sourceLocation: sourceLocation)
    }

    static let absurd = [
        "0", "1", "3601", "86400", "999999999999", "9999999999999999999999", "-1", "", "soon",
        "Fri, 31 Dec 9999 23:59:59 GMT",
    ]

    @Test(arguments: absurd)
    func `an absurd Retry-After closes a limit for at most an hour`(value: String) async throws {
        for body in [spent, secondary] {
            try await checkReopens(
                403, body, ["Retry-After": value, "Date": "Tue, 14 Nov 2023 22:13:20 GMT"])
            try await checkReopens(429, body, ["Retry-After": value])
        }
    }

    @Test(arguments: absurd)
    func `a limit with an absurd X-RateLimit-Reset is still a limit`(value: String) async throws {
        let fields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": value]
        for (status, body) in [(403, spent), (429, spent), (429, secondary), (200, "{}")] {
            try await checkReopens(status, body, fields)
        }
    }

    @Test func `setting the clock back does not keep a secondary limit closed`() async throws {
        let below = ScriptedTransport(inOrder: [.reply(403, secondary), .reply()])
        let transport = transport(below)
        #expect(try await check(transport, request("/users/a"))?.isSecondary == true)
        clock.advance(-86_400)
        #expect(try await check(transport, request("/users/a")) == nil)
    }

    /// Grants a number of requests, and counts the running ones.
    private final class CountingLedger: LimitLedger {
        private struct State {
            var left: Int
            var granted = 0
            var reports: [LimitReport?] = []
        }

        private let state: Mutex<State>

        init(_ count: Int) {
            state = Mutex(State(left: count))
        }

        var granted: Int { state.withLock(\.granted) }
        var reports: [LimitReport?] { state.withLock(\.reports) }

        func admit(_ credential: Secret, resource: String) async -> LimitAdmission {
            state.withLock { state in
                guard state.left > 0 else {
                    return .refused(
                        RateLimitNotice(resource: resource, retryAfter: 9, isSecondary: false))
                }
                state.left -= 1
                state.granted += 1
                return .granted(
                    LimitReservation(id: "", credential: credential, resource: resource))
            }
        }

        func settle(_ reservation: LimitReservation, _ report: LimitReport?) {
            state.withLock { $0.reports.append(report) }
        }
    }

    /// Sends through retries to an upstream that answers 503; the ledger grants `count` attempts.
    private func retries(
        granted count: Int
    ) async -> (error: HTTPTransportError?, sent: Int, ledger: CountingLedger) {
        let below = ScriptedTransport { [self] _ in .reply(503, fields: fields(7, 600, "core")) }
        let ledger = CountingLedger(count)
        let limited = RateLimitTransport(next: below, ledger: ledger) { [clock] in clock.now }
        let transport = RetryingTransport(next: limited, sleep: { _ in })
        do throws(HTTPTransportError) {
            _ = try await transport.send(request("/users/a", token: "t"))
            return (nil, below.urls.count, ledger)
        } catch {
            return (error, below.urls.count, ledger)
        }
    }

    @Test func `each attempt of a retry is reserved and settled with its response`()
        async throws
    {
        let (error, sent, ledger) = await retries(granted: 9)
        #expect(
            error == .unavailable(UpstreamFailure(cause: .http, status: 503, attempts: 3)))
        #expect(sent == 3)
        #expect(ledger.granted == 3)
        #expect(ledger.reports.map { $0?.remaining } == [7, 7, 7])
    }

    @Test func `a retry that the ledger refuses is not sent`() async throws {
        let (error, sent, ledger) = await retries(granted: 1)
        #expect(
            error
                == .rateLimited(
                    RateLimitNotice(resource: "core", retryAfter: 9, isSecondary: false)))
        #expect(sent == 1)
        #expect(ledger.reports.count == 1)
    }

    @Test func `a limit that no request counts against is not remembered`() async throws {
        let below = ScriptedTransport { [self] request in
            .reply(200, "{}", fields: fields(0, 600, request.url))
        }
        let transport = transport(below)
        for number in 0..<100 {
            #expect(try await check(transport, request("/users/\(number)")) == nil)
        }
    }

    @Test func `limits are remembered for a bounded number of identities`() throws {
        var state = RateLimitState()
        let head = HTTPTransportResponse.reply(200, fields: fields(0, 600, "core")).head
        let budgets = (0..<2_000).map {
            RateLimitState.Budget(identity: Secret("\($0)"), resource: "core")
        }
        for budget in budgets {
            _ = state.record(.none, LimitFields(head), budget, state.nextNumber(), at: clock.now)
        }
        #expect(budgets.filter { state.notice($0, at: clock.now) != nil }.count == 512)
        let last = try #require(budgets.last)
        #expect(state.notice(last, at: clock.now) != nil)
    }

    private func relayed(_ path: String, token: String? = "a") -> HTTPTransportRequest {
        var relayed = request(path, token: token)
        relayed.relay = Relay()
        return relayed
    }

    @Test func `a relayed request gets GitHub's own refusal, also while GitHub is not asked`()
        async throws
    {
        let below = ScriptedTransport(
            .success(.reply(403, spent, fields: fields(0, 600, "core"))))
        let transport = transport(below)
        let first = try await transport.send(relayed("/a"))
        let second = try await transport.send(relayed("/b"))
        #expect(below.requests.count == 1)
        #expect(second.head == first.head && second.body == first.body)
        // Other clients of GitXplorer get the error, and other identities are asked for.
        #expect(try await check(transport, request("/c", token: "a")) != nil)
        _ = try await transport.send(relayed("/d", token: "b"))
        #expect(below.requests.count == 2)
    }

    @Test func `after the last request of a budget a relayed one is refused as GitHub would`()
        async throws
    {
        let below = ScriptedTransport(.success(.reply(200, "{}", fields: fields(0, 600, "core"))))
        let transport = transport(below)
        _ = try await transport.send(relayed("/a"))
        let refused = try await transport.send(relayed("/b"))
        #expect(below.requests.count == 1 && refused.head.status == .forbidden)
        #expect(refused.head.headerFields[.rateLimitRemaining] == "0")
        #expect(refused.head.headerFields[.rateLimitUsed] == "60")
        #expect(refused.head.headerFields[.rateLimitReset] == "1700000600")
        #expect(GitHubMessage(body: refused.body).message == "API rate limit exceeded.")
        clock.advance(601)
        #expect(try await transport.send(relayed("/c")).head.status == .ok)
    }

    @Test func `a secondary limit holds for all relayed requests, and its wait gets shorter`()
        async throws
    {
        let below = ScriptedTransport(
            .success(.reply(403, secondary, fields: ["Retry-After": "30"])))
        let transport = transport(below)
        _ = try await transport.send(relayed("/a"))
        clock.advance(10)
        let refused = try await transport.send(relayed("/b"))
        #expect(below.requests.count == 1)
        #expect(refused.head.headerFields[.retryAfter] == "20")
    }
}
