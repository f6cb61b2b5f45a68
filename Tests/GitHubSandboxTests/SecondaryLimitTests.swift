import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct SecondaryLimitTests {
    private let token = ["Authorization": "token ghp_x"]

    private func check(_ reply: Reply) throws {
        #expect(reply.status == 403)
        let message = try reply.json["message"]?.stringValue ?? ""
        #expect(message.hasPrefix("You have exceeded a secondary rate limit"))
        #expect(reply.header("Retry-After") == "60")
        #expect(Int(reply.header("X-RateLimit-Remaining") ?? "") ?? 0 > 0)
    }

    @Test func `the limit is 900 reads per minute`() throws {
        let sandbox = TestSandbox()
        for _ in 0..<900 {
            #expect(sandbox.get("/zen", token).status == 200)
        }
        try check(sandbox.get("/zen", token))
        #expect(sandbox.get("/zen").status == 200, "another client has points of its own")
        sandbox.advance(seconds: 60)
        #expect(sandbox.get("/zen", token).header("X-RateLimit-Used") == "901")
    }

    @Test func `a write costs five points, as much as five reads`() throws {
        let sandbox = TestSandbox()
        let body = #"{"query": "query{viewer{login}}"}"#
        for _ in 0..<180 {
            let reply = sandbox.send("POST", "/graphql", headers: token, body: body)
            #expect(reply.status == 200)
        }
        try check(sandbox.get("/zen", token))
    }

    @Test func `requests beyond 100 concurrent ones are refused`() throws {
        let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 119))
        let request = SandboxRequest(
            method: "GET", target: "/zen", headers: [("User-Agent", "test")], ownHost: "x")
        for _ in 0..<100 {
            #expect(sandbox.service.reply(to: request).status == 200)
        }
        try check(sandbox.service.reply(to: request))
        for _ in 0..<101 { sandbox.service.finished() }
        #expect(sandbox.get("/zen").status == 200)
    }

    @Test func `a used-up limit is reported before a secondary limit`() throws {
        let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 1000))
        for _ in 0..<901 { sandbox.get("/zen") }
        sandbox.send("POST", "/_sandbox/config", body: #"{"rateLimit": 60}"#)
        let message = try sandbox.json("/zen")["message"]?.stringValue ?? ""
        #expect(message.hasPrefix("API rate limit exceeded"))
    }

    @Test func `/rate_limit is subject to no limit`() {
        let sandbox = TestSandbox()
        for _ in 0..<901 { sandbox.get("/rate_limit", token) }
        #expect(sandbox.get("/zen", token).status == 200)
    }

    @Test func `secondary limits grow with the rate limit`() {
        let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 1_000_000))
        for _ in 0..<2000 {
            #expect(sandbox.get("/zen", token).status == 200)
        }
    }
}
