import Glibc
import HTTPCore
import Secrets
import TestSupport
import Testing

@testable import CurlHTTP

/// The proxy variables belong to the whole process, so each test runs in a child process.
@Suite(.patience) struct ProxyTests {
    /// The requests for `host` that the server and the proxy get while variables name the proxy.
    private static func receivers(
        of host: String
    ) async throws -> (server: [String], proxy: [String]) {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let server = try TestServer(answering: answer)
        let proxy = try TestServer(answering: answer)
        for variable in ["http_proxy", "all_proxy"] { setenv(variable, proxy.url, 1) }
        unsetenv("no_proxy")
        let transport = CurlTransport(CurlTransportOptions(timeout: .patience))
        let request = HTTPTransportRequest(
            "http://\(host):\(server.port)/", credential: Secret("ghp_token"))
        #expect(await transport.failure(request) == nil)
        return (server.requests, proxy.requests)
    }

    @Test func `a request to this machine bypasses every proxy`() async {
        await #expect(processExitsWith: .success) {
            for host in ["127.0.0.1", "localhost", "127.1"] {
                let (server, proxy) = try await Self.receivers(of: host)
                precondition(server.count == 1 && proxy.isEmpty)
            }
        }
    }

    @Test func `a request to another host goes to the proxy`() async {
        await #expect(processExitsWith: .success) {
            let (server, proxy) = try await Self.receivers(of: "github.example")
            precondition(server.isEmpty && proxy.count == 1)
        }
    }
}
