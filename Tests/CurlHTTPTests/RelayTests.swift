import Foundation
import HTTPCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import CurlHTTP

/// Bodies that are streamed in both directions.
@Suite(.patience) struct RelayTests {
    private let transport = CurlTransport(
        options: CurlTransportOptions(timeout: .patience))

    private func request(
        _ url: String, _ method: HTTPRequest.Method = .get, collecting: Int = 0,
        upload: Upload? = nil
    ) -> HTTPTransportRequest {
        var request = HTTPTransportRequest(method, url)
        request.relay = Relay()
        request.relay?.collecting = { _ in collecting }
        request.upload = upload
        return request
    }

    /// Everything from the rest of a response, and how it ended.
    private func read(_ rest: BodyPipe.Reader) async -> (bytes: [UInt8], error: HTTPTransportError?)
    {
        var all: [UInt8] = []
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        while true {
            switch rest.pipe.take(onReadable: { signal.yield() }) {
            case .bytes(let bytes): all += bytes
            case .none: for await _ in signals { break }
            case .end: return (all, nil)
            case .failure(let error): return (all, error)
            }
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

    @Test func `a short body is collected`() async throws {
        let server = try TestServer(answering: Self.head + "Content-Length: 3\r\n\r\nabc")
        let response = try await transport.send(request(server.url, collecting: 3))
        #expect(response.text == "abc" && response.rest == nil)
    }

    @Test(arguments: [0, 2]) func `a longer one is handed on before its end`(
        collecting: Int
    ) async throws {
        let continues = DispatchSemaphore(value: 0)
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(Self.head + "Content-Length: 6\r\n\r\nabc")
            continues.wait()
            connection.send("def")
        }
        let response = try await transport.send(
            request(server.url, collecting: collecting))
        #expect(response.head.status == .ok)
        let rest = try #require(response.rest)
        continues.signal()
        let (bytes, error) = await read(rest)
        #expect(response.text + String(decoding: bytes, as: UTF8.self) == "abcdef")
        #expect(error == nil)
    }

    @Test func `a body that is cut short is an error of its reader`() async throws {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(Self.head + "Content-Length: 6\r\n\r\nabc")
        }
        let response = try await transport.send(request(server.url))
        let (bytes, error) = await read(try #require(response.rest))
        #expect(bytes == Array("abc".utf8))
        #expect(error == .unavailable(UpstreamFailure(cause: .reset)))
    }

    @Test func `upstream waits for the reader`() async throws {
        let sent = Mutex(0)
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(Self.head + "Content-Length: 67108864\r\n\r\n")
            let piece = [UInt8](repeating: 97, count: 1 << 16)
            for _ in 0..<1024 {
                guard connection.send(piece) else { return }
                sent.withLock { $0 += piece.count }
            }
        }
        let response = try await transport.send(request(server.url))
        try await Task.sleep(for: .milliseconds(300))
        // What the pipe and the sockets' buffers hold.
        #expect(sent.withLock { $0 } < 32 << 20)
        let (bytes, error) = await read(try #require(response.rest))
        #expect(bytes.count == 64 << 20 && error == nil)
    }

    @Test func `a reader that goes away ends the transfer`() async throws {
        let closed = DispatchSemaphore(value: 0)
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(Self.head + "Content-Length: 6\r\n\r\nabc")
            connection.waitForClose()
            closed.signal()
        }
        var response: HTTPTransportResponse? = try await transport.send(request(server.url))
        #expect(response?.rest != nil)
        response = nil
        let isClosed = try await blocking {
            closed.wait(timeout: .now() + .seconds(300)) == .success
        }
        #expect(isClosed)
    }

    @Test func `a body is sent as it arrives`() async throws {
        let server = try TestServer(answering: Self.head + "Content-Length: 0\r\n\r\n")
        let pipe = BodyPipe(waitsForReader: true)
        pipe.observe(
            onWritable: {
                pipe.write(Array("abc".utf8))
                pipe.end()
            }, onAbandoned: {})
        let upload = Upload(pipe: pipe, length: 3)
        let response = try await transport.send(request(server.url, .put, upload: upload))
        #expect(response.head.status == .ok)
        #expect(server.requests.first?.hasSuffix("\r\n\r\nabc") == true)
        #expect(server.requests.first?.contains("Expect") == false)
    }

    @Test func `an upload that nobody reads is abandoned`() async throws {
        let server = try TestServer { connection in
            connection.send("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
        }
        let pipe = BodyPipe()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        pipe.observe(onWritable: {}, onAbandoned: { end.finish() })
        _ = try? await transport.send(
            request(server.url, .put, upload: Upload(pipe: pipe, length: nil)))
        for await _ in ends {}
    }

    @Test func `interim responses are passed on`() async throws {
        let server = try TestServer(
            answering: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + Self.head
                + "Content-Length: 0\r\n\r\n")
        let seen = Mutex<[HTTPResponse]>([])
        var request = request(server.url)
        request.relay = Relay { head in seen.withLock { $0.append(head) } }
        let response = try await transport.send(request)
        #expect(response.head.status == .ok)
        #expect(seen.withLock { $0.map(\.status.code) } == [103])
    }

    @Test func `silence is limited`() async throws {
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(Self.head + "Content-Length: 1000\r\n\r\na")
            connection.waitForClose()
        }
        let options = CurlTransportOptions(timeout: .milliseconds(400))
        let transport = CurlTransport(options: options)
        let response = try await transport.send(request(server.url))
        let (bytes, error) = await read(try #require(response.rest))
        #expect(bytes == [97])
        #expect(error == .unavailable(UpstreamFailure(cause: .timeout)))
        transport.shutdown()
    }

    @Test func `a request that waits for a place begins when silence has ended another`()
        async throws
    {
        let server = try TestServer { connection in
            guard connection.readRequest()?.hasPrefix("GET /silent") == false else {
                connection.waitForClose()
                return
            }
            connection.send(Self.head + "Content-Length: 0\r\n\r\n")
        }
        let options = CurlTransportOptions(timeout: .seconds(1), maximumConcurrency: 1)
        let transport = CurlTransport(options: options)
        async let silent = transport.failure(request(server.url + "/silent"))
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let second = try await transport.send(request(server.url + "/x"))
        #expect(second.head.status == .ok)
        #expect(await silent == .unavailable(UpstreamFailure(cause: .timeout)))
        transport.shutdown()
    }

    @Test(arguments: [
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "no colon\r\nContent-Length: 0\r\n\r\n",
        "Content-Length: -1\r\n\r\n", "A: b\r\n c\r\nContent-Length: 0\r\n\r\n",
        "Bad Name: x\r\nContent-Length: 0\r\n\r\n",
    ])
    func `a head that two readers could read differently is refused`(rest: String) async throws {
        let server = try TestServer(answering: "HTTP/1.1 200 OK\r\n" + rest)
        let error = await transport.failure(request(server.url, collecting: 100))
        #expect(error != nil)
    }

    @Test func `a response that was handed on takes no place`() async throws {
        let ends = DispatchSemaphore(value: 0)
        let server = try TestServer { connection in
            connection.readRequest()
            connection.send(Self.head + "Content-Length: 6\r\n\r\nabc")
            ends.wait()
        }
        let transport = CurlTransport(
            options: CurlTransportOptions(timeout: .patience, maximumConcurrency: 1))
        let first = try await transport.send(request(server.url))
        let second = try await transport.send(request(server.url))
        #expect(first.rest != nil && second.rest != nil)
        ends.signal()
        ends.signal()
    }
}
