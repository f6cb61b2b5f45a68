import Explorer
import GitHubAPI
import TestSupport
import Testing

@Suite struct RateStatusTests {
    private func check(_ body: String, token: String? = nil) async throws -> Fetched<RateStatus> {
        try await ScriptedTransport.byTarget(["/rate_limit": .body(body)]).explorer(token: token)
            .rateStatus()
    }

    @Test func `each limit has its remaining requests and reset time`() async throws {
        let status = try await check(
            #"{"resources":{"search":{"limit":10,"remaining":4,"reset":1700000000},"#
                + #""core":{"limit":60,"remaining":59,"used":1,"reset":1700000000}}}"#)
        #expect(status.resources.mapValues(\.limit) == ["core": 60, "search": 10])
        #expect(status.resources.mapValues(\.remaining) == ["core": 59, "search": 4])
        #expect(status.resources.mapValues(\.used) == ["core": 1, "search": 6])
        #expect(status.resources.values.allSatisfy { "\($0.resetAt)" == "2023-11-14T22:13:20Z" })
        #expect(!status.authenticated)
    }

    @Test func `with a token the status is authenticated`() async throws {
        #expect(try await check(#"{"resources":{}}"#, token: "t").authenticated)
    }

    @Test func `an unreadable limit is left out and counted`() async throws {
        let status = try await check(#"{"resources":{"core":{"limit":"x"}}}"#)
        #expect(status.resources.isEmpty)
        #expect(status.skipped == 1)
    }
}
