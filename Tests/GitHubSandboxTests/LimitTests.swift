import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct LimitTests {
    private func check(_ reply: Reply, limit: Int, used: Int, resource: String) {
        #expect(reply.header("X-RateLimit-Limit") == String(limit))
        #expect(reply.header("X-RateLimit-Used") == String(used))
        #expect(reply.header("X-RateLimit-Remaining") == String(limit - used))
        #expect(reply.header("X-RateLimit-Resource") == resource)
    }

    @Test func `the anonymous limit is 60 requests per hour`() throws {
        let sandbox = TestSandbox()
        for used in 1...60 {
            check(sandbox.get("/zen"), limit: 60, used: used, resource: "core")
        }
        let reset = TestSandbox.start / 1000 + 3600
        for _ in 0..<2 {
            let spent = sandbox.get("/zen")
            #expect(spent.status == 403)
            check(spent, limit: 60, used: 60, resource: "core")
            #expect(spent.header("X-RateLimit-Reset") == String(reset))
            #expect(spent.header("Server") == "Varnish")
            let message =
                "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated "
                + "requests get a higher rate limit. Check out the documentation for more details.)"
            #expect(try spent.json["message"]?.stringValue == message)
        }
        sandbox.advance(seconds: 3599)
        #expect(sandbox.get("/zen").status == 403)
        sandbox.advance(seconds: 1)
        check(sandbox.get("/zen"), limit: 60, used: 1, resource: "core")
    }

    @Test func `searches have their own budget per minute`() {
        let sandbox = TestSandbox()
        for used in 1...10 {
            check(sandbox.get("/search/users?q=a"), limit: 10, used: used, resource: "search")
        }
        #expect(sandbox.get("/search/repositories?q=a").status == 403)
        #expect(sandbox.get("/zen").status == 200)
        sandbox.advance(seconds: 60)
        #expect(sandbox.get("/search/users?q=a").status == 200)
    }

    @Test func `authenticated clients have budgets of their own`() {
        let sandbox = TestSandbox()
        let headers = ["Authorization": "Bearer ghp_x"]
        sandbox.get("/zen")
        check(sandbox.get("/zen", headers), limit: 5000, used: 1, resource: "core")
        check(sandbox.get("/search/users?q=a", headers), limit: 30, used: 1, resource: "search")
        let basic = ["Authorization": "Basic eDpnaHBfeQ=="]
        check(sandbox.get("/zen", basic), limit: 5000, used: 2, resource: "core")
    }

    @Test func `/rate_limit is free, even when the limits are used up`() throws {
        let sandbox = TestSandbox(SandboxConfiguration(rateLimit: 1))
        sandbox.get("/zen")
        #expect(sandbox.get("/zen").status == 403)
        let body = try sandbox.json("/rate_limit")
        #expect(body["resources"]?["core"]?["remaining"] == 0)
        #expect(body["resources"]?["core"]?["used"] == 1)
        #expect(body["resources"]?["search"]?["remaining"] == 10)
        #expect(body["rate"] == body["resources"]?["core"])
    }

    @Test func `a 404 costs one request`() {
        let sandbox = TestSandbox()
        check(sandbox.get("/users/nobody-at-all"), limit: 60, used: 1, resource: "core")
    }

    @Test func `a request with a bad credential is not counted and gets no limit headers`() throws {
        let sandbox = TestSandbox()
        for header in ["token ghp_bad", "Bearer nonsense", "token", "Basic ="] {
            let reply = sandbox.get("/users/octocat", ["Authorization": header])
            #expect(reply.status == 401)
            #expect(try reply.json["message"] == "Bad credentials")
            #expect(reply.header("X-RateLimit-Limit") == nil)
        }
        check(sandbox.get("/zen"), limit: 60, used: 1, resource: "core")
    }

    @Test func `an unknown path with a credential is not counted`() {
        let sandbox = TestSandbox()
        let headers = ["Authorization": "token ghp_x"]
        #expect(sandbox.get("/nothing", headers).header("X-RateLimit-Limit") == nil)
        check(sandbox.get("/zen", headers), limit: 5000, used: 1, resource: "core")
    }

    @Test func `checks run in the order bad credential, version, missing credential`() {
        let sandbox = TestSandbox()
        let old = ["X-GitHub-Api-Version": "2021-01-01"]
        #expect(sandbox.get("/user", old).status == 400)
        #expect(sandbox.get("/user", old.merging(["Authorization": "x"]) { $1 }).status == 401)
        let reply = sandbox.get("/user")
        #expect(reply.status == 401)
        #expect(reply.text.contains("Requires authentication"))
    }

    @Test func `the version of March 2026 omits members`() throws {
        let sandbox = TestSandbox()
        let headers = ["X-GitHub-Api-Version": "2026-03-10", "Authorization": "token ghp_x"]
        #expect(try sandbox.json("/rate_limit", headers)["rate"] == nil)
        #expect(try sandbox.json("/", headers)["hub_url"] == nil)
        let repository = try sandbox.json("/repos/octocat/Hello-World", headers)
        #expect(repository["has_downloads"] == nil)
        #expect(repository["has_wiki"] == true)
    }

    @Test func `a client without a User-Agent gets 403 as text`() {
        let reply = TestSandbox().get("/zen", ["User-Agent": ""])
        #expect(reply.status == 403)
        #expect(reply.header("Content-Type")?.hasPrefix("text/html") ?? false)
        #expect(reply.text.contains("Please make sure your request has a User-Agent header"))
    }
}
