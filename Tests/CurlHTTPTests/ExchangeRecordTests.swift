import HTTPCore
import HTTPTypes
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import CurlHTTP

@Suite(.patience) struct ExchangeRecordTests {
    private static let reset = HTTPTransportError.unavailable(UpstreamFailure(cause: .reset))
    private static let tooLong = HTTPTransportError.invalidBody(
        status: 200, reason: "the body is longer than 100 bytes")

    /// Sends one request to a server that runs `script`, and returns its record.
    private func check(
        status: Int, _ failure: HTTPTransportError? = nil, bodyBytes: Int = 0,
        remaining: String? = nil,
        script: @escaping TestServer.Script
    ) async throws {
        let server = try TestServer(script)
        let records = Mutex<[ExchangeRecord]>([])
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumBodySize: 100)
        ) { record in
            records.withLock { $0.append(record) }
        }
        let url = "\(server.url)/users?since=1"
        let token = Secret("ghp_token")
        let start = ContinuousClock.now
        _ = await transport.failure(HTTPTransportRequest(url, credential: token))
        let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
        let found = try #require(records.withLock { $0.count == 1 ? $0.first : nil })
        #expect(found.method == "GET" && found.url == url && found.bodyBytes == bodyBytes)
        #expect(found.head?.status.code == status && found.failure == failure)
        let field = try #require(HTTPField.Name("X-RateLimit-Remaining"))
        #expect(found.head?.headerFields[field] == remaining)
        #expect((0...elapsed).contains(found.milliseconds))
        #expect(!String(reflecting: found).contains("ghp_token"))
    }

    @Test func `a response is recorded with its size and the remaining limit`()
        async throws
    {
        try await check(status: 403, bodyBytes: 2, remaining: "59") {
            $0.readRequest()
            $0.send(
                "HTTP/1.1 403 Forbidden\r\nx-ratelimit-remaining: 59\r\n"
                    + "Content-Length: 2\r\n\r\n{}")
        }
    }

    @Test func `a truncated body is recorded as a failure with the received bytes`() async throws {
        try await check(status: 200, Self.reset, bodyBytes: 4) { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }
    }

    @Test func `a truncated encoded body is recorded as a failure`() async throws {
        try await check(status: 200, Self.reset, bodyBytes: 38) { connection in
            connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 38\r\n\r\n")
            connection.send(gzipped.dropLast())
        }
    }

    @Test func `a body over the limit is recorded as refused, with the remaining limit`()
        async throws
    {
        try await check(status: 200, Self.tooLong, remaining: "59") { connection in
            connection.readRequest()
            connection.send(
                "HTTP/1.1 200 OK\r\nX-RateLimit-Remaining: 59\r\nContent-Length: 101\r\n\r\n")
        }
    }

    @Test func `an aborted transfer is recorded as cancelled`() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try TestServer { connection in
            connection.readRequest()
            continuation.yield()
            connection.waitForClose()
        }
        let records = Mutex<[HTTPTransportError?]>([])
        let transport = CurlTransport(CurlTransportOptions(timeout: .patience)) { record in
            records.withLock { $0.append(record.failure) }
        }
        let task = Task { await transport.failure(HTTPTransportRequest(server.url)) }
        _ = await events.first { true }
        task.cancel()
        _ = await task.value
        #expect(records.withLock { $0 } == [.cancelled])
    }

    @Test func `a request is printed without its token`() {
        let request = HTTPTransportRequest("http://localhost", credential: Secret("ghp_token"))
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!dumped.contains("ghp_token"))
        #expect(!"\(request)".contains("ghp_token"))
    }
}
