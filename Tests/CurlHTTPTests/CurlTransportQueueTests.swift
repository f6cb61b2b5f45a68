import Dispatch
import HTTPCore
import Synchronization
import TestSupport
import Testing

@testable import CurlHTTP

@Suite(.patience) struct CurlTransportQueueTests {
    private let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"

    /// A server that reports each request and each close, and answers only `/answer`.
    private func holdingServer() throws -> (TestServer, AsyncStream<String>) {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let server = try TestServer { [answer] connection in
            while let request = connection.readRequest() {
                let path = request.split(separator: " ")[1]
                continuation.yield("asked \(path)")
                if path == "/answer" { connection.send(answer) }
            }
            continuation.yield("closed")
        }
        return (server, events)
    }

    /// Starts a request whose outcome nobody waits for.
    private func begin(_ url: String, on transport: CurlTransport) -> Task<
        HTTPTransportError?, Never
    > {
        Task { await transport.failure(HTTPTransportRequest(url)) }
    }

    @Test func `a cancelled transfer is aborted on the wire`() async throws {
        let (server, stream) = try holdingServer()
        var events = stream.makeAsyncIterator()
        let transport = CurlTransport(CurlTransportOptions(timeout: .patience))
        let task = begin("\(server.url)/held", on: transport)
        #expect(await events.next() == "asked /held")
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await events.next() == "closed")
    }

    @Test func `a cancelled request in the queue is never sent`() async throws {
        let (server, stream) = try holdingServer()
        var events = stream.makeAsyncIterator()
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumConcurrency: 1))
        let held = begin("\(server.url)/held", on: transport)
        #expect(await events.next() == "asked /held")
        let queued = begin("\(server.url)/queued", on: transport)
        queued.cancel()
        #expect(await queued.value == .cancelled)
        held.cancel()
        #expect(await held.value == .cancelled)
        #expect(await transport.failure(HTTPTransportRequest("\(server.url)/answer")) == nil)
        #expect(server.requests.map { $0.split(separator: " ")[1] } == ["/held", "/answer"])
    }

    @Test func `a task that is already cancelled sends no request`() async throws {
        let server = try TestServer(answering: answer)
        let transport = CurlTransport(CurlTransportOptions(timeout: .patience))
        let url = server.url
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await transport.failure(HTTPTransportRequest(url))
        }
        #expect(await task.value == .cancelled)
        #expect(server.connections == 0)
    }

    @Test func `requests run concurrently up to the limit`() async throws {
        let barrier = Barrier(width: 3)
        let server = try TestServer { [answer] connection in
            while connection.readRequest() != nil {
                barrier.meet()
                connection.send(answer)
            }
        }
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumConcurrency: 3))
        await withTaskGroup { group in
            for _ in 1...12 {
                group.addTask { await transport.failure(HTTPTransportRequest(server.url)) }
            }
            for await failure in group { #expect(failure == nil) }
        }
        #expect(barrier.most == 3)
        #expect(server.connections == 3)
    }

    @Test func `every request has exactly one outcome whenever it is cancelled`() async throws {
        let server = try TestServer(answering: answer)
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumConcurrency: 4))
        let tasks = (1...200).map { begin("\(server.url)/\($0)", on: transport) }
        for (index, task) in tasks.enumerated() where index % 2 == 1 { task.cancel() }
        for (index, task) in tasks.enumerated() {
            let failure = await task.value
            #expect(failure == nil || index % 2 == 1 && failure == .cancelled)
        }
        #expect(await transport.failure(HTTPTransportRequest(server.url)) == nil)
    }

    @Test func `the time in the queue does not count towards the timeout`() async throws {
        let (server, stream) = try holdingServer()
        var events = stream.makeAsyncIterator()
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .seconds(3), maximumConcurrency: 1))
        let held = begin("\(server.url)/held", on: transport)
        #expect(await events.next() == "asked /held")
        // It waits for the whole timeout of the request before it.
        #expect(await transport.failure(HTTPTransportRequest("\(server.url)/answer")) == nil)
        #expect(await held.value == .unavailable(UpstreamFailure(cause: .timeout)))
    }

    @Test func `shutdown aborts running and queued requests`() async throws {
        let (server, stream) = try holdingServer()
        var events = stream.makeAsyncIterator()
        let transport = CurlTransport(
            CurlTransportOptions(timeout: .patience, maximumConcurrency: 1))
        let first = begin("\(server.url)/held", on: transport)
        let second = begin("\(server.url)/held", on: transport)
        #expect(await events.next() == "asked /held")
        transport.shutdown()
        #expect(await first.value == .cancelled)
        #expect(await second.value == .cancelled)
        #expect(await events.next() == "closed")
        transport.shutdown()
        #expect(await transport.failure(HTTPTransportRequest(server.url)) == .cancelled)
    }

    @Test func `a released transport ends its thread and its connections`() async throws {
        let (server, stream) = try holdingServer()
        var events = stream.makeAsyncIterator()
        var transport: CurlTransport? = CurlTransport(CurlTransportOptions(timeout: .patience))
        #expect(await transport?.failure(HTTPTransportRequest("\(server.url)/answer")) == nil)
        #expect(await events.next() == "asked /answer")
        transport = nil
        #expect(await events.next() == "closed")
    }
}

/// Releases threads in groups, and counts how many were waiting at once.
private final class Barrier: Sendable {
    private struct State {
        var inside = 0
        var most = 0
    }

    private let width: Int
    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    var most: Int { state.withLock { $0.most } }

    init(width: Int) {
        self.width = width
    }

    /// Returns when `width` threads have arrived.
    func meet() {
        let isFull = state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
            return state.inside == width
        }
        if isFull {
            for _ in 1..<width { gate.signal() }
        } else {
            gate.wait()
        }
        state.withLock { $0.inside -= 1 }
    }
}
