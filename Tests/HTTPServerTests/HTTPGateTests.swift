import NIOHTTP1
import Testing

@testable import HTTPServer

/// The gate, driven by heads.
@Suite struct HTTPGateTests {
    private static let gate = HTTPGate(
        port: 7000, addresses: ["127.0.0.1", "FD00::1"], hosts: ["Git.Example"],
        origins: ["https://app.example"])

    /// The status of the refusal, or 200.
    private func status(
        _ fields: HTTPHeaders, _ method: HTTPMethod = .POST, _ target: String = "/rpc",
        _ gate: HTTPGate = HTTPGateTests.gate
    ) -> Int {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: fields)
        guard case .refuse(let refusal) = gate.decide(head) else { return 200 }
        return Int(refusal.status.code)
    }

    @Test(arguments: [
        ("localhost:7000", 200), ("LocalHost:7000", 200), ("127.0.0.1:7000", 200),
        ("[::1]:7000", 200), ("[fd00::1]:7000", 200), ("localhost:07000", 200),
        ("git.example", 200), ("GIT.example:1", 200), ("git.example:99999", 200),
        ("localhost", 421), ("localhost:", 421), ("localhost:80", 421), ("localhost:7001", 421),
        ("localhost:72536", 421), ("127.0.0.2:7000", 421), ("127.1:7000", 421), ("", 421),
        ("2130706433:7000", 421), ("localhost.:7000", 421), ("evil.example:7000", 421),
        ("localhost.evil.example:7000", 421), ("evil.example", 421), ("::1:7000", 400),
        ("[::2]:7000", 421), ("[::ffff:127.0.0.1]:7000", 421), ("fd00::1", 400),
        ("localhost:7000,evil.example", 400), ("evil@localhost:7000", 400), ("a b", 400),
        ("localhost:7000/", 400), ("localhost:7000:7000", 400), ("[::1]7000", 400),
    ])
    func `Host must name this server`(host: String, expected: Int) {
        #expect(status(["Host": host]) == expected)
    }

    @Test(arguments: [("localhost", 200), ("127.0.0.1:80", 200), ("[::1]", 200), ("x", 421)])
    func `port 80 may be left out`(host: String, expected: Int) {
        #expect(status(["Host": host], .GET, "/", HTTPGate(port: 80)) == expected)
    }

    @Test(arguments: ["x", "evil.example:1", "localhost"])
    func `any Host is right on a Unix socket, and no Origin`(host: String) {
        let gate = HTTPGate(port: nil)
        #expect(status(["Host": host], .GET, "/", gate) == 200)
        #expect(status(["Host": host, "Origin": "http://\(host)"], .GET, "/", gate) == 403)
        #expect(status(["Host": host, "Sec-Fetch-Site": "cross-site"], .GET, "/", gate) == 403)
    }

    @Test(arguments: [
        ("http://localhost:7000/rpc", 200), ("HTTP://LOCALHOST:7000", 200),
        ("http://127.0.0.1:7000/", 421), ("http://evil.example:7000/", 421),
        ("http://localhost/", 421), ("http://evil@localhost:7000/", 400), ("http:///rpc", 400),
    ])
    func `an absolute target names the same server`(target: String, expected: Int) {
        #expect(status(["Host": "localhost:7000"], .GET, target) == expected)
        let onUnix = status(["Host": "localhost:7000"], .GET, target, HTTPGate(port: nil))
        #expect(onUnix == (expected == 400 ? 400 : 200))
    }

    @Test(arguments: [
        ("http://localhost:7000", 200), ("http://127.0.0.1:7000", 200),
        ("http://[::1]:7000", 200), ("HTTP://LOCALHOST:7000", 200), ("https://app.example", 200),
        ("http://git.example", 200), ("http://git.example:8080", 200),
        ("null", 403), ("", 403), ("https://localhost:7000", 403), ("http://localhost", 403),
        ("http://localhost:7001", 403), ("http://app.example", 403), ("http://evil.example", 403),
        ("http://localhost:7000.evil.example", 403), ("http://localhost:7000/", 403),
        ("http://evil@localhost:7000", 403), ("https://app.example:444", 403), ("file://", 403),
        ("chrome-extension://abc", 403), ("http://localhost:7000, null", 403),
    ])
    func `Origin must be this server's or listed`(origin: String, expected: Int) {
        #expect(status(["Host": "localhost:7000", "Origin": origin]) == expected)
    }

    @Test(arguments: [
        ("same-origin", nil, 200), ("none", nil, 200), ("cross-site", nil, 403),
        ("same-site", nil, 403), ("Cross-Site", nil, 403),
        ("cross-site", "http://localhost:7000", 403), ("cross-site", "https://app.example", 200),
        ("same-site", "https://app.example", 200),
    ])
    func `a request of another site is refused`(site: String, origin: String?, expected: Int) {
        var fields: HTTPHeaders = ["Host": "localhost:7000", "Sec-Fetch-Site": site]
        if let origin { fields.add(name: "Origin", value: origin) }
        #expect(status(fields, .GET) == expected)
    }

    @Test func `two origins are refused, the form goes before the host, and it before the origin`()
    {
        let own = ("Origin", "http://localhost:7000")
        #expect(status(HTTPHeaders([("Host", "localhost:7000"), own, own])) == 403)
        let sites = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")]
        #expect(status(HTTPHeaders([("Host", "localhost:7000")] + sites)) == 403)
        #expect(status(["Host": "x", "Origin": "null"]) == 421)
        #expect(status(["Host": "x", "Origin": "null", "Transfer-Encoding": "gzip"]) == 400)
    }

    @Test func `what a proxy claims has no effect`() {
        #expect(
            status([
                "Host": "evil.example", "X-Forwarded-Host": "localhost:7000",
                "X-Forwarded-For": "127.0.0.1", "Forwarded": "host=localhost:7000",
            ]) == 421)
    }

    @Test func `only a preflight of a listed origin is one`() {
        func decide(_ origin: String, _ method: HTTPMethod = .OPTIONS) -> HTTPGate.Decision {
            Self.gate.decide(
                HTTPRequestHead(
                    version: .http1_1, method: method, uri: "/rpc",
                    headers: [
                        "Host": "localhost:7000", "Origin": origin,
                        "Access-Control-Request-Method": "POST",
                    ]))
        }
        #expect(decide("https://app.example") == .preflight(origin: "https://app.example"))
        #expect(
            decide("https://app.example", .POST) == .admit(allowedOrigin: "https://app.example"))
        #expect(decide("http://localhost:7000") == .admit(allowedOrigin: nil))
    }
}

