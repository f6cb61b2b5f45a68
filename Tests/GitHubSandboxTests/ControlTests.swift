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

    @Test func `requests are counted by path without query, and control requests are not`() throws {
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
        let bodies = ["/users/octocat", "/users/octocat", "/zen", "/users/github"]
        let bytes = bodies.reduce(0) { $0 + sandbox.get($1).body.count }
        #expect(stats["bodyBytes"]?.intValue == bytes)
        #expect(stats["inFlight"] == 0)
        #expect(stats["maxInFlight"] == 1)
    }

    @Test func `requests beyond a limit of paths are counted together`() {
        var statistics = Statistics()
        let long = String(repeating: "x", count: 8000)
        for number in 0..<1000 {
            statistics.begin("/\(long)\(number)")
            statistics.begin("/zen")
        }
        let kept = statistics.byPath.keys.reduce(0) { $0 + $1.utf8.count }
        #expect(kept <= Statistics.maximumPathBytes + Statistics.otherPaths.utf8.count)
        #expect(statistics.byPath["/zen"] == 1000)
        #expect((statistics.byPath[Statistics.otherPaths] ?? 0) > 800)
        #expect(statistics.requests == 2000)
        #expect(statistics.byPath.values.reduce(0, +) == 2000)
    }

    @Test func `a reset clears counts, faults, mutations and used budgets`() throws {
        let fault = #"{"faults":[{"path":"/zen","kind":"http500"}]}"#
        sandbox.send("POST", "/_sandbox/config", body: fault)
        sandbox.send("POST", "/_sandbox/mutate", body: #"{"user":"octocat","delete":true}"#)
        #expect(sandbox.get("/zen").status == 500)
        #expect(sandbox.get("/users/octocat").status == 404)
        #expect(sandbox.send("POST", "/_sandbox/reset").status == 200)
        #expect(try stats()["requests"] == 0)
        #expect(sandbox.get("/users/octocat").status == 200)
        #expect(sandbox.get("/zen").header("X-RateLimit-Used") == "2")
    }

    @Test func `latency delays responses, not control requests`() {
        sandbox.send("POST", "/_sandbox/config", body: #"{"latencyMs": 70}"#)
        #expect(sandbox.get("/zen").delay == 70)
        #expect(sandbox.get("/_sandbox/stats").delay == 0)
    }

    @Test func `the limit can be changed while running`() {
        sandbox.get("/zen")
        sandbox.send("POST", "/_sandbox/config", body: #"{"rateLimit": 1}"#)
        #expect(sandbox.get("/zen").status == 403)
        sandbox.send("POST", "/_sandbox/config", body: #"{"rateLimit": 2}"#)
        #expect(sandbox.get("/zen").header("X-RateLimit-Remaining") == "0")
    }

    @Test func `a renamed user is found by the new login, and its repositories by redirect`() throws
    {
        check("/_sandbox/mutate", #"{"user":"octocat","rename":"Mona"}"#, status: 200, says: "{}")
        #expect(sandbox.get("/users/octocat").status == 404)
        #expect(try sandbox.json("/users/mona")["login"] == "Mona")
        #expect(try sandbox.json("/user/583231")["login"] == "Mona")
        let moved = sandbox.get("/repos/octocat/Hello-World")
        #expect(moved.status == 301)
        #expect(moved.header("Location") == "http://sandbox.test/repositories/1296269")
        #expect(try moved.json["url"] == "http://sandbox.test/repositories/1296269")
        let stars = sandbox.get("/repos/octocat/Hello-World/stargazers?per_page=5&page=2")
        let place = "http://sandbox.test/repositories/1296269/stargazers?per_page=5&page=2"
        #expect(stars.header("Location") == place)
        #expect(try sandbox.json("/repositories/1296269")["full_name"] == "Mona/Hello-World")
    }

    @Test func `a deleted user is gone with all repositories`() {
        check("/_sandbox/mutate", #"{"user":"octocat","delete":true}"#, status: 200, says: "{}")
        for target in [
            "/users/octocat", "/user/583231", "/repos/octocat/Hello-World", "/repositories/1296269",
        ] {
            #expect(sandbox.get(target).status == 404)
        }
    }

    @Test func `added repositories sort last, and the youngest ones are removed first`() throws {
        func names(_ page: Int) throws -> [String] {
            let target = "/users/exactly-100/repos?per_page=100&page=\(page)"
            return try sandbox.json(target).arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
        }
        func tag() -> String? {
            sandbox.get("/users/exactly-100/repos?per_page=100").header("ETag")
        }
        let (before, known) = (try names(1), tag())
        check(
            "/_sandbox/mutate", #"{"user":"exactly-100","repositories":102}"#, status: 200,
            says: "{}")
        #expect(tag() == known)
        #expect(try names(2) == ["zz-gained-100", "zz-gained-101"])
        #expect(try sandbox.json("/users/exactly-100")["public_repos"] == 102)
        let name = "/repos/exactly-100/ZZ-gained-101"
        #expect(try sandbox.json(name)["name"] == "zz-gained-101")
        #expect(sandbox.get("/repos/exactly-100/zz-gained-102").status == 404)
        #expect(sandbox.get("/repos/exactly-100/zz-gained-0101").status == 404)
        check(
            "/_sandbox/mutate", #"{"user":"exactly-100","repositories":99}"#, status: 200,
            says: "{}")
        #expect(Set(before).subtracting(try names(1)).count == 1)
        #expect(try names(2).isEmpty)
        check(
            "/_sandbox/mutate", #"{"user":"exactly-100","repositories":-1}"#, status: 422,
            says: "/repositories")
        check(
            "/_sandbox/mutate", #"{"user":"octocat","repositories":9}"#, status: 422,
            says: "from 0 to 8")
    }

    @Test func `an invalid request names the error and changes nothing`() {
        check("/_sandbox/config", "[]", status: 422, says: "expected a JSON object")
        check("/_sandbox/config", #"{"latencyMs": 5, "x": 1}"#, status: 422, says: "/x")
        #expect(sandbox.get("/zen").delay == 0)
        check("/_sandbox/config", #"{"rateLimit": -1}"#, status: 422, says: "/rateLimit")
        check(
            "/_sandbox/config", #"{"faults":[{"path":["*"],"kind":"reset"}]}"#, status: 422,
            says: "/faults/0/path")
        check(
            "/_sandbox/config", #"{"faults":[{"path":"x","kind":"flood"}]}"#, status: 422,
            says: "/faults/0/kind")
        check(
            "/_sandbox/config", #"{"anonymousRevalidation": true}"#, status: 422,
            says: #"expected \"counted\" or \"free\""#)
        check("/_sandbox/mutate", #"{"repo":"a/b","stars":1}"#, status: 422, says: "/repo")
        check("/_sandbox/mutate", #"{"user":"nobody-x"}"#, status: 422, says: "one of delete")
        check("/_sandbox/mutate", #"{"user":"nobody-x","delete":true}"#, status: 422, says: "/user")
        check(
            "/_sandbox/mutate", #"{"user":"octocat","rename":"a/b"}"#, status: 422, says: "/rename")
        check("/_sandbox/mutate", #"{"repo":"a/b"}"#, status: 422, says: "/stars")
        check(
            "/_sandbox/mutate", #"{"user":"octocat","rename":"github"}"#, status: 422,
            says: "/rename")
        check("/_sandbox/authorize", #"{"userCode":"X"}"#, status: 422, says: "/userCode")
        check("/_sandbox/other", "{}", status: 404, says: "no such control")
    }
}
