import JSONCore
import Testing

@testable import GitHubSandbox

@Suite struct ControlTests {
    private let sandbox = TestSandbox()

    private func stats() throws -> JSONValue {
        try sandbox.json("/_sandbox/stats")
    }

    private func check(_ path: String, _ body: String, status: Int, says: String) {
        let reply = sandbox.send("POST", path, body: body)
        #expect(reply.status == status)
        #expect(reply.text.contains(says), "\(reply.text)")
    }

    @Test func `requests are counted by path without their query, controls are not`() throws {
        sandbox.get("/users/octocat")
        sandbox.get("/users/octocat?x=1")
        let tag = sandbox.get("/zen").header("ETag")
        #expect(tag == nil)
        let user = sandbox.get("/users/github").header("ETag") ?? ""
        sandbox.get("/users/github", ["If-None-Match": user])
        let stats = try stats()
        #expect(stats["requests"] == 5)
        #expect(stats["byPath"] == ["/users/octocat": 2, "/zen": 1, "/users/github": 2])
        #expect(stats["notModified"] == 1)
        #expect(stats["inFlight"] == 0)
        #expect(stats["maxInFlight"] == 1)
    }

    @Test func `a reset forgets counts, faults, changes and what was used`() throws {
        let fault = #"{"faults":[{"path":"^/zen$","kind":"http500"}]}"#
        sandbox.send("POST", "/_sandbox/config", body: fault)
        sandbox.send("POST", "/_sandbox/mutate", body: #"{"user":"octocat","delete":true}"#)
        #expect(sandbox.get("/zen").status == 500)
        #expect(sandbox.get("/users/octocat").status == 404)
        #expect(sandbox.send("POST", "/_sandbox/reset").status == 200)
        #expect(try stats()["requests"] == 0)
        #expect(sandbox.get("/users/octocat").status == 200)
        #expect(sandbox.get("/zen").header("X-RateLimit-Used") == "2")
    }

    @Test func `latency delays answers, not controls`() {
        sandbox.send("POST", "/_sandbox/config", body: #"{"latencyMs": 70}"#)
        #expect(sandbox.get("/zen").delay == 70)
        #expect(sandbox.get("/_sandbox/stats").delay == 0)
    }

    @Test func `the limit can be changed while it runs`() {
        sandbox.get("/zen")
        sandbox.send("POST", "/_sandbox/config", body: #"{"rateLimit": 1}"#)
        #expect(sandbox.get("/zen").status == 403)
        sandbox.send("POST", "/_sandbox/config", body: #"{"rateLimit": 2}"#)
        #expect(sandbox.get("/zen").header("X-RateLimit-Remaining") == "0")
    }

    @Test func `a renamed user is found by the new login, its repositories by redirect`() throws {
        check("/_sandbox/mutate", #"{"user":"octocat","rename":"Mona"}"#, status: 200, says: "{}")
        #expect(sandbox.get("/users/octocat").status == 404)
        #expect(try sandbox.json("/users/mona")["login"] == "Mona")
        #expect(try sandbox.json("/user/583231")["login"] == "Mona")
        let moved = sandbox.get("/repos/octocat/Hello-World")
        #expect(moved.status == 301)
        #expect(moved.header("Location") == "http://sandbox.test/repositories/1296269")
        #expect(try moved.json["url"] == "http://sandbox.test/repositories/1296269")
        let stars = sandbox.get("/repos/octocat/Hello-World/stargazers")
        #expect(stars.header("Location") == "http://sandbox.test/repositories/1296269/stargazers")
        #expect(try sandbox.json("/repositories/1296269")["full_name"] == "Mona/Hello-World")
    }

    @Test func `a deleted user is gone, with what it had`() {
        check("/_sandbox/mutate", #"{"user":"octocat","delete":true}"#, status: 200, says: "{}")
        for target in [
            "/users/octocat", "/user/583231", "/repos/octocat/Hello-World", "/repositories/1296269",
        ] {
            #expect(sandbox.get(target).status == 404)
        }
    }

    @Test func `what is wrong is named, and nothing is changed`() {
        check("/_sandbox/config", "[]", status: 422, says: "expected a JSON object")
        check("/_sandbox/config", #"{"latencyMs": 5, "x": 1}"#, status: 422, says: "/x")
        #expect(sandbox.get("/zen").delay == 0)
        check("/_sandbox/config", #"{"rateLimit": -1}"#, status: 422, says: "/rateLimit")
        check(
            "/_sandbox/config", #"{"faults":[{"path":"(","kind":"reset"}]}"#, status: 422,
            says: "/faults/0/path")
        check(
            "/_sandbox/config", #"{"faults":[{"path":"x","kind":"flood"}]}"#, status: 422,
            says: "/faults/0/kind")
        check(
            "/_sandbox/config", #"{"anonymousRevalidation": true}"#, status: 422,
            says: "expected free or counted")
        check("/_sandbox/mutate", #"{"repo":"a/b","stars":1}"#, status: 422, says: "/repo")
        check("/_sandbox/mutate", #"{"user":"nobody-x"}"#, status: 422, says: "/user")
        check(
            "/_sandbox/mutate", #"{"user":"octocat","rename":"github"}"#, status: 422,
            says: "/rename")
        check("/_sandbox/authorize", #"{"userCode":"X"}"#, status: 422, says: "/userCode")
        check("/_sandbox/other", "{}", status: 404, says: "no such control")
    }
}