/// What befell others. A page of `evil.example`, whose name now has this machine's address, asks.
extension HTTPGateTests {
    private var rebound: HTTPHeaders { ["Host": "evil.example:7000"] }

    @Test func `CVE-2025-66414, TypeScript: a rebound Host without an Origin`() {
        #expect(status(rebound, .POST, "/mcp") == 421)
    }

    @Test func `CVE-2026-34742, Go: a rebound Host on a loopback listener`() {
        #expect(status(rebound, .POST, "/mcp", HTTPGate(port: 7000)) == 421)
    }

    @Test func `CVE-2026-35568, Java: an Origin of another site`() {
        #expect(
            status(["Host": "localhost:7000", "Origin": "http://evil.example"], .POST, "/mcp")
                == 403)
    }

    @Test func `CVE-2026-42559, Rust: a rebound Host in a GET`() {
        #expect(status(rebound, .GET, "/mcp") == 421)
    }

    @Test func `CVE-2026-63118, Ruby: a rebound Host in a DELETE`() {
        #expect(status(rebound, .DELETE, "/mcp") == 421)
    }

    @Test func `CVE-2026-61742, DBHub: an Origin that equals a rebound Host`() {
        var fields = rebound
        fields.add(name: "Origin", value: "http://evil.example:7000")
        #expect(status(fields, .POST, "/mcp") == 421)
        // Where the host is right by chance, the origin alone decides.
        #expect(status(fields, .POST, "/mcp", HTTPGate(port: nil)) == 403)
    }

    @Test func `CVE-2025-52882, Claude Code: a WebSocket of another site`() {
        let upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket")]
        let page = [("Host", "localhost:7000"), ("Origin", "https://evil.example")]
        #expect(status(HTTPHeaders(page + upgrade), .GET) == 403)
    }

    @Test func `a server without pages refuses every Origin`() {
        let gate = HTTPGate(port: 7000, refusesOrigins: true)
        #expect(status(["Host": "localhost:7000"], .GET, "/", gate) == 200)
        for origin in ["http://localhost:7000", "null", ""] {
            #expect(
                status(["Host": "localhost:7000", "Origin": origin], .GET, "/", gate) == 403)
        }
    }
}
