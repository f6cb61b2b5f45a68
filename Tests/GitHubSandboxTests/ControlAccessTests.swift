import JSONCore
import Testing

@testable import GitHubSandbox

/// The developer's tools reach the control endpoints, web pages do not.
@Suite struct ControlAccessTests {
    private let sandbox = TestSandbox()

    private func check(
        _ method: String, _ target: String, _ headers: [String: String], status: Int
    ) {
        let reply = sandbox.send(method, target, headers: headers, body: "{}")
        #expect(reply.status == status, "\(method) \(target) \(headers)")
    }

    @Test(arguments: [
        "/_sandbox/config", "/_sandbox/mutate", "/_sandbox/reset", "/_sandbox/authorize",
    ])
    func `a change needs a content type that a page cannot send without a preflight`(path: String) {
        for type in ["", "text/plain", "application/x-www-form-urlencoded", "text/json"] {
            check("POST", path, ["Content-Type": type], status: 415)
        }
        let typed = ["Content-Type": "Application/JSON; charset=utf-8"]
        #expect(sandbox.send("POST", path, headers: typed, body: "{}").status != 415)
    }

    @Test(arguments: [("GET", "/_sandbox/stats"), ("POST", "/_sandbox/reset")])
    func `a page's origin and another host are refused`(method: String, path: String) {
        check(method, path, [:], status: 200)
        for origin in ["null", "http://evil.example", "http://sandbox.test"] {
            check(method, path, ["Origin": origin], status: 403)
        }
        for host in ["evil.example", "sandbox.test:81", "sandbox.test.evil.example", ""] {
            check(method, path, ["Host": host], status: 403)
        }
        check(method, "http://sandbox.test\(path)", [:], status: 200)
        check(method, "http://evil.example\(path)", [:], status: 403)
        check(method, "http://evil@sandbox.test\(path)", [:], status: 403)
        check(method, "http://sandbox.test\(path)", ["Host": "evil.example"], status: 403)
    }

    @Test func `the stats need no content type`() {
        check("GET", "/_sandbox/stats", ["Content-Type": ""], status: 200)
    }

    @Test(arguments: [
        ("127.0.0.1:80", ["127.0.0.1", "localhost", "LOCALHOST:80"]),
        ("127.0.0.1:8080", ["127.0.0.1:8080", "localhost:8080"]),
    ])
    func `a loopback address may be a name, and http has a default port`(
        own: String, hosts: [String]
    ) {
        func isOwn(_ host: String) -> Bool {
            SandboxRequest(
                method: "GET", target: "/", headers: [("Host", host)], ownHost: own
            ).isForOwnHost
        }
        for host in hosts { #expect(isOwn(host), "\(host)") }
        for host in ["localhost:81", "127.0.0.2:80", "evil.example"] { #expect(!isOwn(host)) }
        #expect(isOwn("localhost") == own.hasSuffix(":80"))
    }

    @Test func `if there are two hosts, both are checked`() {
        let request = SandboxRequest(
            method: "GET", target: "/_sandbox/stats",
            headers: [("Host", "127.0.0.1:8080"), ("Host", "evil.example")],
            ownHost: "127.0.0.1:8080")
        #expect(!request.isForOwnHost)
    }
}
