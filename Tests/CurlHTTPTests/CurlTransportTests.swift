import HTTPCore
import HTTPTypes
import Secrets
import TestSupport
import Testing

@testable import CurlHTTP

@Suite(.patience) struct CurlTransportTests {
    private let transport = CurlTransport(CurlTransportOptions(timeout: .patience))

    /// Sends a request to a server that answers `response`, and compares the body and the fields.
    private func check(
        _ method: HTTPRequest.Method = .get, answered response: String, status: Int = 200,
        body: String, fields: HTTPFields, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(response)
        }
        let answer = try await transport.send(HTTPTransportRequest(method, server.url))
        #expect(answer.head.status.code == status, sourceLocation: sourceLocation)
        #expect(answer.text == body, sourceLocation: sourceLocation)
        #expect(answer.head.headerFields == fields, sourceLocation: sourceLocation)
        #expect(
            answer.provenance == Provenance(source: .network, fetchedAt: testDate),
            sourceLocation: sourceLocation)
    }

    @Test func `status, fields and body arrive unchanged`() async throws {
        try await check(
            answered: "HTTP/1.1 404 Not Found\r\nETag: \"x\"\r\nContent-Length: 2\r\n\r\n{}",
            status: 404, body: "{}", fields: [.eTag: "\"x\"", .contentLength: "2"])
    }

    @Test func `a chunked body arrives whole`() async throws {
        try await check(
            answered: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\n{\"\r\n3\r\na\":\r\n2\r\n1}\r\n0\r\nTrailer: t\r\n\r\n",
            body: "{\"a\":1}", fields: [.transferEncoding: "chunked"])
    }

    @Test func `a body without a length ends with the connection`() async throws {
        try await check(answered: "HTTP/1.1 200 OK\r\n\r\nabc", body: "abc", fields: [:])
    }

    @Test func `an interim response is not taken for the response`() async throws {
        try await check(
            answered: "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
            body: "x", fields: [.contentLength: "1"])
    }

    @Test func `a redirect is returned, not followed`() async throws {
        try await check(
            answered: "HTTP/1.1 301 Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n",
            status: 301, body: "", fields: [.location: "/other", .contentLength: "0"])
    }

    @Test func `a 304 has no body whatever its length says`() async throws {
        try await check(
            answered: "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
            status: 304, body: "", fields: [.contentLength: "9"])
    }

    @Test func `the response to a HEAD keeps the length of the absent body`()
        async throws
    {
        try await check(
            .head,
            answered: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                + "Content-Length: 99999999999\r\n\r\n",
            body: "", fields: [.contentEncoding: "gzip", .contentLength: "99999999999"])
    }

    @Test func `an encoded body is decoded, and its fields are adjusted`() async throws {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nETag: W/\"x\"\r\n"
                    + "Content-Length: \(gzipped.count)\r\n\r\n")
            connection.send(gzipped)
        }
        let answer = try await transport.send(HTTPTransportRequest(server.url))
        #expect(answer.text == #"{"login":"octocat"}"#)
        #expect(answer.head.headerFields == [.eTag: "W/\"x\""])
        #expect(server.requests.first?.contains("gzip") == true)
    }

    @Test func `an encoded body may end with the connection and have exactly the maximum size`()
        async throws
    {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: identity, x-GZIP\r\n\r\n")
            connection.send(hundredLetters)
        }
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumBodySize: 100))
        let answer = try await transport.send(HTTPTransportRequest(server.url))
        #expect(answer.text == String(repeating: "a", count: 100))
        #expect(answer.head.headerFields == [:])
    }

    @Test(arguments: [
        "200 OK\r\nContent-Length: 0\r\n\r\n", "204 No Content\r\n\r\n", "304 Not Modified\r\n\r\n",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "503 Service Unavailable\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "403 Forbidden\r\n\r\n",
    ])
    func `an empty body needs no decoding`(response: String) async throws {
        let (status, rest) = (response.prefix { $0 != "\r\n" }, response.drop { $0 != "\r\n" })
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\(rest)")
        }
        let answer = try await transport.send(HTTPTransportRequest(server.url))
        #expect(answer.text == "")
        #expect("\(answer.head.status.code)" == status.prefix(3))
    }

    @Test(arguments: ["identity", "Identity, identity", "none", ""])
    func `a body without an actual coding is returned unchanged`(codings: String) async throws {
        try await check(
            answered: "HTTP/1.1 200 OK\r\nContent-Encoding: \(codings)\r\n"
                + "Content-Length: 2\r\n\r\n{}",
            body: "{}", fields: [.contentEncoding: codings, .contentLength: "2"])
    }

    @Test func `successive requests use one connection`() async throws {
        let server = try TestServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        for number in 1...5 {
            _ = try await transport.send(HTTPTransportRequest("\(server.url)/\(number)"))
        }
        #expect(server.requests.count == 5)
        #expect(server.connections == 1)
    }

    @Test func `a kept connection that the server has closed is replaced`() async throws {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(connection.number)")
        }
        let first = try await transport.send(HTTPTransportRequest(server.url))
        let second = try await transport.send(HTTPTransportRequest(server.url))
        #expect([first.text, second.text] == ["1", "2"])
    }

    @Test func `a request is sent as given`() async throws {
        let server = try TestServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let url = "\(server.url)/a/../b?q=x%20y&since=1"
        _ = try await transport.send(
            HTTPTransportRequest(url, fields: [.accept: "a/b", .userAgent: "GitXplorer/1"]))
        let lines = try #require(server.requests.first).split(separator: "\r\n")
        #expect(lines.first == "GET /a/../b?q=x%20y&since=1 HTTP/1.1")
        #expect(lines.contains("Accept: a/b"))
        #expect(lines.contains("User-Agent: GitXplorer/1"))
        #expect(!lines.contains { $0.lowercased().hasPrefix("cookie") })
    }

    @Test(arguments: ["client_id=1&scope=", ""])
    func `a POST sends its body and its length`(body: String) async throws {
        let server = try TestServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        _ = try await transport.send(
            HTTPTransportRequest(.post, server.url, fields: [.contentType: "a/b"], body: body))
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(request.contains("\r\nContent-Type: a/b\r\n"))
        #expect(request.contains("\r\nContent-Length: \(body.utf8.count)\r\n"))
        #expect(request.hasSuffix("\r\n\r\n\(body)"))
    }

    @Test func `a credential is sent as a bearer token, and only with its request`()
        async throws
    {
        let server = try TestServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
        let token = Secret("ghp_token")
        _ = try await transport.send(HTTPTransportRequest(server.url, credential: token))
        _ = try await transport.send(HTTPTransportRequest(server.url))
        #expect(server.requests.first?.contains("\r\nAuthorization: Bearer ghp_token\r\n") == true)
        #expect(server.requests.last?.contains("Authorization") == false)
    }
}

/// `{"login":"octocat"}` as gzip.
let gzipped: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0xca, 0xc9, 0x4f,
    0xcf, 0xcc, 0x53, 0xb2, 0x52, 0xca, 0x4f, 0x2e, 0xc9, 0x4f, 0x4e, 0x2c, 0x51, 0xaa, 0x05,
    0x00, 0x04, 0x2a, 0xfe, 0xc0, 0x13, 0x00, 0x00, 0x00,
]

/// A hundred times `a` as gzip.
let hundredLetters: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0x4c, 0xa4, 0x3d, 0x00,
    0x00, 0x64, 0x7a, 0x70, 0xaf, 0x64, 0x00, 0x00, 0x00,
]
