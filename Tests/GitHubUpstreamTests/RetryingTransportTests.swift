import HTTPCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GitHubUpstream

@Suite struct RetryingTransportTests {
    private struct Outcome {
        let result: Result<HTTPTransportResponse, HTTPTransportError>
        let waits: [Duration]
        let attempts: Int

        var error: HTTPTransportError? {
            guard case .failure(let error) = result else { return nil }
            return error
        }
    }

    /// Sends one request with attempts that end in `outcomes`; returns waits and attempts as well.
    private func check(
        _ outcomes: [Result<HTTPTransportResponse, HTTPTransportError>],
        method: HTTPRequest.Method = .get, mayBeRepeated: Bool = true, random: Double = 0.5
    ) async -> Outcome {
        let rest = Mutex(outcomes[...])
        let waits = Mutex<[Duration]>([])
        let below = ScriptedTransport { _ throws(HTTPTransportError) in
            let outcome = rest.withLock { $0.popFirst() }
            guard let outcome else { throw .offline }
            return try outcome.get()
        }
        let transport = RetryingTransport(
            next: below, random: { random },
            sleep: { wait in waits.withLock { $0.append(wait) } })
        let head = HTTPRequest(method: method, scheme: "https", authority: "x", path: "/")
        var request = HTTPTransportRequest(head: head)
        request.mayBeRepeated = mayBeRepeated
        let result: Result<HTTPTransportResponse, HTTPTransportError>
        do throws(HTTPTransportError) {
            result = .success(try await transport.send(request))
        } catch {
            result = .failure(error)
        }
        return Outcome(
            result: result, waits: waits.withLock { $0 }, attempts: below.urls.count)
    }

    private func lost(_ cause: UpstreamFailure.Cause) -> Result<
        HTTPTransportResponse, HTTPTransportError
    > {
        .failure(.unavailable(UpstreamFailure(cause: cause)))
    }

    @Test(arguments: [UpstreamFailure.Cause.dns, .connect, .timeout, .reset])
    func `a lost connection is tried three times, and the attempts are counted`(
        cause: UpstreamFailure.Cause
    ) async {
        let outcome = await check([lost(cause), lost(cause), lost(cause)])
        #expect(outcome.attempts == 3)
        #expect(outcome.waits == [.milliseconds(200), .milliseconds(400)])
        #expect(outcome.error == .unavailable(UpstreamFailure(cause: cause, attempts: 3)))
    }

    @Test(arguments: [502, 503, 504])
    func `a gateway's failure is retried`(status: Int) async throws {
        let outcome = await check([.success(.reply(status)), .success(.reply(200, "ok"))])
        #expect(try outcome.result.get().head.status.code == 200)
        #expect(outcome.attempts == 2)
    }

    @Test func `the jitter of a wait is between half and one and a half`() async {
        for (random, wait) in [(0.0, 100), (1, 300)] {
            let outcome = await check([lost(.reset), lost(.reset)], random: random)
            #expect(outcome.waits.first == .milliseconds(wait))
        }
    }

    @Test func `a Retry-After is passed on instead of waited for`() async {
        let outcome = await check([.success(.reply(503, fields: ["Retry-After": "7"]))])
        #expect(outcome.attempts == 1)
        #expect(
            outcome.error
                == .unavailable(UpstreamFailure(cause: .http, status: 503, retryAfter: 7)))
    }

    @Test func `a 500 is not retried`() async {
        let outcome = await check([.success(.reply(500))])
        #expect(outcome.attempts == 1)
        #expect(outcome.error == .unavailable(UpstreamFailure(cause: .http, status: 500)))
    }

    @Test func `a rejected certificate is not retried`() async {
        #expect(await check([lost(.tls)]).attempts == 1)
    }

    @Test(arguments: [200, 304, 401, 403, 404, 429])
    func `a response other than 5xx is returned at once`(status: Int) async throws {
        let outcome = await check([.success(.reply(status))])
        #expect(try outcome.result.get().head.status.code == status)
        #expect(outcome.attempts == 1)
    }

    @Test func `a POST, and a request that must not be repeated, is sent once`() async {
        #expect(await check([lost(.reset)], method: .post).attempts == 1)
        #expect(await check([lost(.reset)], mayBeRepeated: false).attempts == 1)
    }

    @Test func `cancelling the wait ends it`() async throws {
        let below = ScriptedTransport { _ throws(HTTPTransportError) in
            throw .unavailable(UpstreamFailure(cause: .reset))
        }
        let transport = RetryingTransport(
            next: below, random: { 0 }, sleep: { _ in throw CancellationError() })
        let head = HTTPRequest(method: .get, scheme: "https", authority: "x", path: "/")
        await #expect(throws: HTTPTransportError.cancelled) {
            try await transport.send(HTTPTransportRequest(head: head))
        }
    }
}
