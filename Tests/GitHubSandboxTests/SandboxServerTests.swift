import JSONCore
import Testing

@testable import GitHubSandbox

/// The HTTP front over real sockets.
@Suite struct SandboxServerTests {
    private func check(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        _ use: (SandboxServer) throws -> Void
    ) async throws {
        let server = try await SandboxServer.start(configuration)
        try use(server)
        await server.stop()
    }

    private func ask(_ target: String, host: String = "x", _ also: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: t\r\n\(also)\r\n"
    }

    @Test func `a connection stays open for the next request`() async throws {
        try await check { server in
            let client = try RawClient(server.baseURL)
            for login in ["octocat", "github"] {
                client.send(ask("/users/\(login)"))
                let (text, _) = client.read { $0.isWholeResponse }
                #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(text.contains("\"login\":\"\(login)\""))
            }
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        try await check { server in
            let client = try RawClient(server.baseURL)
            client.send(
                ask("/zen") + ask("/users/octocat") + ask("/nothing", "Connection: close\r\n"))
            let (text, end) = client.read()
            let statuses = text.matches(of: /HTTP\/1.1 (\d+)/).map { String($0.1) }
            #expect(statuses == ["200", "200", "404"])
            #expect(end == .closed)
        }
    }

    @Test func `a client that closes only its sending side gets its responses`() async throws {
        try await check { server in
            let client = try RawClient(server.baseURL)
            client.send(ask("/users/octocat") + ask("/users/github"))
            client.endInput()
            let (text, end) = client.read()
            #expect(text.matches(of: /HTTP\/1.1 200/).count == 2)
            #expect(end == .closed)
        }
    }

    @Test func `URLs in bodies have the host of the request`() async throws {
        try await check { server in
            for (target, host, base) in [
                ("/users/octocat", "github.test:81", "http://github.test:81"),
                (
                    "http://api.github.localhost/users/octocat", "proxy",
                    "http://api.github.localhost"
                ),
                ("/users/octocat", "a\"b", server.baseURL),
            ] {
                let client = try RawClient(server.baseURL)
                client.send(ask(target, host: host))
                let text = client.read { $0.isWholeResponse }.text
                #expect(text.contains("\"url\":\"\(base)/users/octocat\""), "\(host)")
            }
        }
    }

    @Test func `a 304 and a HEAD have no body`() async throws {
        try await check { server in
            let client = try RawClient(server.baseURL)
            client.send("HEAD /users/octocat HTTP/1.1\r\nHost: x\r\nUser-Agent: t\r\n\r\n")
            let head = client.read { $0.afterHead != nil }.text
            #expect(head.afterHead == "")
            #expect(head.contains("Content-Length: "))
            let tag = try #require(head.firstMatch(of: /ETag: (.*)\r\n/)?.1)
            client.send(ask("/users/octocat", host: "x", "If-None-Match: \(tag)\r\n"))
            let unchanged = client.read { $0.afterHead != nil }.text
            #expect(unchanged.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
            #expect(unchanged.afterHead == "")
        }
    }

    @Test func `running requests are counted until they are answered`() async throws {
        try await check(SandboxConfiguration(latencyMilliseconds: 300)) { server in
            let clients = [
                try RawClientBox(server.baseURL), try RawClientBox(server.baseURL),
                try RawClientBox(server.baseURL),
            ]
            for client in clients { client.client.send(ask("/zen")) }
            for client in clients { _ = client.client.read { $0.isWholeResponse } }
            let control = try RawClient(server.baseURL)
            control.send(ask("/_sandbox/stats", host: String(server.baseURL.dropFirst(7))))
            let body = control.read { $0.isWholeResponse }.text.afterHead ?? ""
            let stats = try JSONParser().parse(String(body))
            #expect(stats["requests"] == 3)
            #expect(stats["inFlight"] == 0)
            #expect(stats["maxInFlight"] == 3)
        }
    }

    @Test func `a request over the limits gets its answer while it is still being sent`()
        async throws
    {
        try await check { server in
            let fields = String(repeating: "X: y\r\n", count: 70)
            let long = "Content-Length: 20000000\r\n\r\n" + String(repeating: "a", count: 5_000_000)
            for (request, status) in [
                (ask("/zen", fields), 431), ("POST /zen HTTP/1.1\r\nHost: x\r\n" + long, 413),
            ] {
                let client = try RawClient(server.baseURL)
                client.send(request)
                client.endInput()
                let (text, end) = client.read()
                #expect(text.hasPrefix("HTTP/1.1 \(status) ") && text.isWholeResponse)
                #expect(end == .closed)
            }
        }
    }

    @Test func `a port in use is an error that names it`() async throws {
        let server = try await SandboxServer.start(SandboxConfiguration())
        let port = Int(server.baseURL.split(separator: ":").last ?? "") ?? 0
        await #expect(throws: SandboxError.self) {
            _ = try await SandboxServer.start(SandboxConfiguration(port: port))
        }
        await server.stop()
    }

    @Test func `recordings are read from files`() async throws {
        let file = Facts.recordingsPath
        try await check(SandboxConfiguration(replayFiles: [file])) { server in
            let client = try RawClient(server.baseURL)
            client.send(ask("/users/bitwiseman", host: "h"))
            let text = client.read { $0.isWholeResponse }.text
            #expect(text.contains("\"login\":\"bitwiseman\""))
            #expect(text.contains("\"url\":\"http://h/users/bitwiseman\""))
        }
    }
}

/// A connection that can be kept in an array.
private final class RawClientBox {
    let client: RawClient

    init(_ baseURL: String) throws {
        client = try RawClient(baseURL)
    }
}
