import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPCache

@Suite(.patience) struct CoalescingTests {
    private typealias Answer = Result<HTTPTransportResponse, HTTPTransportError>

    private let cache = TestCache()
    private static let answer = Answer.response(
        200, [.cacheControl: "max-age=60", .eTag: "\"1\"", .vary: "Accept"], body: "a")

    /// Sends all `requests` while upstream is held, lets it answer when `transfers` have reached
    /// it, and checks that there are no more.
    private func check(
        _ requests: [HTTPTransportRequest], share transfers: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let reached = (0..<transfers).map { _ in Gate() }
        let gate = Gate()
        let upstream = ScriptedTransport { (_, number) throws(HTTPTransportError) in
            if number <= reached.count { reached[number - 1].open() }
            await gate.pass()
            return try Self.answer.get()
        }
        let transport = cache.transport(upstream)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for request in requests {
                group.addTask { try await transport.send(request).text }
            }
            for transfer in reached { await transfer.pass() }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(
            answers == Array(repeating: "a", count: requests.count),
            sourceLocation: sourceLocation)
        #expect(upstream.requests.count == transfers, sourceLocation: sourceLocation)
        let counts = await cache.store.statistics().counts
        // A request that was too late to share the transfer found its response stored.
        let spared = requests.count - transfers
        #expect(counts.coalesced + counts.hits == spared, sourceLocation: sourceLocation)
        #expect(counts.requestsSpared == spared, sourceLocation: sourceLocation)
    }

    @Test func `fifty concurrent requests cause one transfer`() async throws {
        try await check(Array(repeating: .get(), count: 50), share: 1)
    }

    @Test func `requests with another URL, field or identity cause their own transfers`()
        async throws
    {
        try await check(
            [.get(), .get("/other"), .get(fields: [.accept: "x"]), .get(token: "1")], share: 4)
    }

    /// Sends `second` while the transfer for `first` is held; both must get its response.
    private func check(
        _ first: HTTPTransportRequest, isJoinedBy second: HTTPTransportRequest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let reached = Gate()
        let gate = Gate()
        let upstream = ScriptedTransport { (_, _) throws(HTTPTransportError) in
            reached.open()
            await gate.pass()
            return try Self.answer.get()
        }
        let transport = cache.transport(upstream)
        async let firstAnswer = transport.send(first)
        await reached.pass()
        async let secondAnswer = transport.send(second)
        let key = TransferKey(second, key: await cache.store.key(of: second)).ofTransfer
        while transport.transfers.waiterCount(for: key) < 2 { await Task.yield() }
        gate.open()
        #expect(try await firstAnswer.text == "a", sourceLocation: sourceLocation)
        #expect(try await secondAnswer.text == "a", sourceLocation: sourceLocation)
        #expect(upstream.requests.count == 1, sourceLocation: sourceLocation)
    }

    @Test func `a refresh joins a running transfer`() async throws {
        try await check(.get(), isJoinedBy: .get(policy: CachePolicy(revalidates: true)))
    }

    @Test func `an ordinary request joins a running refresh`() async throws {
        try await check(.get(policy: CachePolicy(revalidates: true)), isJoinedBy: .get())
    }

    @Test func `requests with different policies share a transfer`() async throws {
        try await check(.get(), isJoinedBy: .get(policy: CachePolicy(maximumAge: 0)))
    }

    @Test func `requests that bypass the store also share a transfer`() async throws {
        let bypass = HTTPTransportRequest.get(
            "/rate_limit", policy: CachePolicy(bypassesStore: true))
        try await check(bypass, isJoinedBy: bypass)
    }

    @Test func `the transfer is aborted when its last caller is gone`() async throws {
        let reached = Gate()
        let aborted = Gate()
        let upstream = ScriptedTransport { (_, _) throws(HTTPTransportError) in
            reached.open()
            await Gate().pass()
            if Task.isCancelled { aborted.open() }
            throw .cancelled
        }
        let transport = cache.transport(upstream)
        let asker = Task { () throws(HTTPTransportError) in try await transport.send(.get()) }
        await reached.pass()
        asker.cancel()
        await aborted.pass()
        await #expect(throws: HTTPTransportError.cancelled) { try await asker.value }
    }
}
