import Foundation
import Glibc
import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@testable import CurlHTTP

@Suite(.patience) struct CurlTransportFailureTests {
    /// Sends a request to a server that runs `script`; it must fail with `error`.
    private func check(
        _ error: HTTPTransportError,
        options: CurlTransportOptions = CurlTransportOptions(timeout: .patience),
        script: @escaping TestServer.Script
    ) async throws {
        let server = try TestServer(script)
        #expect(await CurlTransport(options).failure(HTTPTransportRequest(server.url)) == error)
    }

    private func check(_ url: String, fails cause: UpstreamFailure.Cause) async {
        let transport = CurlTransport(CurlTransportOptions(timeout: .patience))
        let failure = await transport.failure(HTTPTransportRequest(url))
        #expect(failure == .unavailable(UpstreamFailure(cause: cause)))
    }

    private let wasReset = HTTPTransportError.unavailable(UpstreamFailure(cause: .reset))
    private let timedOut = HTTPTransportError.unavailable(UpstreamFailure(cause: .timeout))

    @Test(arguments: [
        "Content-Length: 10\r\n\r\nhalf",
        "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        "Transfer-Encoding: chunked\r\n\r\na\r\nhalf",
        "Content-Length: 10\r\n\r\n",
        "Content-Length: 10\r\n",
    ])
    func `a truncated response is an error`(rest: String) async throws {
        try await check(wasReset) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n\(rest)")
        }
    }

    /// Truncated, with trailing data, and with sizes that are too small, too large and huge.
    static let brokenFiles: [[UInt8]] = [
        Array(gzipped.dropLast(12)), Array(gzipped.dropLast()), Array(gzipped.prefix(10)), [],
        gzipped + [0], gzipped + gzipped, withSize([0x12, 0, 0, 0]), withSize([0x14, 0, 0, 0]),
        withSize([0xFF, 0xFF, 0xFF, 0xFF]),
    ]

    private static func withSize(_ size: [UInt8]) -> [UInt8] {
        gzipped.dropLast(4) + size
    }

    @Test(arguments: brokenFiles)
    func `a body that is not exactly one gzip file is an error`(body: [UInt8]) async throws {
        try await check(wasReset) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            connection.send(body)
        }
    }

    @Test func `a body that is not in its declared coding is an error`() async throws {
        try await check(wasReset) { connection in
            connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain")
        }
    }

    @Test(arguments: ["unheard-of", "br", "gzip, gzip", "gzip, br"])
    func `a coding that was not requested is refused`(codings: String) async throws {
        let error = HTTPTransportError.invalidBody(
            status: 200, reason: "Content-Encoding: expected gzip, found \(codings)")
        try await check(error) { connection in
            connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(codings)\r\nContent-Length: 5\r\n\r\nplain"
            )
        }
    }

    @Test func `a close without a response gives a reset`() async throws {
        try await check(wasReset) { connection in connection.readRequest() }
    }

    @Test func `a reset connection gives a reset`() async throws {
        try await check(wasReset) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.reset()
        }
    }

    @Test func `a response that is not HTTP gives a reset`() async throws {
        try await check(wasReset) { connection in
            connection.readRequest()
            connection.send("SSH-2.0-OpenSSH\r\n")
        }
    }

    @Test func `a silent server runs into the timeout`() async throws {
        let options = CurlTransportOptions(timeout: .milliseconds(100))
        try await check(timedOut, options: options) { $0.waitForClose() }
    }

    @Test func `a server that sends single bytes runs into the timeout`() async throws {
        let options = CurlTransportOptions(timeout: .milliseconds(200))
        try await check(timedOut, options: options) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            connection.dripUntilClosed()
        }
    }

    @Test(arguments: [
        "Content-Length: 11\r\n\r\n12345678901",
        "Content-Length: 99999999999\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n",
        "\r\n12345678901",
    ])
    func `a body over the limit is refused`(rest: String) async throws {
        let error = HTTPTransportError.invalidBody(
            status: 200, reason: "the body is longer than 10 bytes")
        try await check(
            error, options: CurlTransportOptions(timeout: .patience, maximumBodySize: 10)
        ) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n\(rest)")
            connection.waitForClose()
        }
    }

    @Test(arguments: [24, 50, 99])
    func `the limit counts decoded bytes`(limit: Int) async throws {
        let error = HTTPTransportError.invalidBody(
            status: 200, reason: "the body is longer than \(limit) bytes")
        // In chunks, no length announces the size.
        let options = CurlTransportOptions(timeout: .patience, maximumBodySize: limit)
        try await check(error, options: options) { connection in
            connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n18\r\n")
            connection.send(hundredLetters + Array("\r\n0\r\n\r\n".utf8))
        }
    }

    @Test func `a body of exactly the limit is accepted`() async throws {
        let server = try TestServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumBodySize: 2))
        #expect(try await transport.send(HTTPTransportRequest(server.url)).text == "{}")
    }

    @Test(arguments: [
        ("A: b\r\n c\r\n", "a header field continues on another line"),
        (String(repeating: "A:\r\n", count: 1000), "the header section has more than 1000 lines"),
    ])
    func `a head with too many or too long lines is refused`(lines: String, reason: String)
        async throws
    {
        let error = HTTPTransportError.invalidBody(status: 200, reason: reason)
        try await check(error) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        }
    }

    @Test func `an endless header section is refused`() async throws {
        let error = HTTPTransportError.invalidBody(
            status: 200, reason: "the header section is longer than 262144 bytes")
        let line = Array("A: \(String(repeating: "b", count: 1000))\r\n".utf8)
        try await check(error) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send(line) {}
        }
    }

    @Test func `a port without a listener is a failure to connect`() async throws {
        let (socket, port) = try boundSocket()
        defer { close(socket) }
        await check("http://127.0.0.1:\(port)", fails: .connect)
    }

    // A label has at most 63 characters, so no name server is contacted.
    @Test func `a name that cannot be resolved is a DNS failure`() async {
        await check("http://\(String(repeating: "a", count: 64)).invalid/", fails: .dns)
    }

    @Test func `a TLS handshake with a plain-text server is a TLS failure`() async throws {
        let server = try TestServer { $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        await check("https://127.0.0.1:\(server.port)/", fails: .tls)
    }

    @Test(arguments: [
        "ftp://127.0.0.1/", "file:///etc/passwd", "http://user:password@127.0.0.1/",
        "http://127.0.0.1:port/",
    ])
    func `a URL with another scheme is never opened`(url: String) async {
        await check(url, fails: .connect)
    }
}
