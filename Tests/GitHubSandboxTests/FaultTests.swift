import JSONCore
import Testing

@testable import GitHubSandbox

/// Faults as a client sees them.
@Suite struct FaultTests {
    private func check(
        _ kind: String, times: Int? = nil, _ look: (String, RawClient.End) -> Void
    ) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try configure(server, kind, times: times)
        let client = try RawClient(server.baseURL)
        client.send(Self.request("/users/octocat", host: "x"))
        let (text, end) = client.read { kind == "slowDrip" && ($0.afterHead?.count ?? 0) >= 16 }
        look(text, end)
        await server.stop()
    }

    private static func request(_ path: String, host: some StringProtocol) -> String {
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: t\r\nConnection: close\r\n\r\n"
    }

    private func configure(_ server: SandboxServer, _ kind: String, times: Int?) throws {
        let count = times.map(String.init) ?? "null"
        let body =
            #"{"faults": [{"path": "/users/*", "kind": "\#(kind)", "times": \#(count)}]}"#
        let client = try RawClient(server.baseURL)
        client.send(
            "POST /_sandbox/config HTTP/1.1\r\nHost: \(server.baseURL.dropFirst(7))\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Connection: close\r\n\r\n\(body)")
        #expect(client.read().text.hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `reset resets the connection and sends nothing`() async throws {
        try await check("reset") { text, end in
            #expect(text.isEmpty)
            #expect(end == .reset)
        }
    }

    @Test func `timeout never answers`() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        try configure(server, "timeout", times: nil)
        let client = try RawClient(server.baseURL)
        client.send(Self.request("/users/octocat", host: "x"))
        var statistics = ""
        while !statistics.contains(#""requests":1"#) {
            let other = try RawClient(server.baseURL)
            other.send(Self.request("/_sandbox/stats", host: server.baseURL.dropFirst(7)))
            statistics = other.read().text
        }
        // The sandbox has the request, and is silent until it ends.
        await server.stop()
        #expect(client.read() == ("", .closed))
    }

    @Test func `truncate closes the connection before the whole body is sent`() async throws {
        try await check("truncate") { text, end in
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(!text.isWholeResponse)
            #expect(end == .closed)
        }
    }

    @Test func `slowDrip sends the head and then a few bytes at a time`() async throws {
        try await check("slowDrip") { text, end in
            #expect(end == .enough)
            #expect(text.afterHead?.count == 16)
        }
    }

    @Test(arguments: ["http500", "http502", "http503"])
    func `server errors are HTML pages`(kind: String) async throws {
        try await check(kind) { text, end in
            #expect(text.hasPrefix("HTTP/1.1 \(kind.dropFirst(4)) "))
            #expect(text.contains("Content-Type: text/html"))
            #expect(text.isWholeResponse && text.contains("Unicorn!"))
            #expect(text.contains("X-RateLimit-Remaining: 60\r\n"))
        }
    }

    @Test func `malformed is a 200 that is not JSON`() async throws {
        try await check("malformed") { text, end in
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.isWholeResponse)
            #expect(text.contains("Content-Type: application/json"))
            #expect(!text.contains("\r\nETag:"))
            #expect((try? JSONParser().parse(String(text.afterHead ?? ""))) == nil)
        }
    }

    @Test func `secondaryLimit sends Retry-After, with budget left`() async throws {
        try await check("secondaryLimit") { text, end in
            #expect(text.hasPrefix("HTTP/1.1 403 "))
            #expect(text.contains("Retry-After: 60\r\n"))
            #expect(text.contains("X-RateLimit-Remaining: 60\r\n"))
            #expect(text.contains("You have exceeded a secondary rate limit"))
        }
    }

    @Test func `wrongType swaps objects and arrays`() {
        let sandbox = TestSandbox()
        let body = #"{"faults": [{"path": "*users*", "kind": "wrongType"}]}"#
        sandbox.send("POST", "/_sandbox/config", body: body)
        #expect(sandbox.get("/users/octocat").text == "[]")
        #expect(sandbox.get("/users").text == "{}")
        #expect(sandbox.get("/orgs/github").status == 200)
    }

    @Test func `a fault applies as often as it says, to revalidations too`() {
        let sandbox = TestSandbox()
        let tag = sandbox.get("/users/octocat").header("ETag") ?? ""
        let body = #"{"faults": [{"path": "/users/octocat", "kind": "truncate", "times": 2}]}"#
        sandbox.send("POST", "/_sandbox/config", body: body)
        #expect(sandbox.get("/users/octocat/repos").delivery == .whole)
        for _ in 0..<2 {
            let reply = sandbox.get("/users/octocat", ["If-None-Match": tag])
            #expect(reply.status == 200)
            #expect(reply.delivery == .truncated)
        }
        #expect(sandbox.get("/users/octocat").delivery == .whole)
        sandbox.send("POST", "/_sandbox/config", body: #"{"faults": []}"#)
        #expect(sandbox.get("/users/octocat").status == 200)
    }

    @Test func `without a path every request matches`() {
        let sandbox = TestSandbox()
        sandbox.send("POST", "/_sandbox/config", body: #"{"faults": [{"kind": "http500"}]}"#)
        #expect(sandbox.get("/").status == 500)
        #expect(sandbox.get("/users/octocat").status == 500)
    }
}
