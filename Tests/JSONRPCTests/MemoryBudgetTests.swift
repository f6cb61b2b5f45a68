import JSONCore
import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

/// Connections that share 8 MiB of memory, of which 1 MiB is reserved for each purpose.
@Suite(.patience) struct MemoryBudgetTests {
    private let memory = MemoryBudget(maximum: 8 << 20)
    private func client(
        _ registry: MethodRegistry = TestMethods.registry(), reads: Bool = true
    ) -> SteppedClient {
        SteppedClient(registry, memory: memory, reads: reads)
    }

    private func begin(_ client: SteppedClient, megabytes: Int) {
        let text = "\"" + String(repeating: "x", count: megabytes << 20)
        client.send(raw: text, inPiecesOf: 64 << 10)
    }

    private let question = Messages.request(1, "now", ["a"])

    @Test func `the largest unfinished frame is closed when memory is short`() {
        let clients = [2, 3, 1].map { size in
            let client = client()
            begin(client, megabytes: size)
            return client
        }
        #expect(clients.map(\.isClosed) == [false, true, false])
        #expect(clients[1].waiting.map(Messages.brief) == [[.null, -32600]])
        // The others continue.
        for client in [clients[0], clients[2]] {
            #expect(client.wantsInput)
            client.send(raw: "\"\n")
            #expect(client.waiting.map(Messages.brief) == [[.null, -32600]])
            #expect(!client.isClosed)
        }
    }

    @Test func `a body is closed as an unfinished frame is, and counts no longer at its end`() {
        let refusals = Mutex(0)
        let body = UnfinishedBody(in: memory) { refusals.withLock { $0 += 1 } }
        let client = client()
        body.set(5 << 20)
        body.set(0)
        begin(client, megabytes: 3)
        #expect(refusals.withLock(\.self) == 0 && !client.isClosed)
        body.set(5 << 20)
        #expect(refusals.withLock(\.self) == 1 && !client.isClosed)
        #expect(memory.shortage == [])
    }

    @Test func `a client that sends little is answered whatever the others hold`() {
        let greedy = (0..<5).map { _ in client() }
        for client in greedy { begin(client, megabytes: 4) }
        let modest = client()
        modest.send(question)
        #expect(modest.waiting.map(Messages.brief) == [[1, ["a"]]])
        withExtendedLifetime(greedy) {}
    }

    @Test func `a closed frame returns its memory`() {
        for _ in 0..<5 { begin(client(), megabytes: 5) }
        let last = client()
        begin(last, megabytes: 5)
        #expect(!last.isClosed)
        #expect(memory.shortage == [])
    }

    @Test func `bodies leave room for input, and input for bodies`() {
        #expect(memory.changeBodies(by: 6 << 20))
        #expect(!memory.changeBodies(by: 1))
        let first = client()
        begin(first, megabytes: 1)
        #expect(first.isClosed)
        #expect(memory.changeBodies(by: -6 << 20))
        let second = client()
        begin(second, megabytes: 5)
        #expect(!second.isClosed)
        #expect(memory.changeBodies(by: 1 << 20))
    }

    /// Methods with a result of 2 MiB, declared or not.
    private var large: MethodRegistry {
        let result = JSONValue.string(String(repeating: "x", count: 2 << 20)).bytes
        return MethodRegistry(
            [
                RPCMethod("declared", largestResult: { _ in 2 << 20 }) { _, _ in result },
                RPCMethod("plain", immediate: { _ in result }) { _, _ in result },
                RPCMethod("small") { _, _ in JSONValue.null.bytes },
            ], mapError: { _ in .internalError(incident: "test") })
    }

    @Test func `while no client reads, no further large result is computed`() async {
        let silent = (0..<4).map { _ in client(large, reads: false) }
        for client in silent { client.send(Messages.request(1, "plain")) }
        #expect(memory.shortage == [.output, .unread])
        let other = client(large)
        other.send(Messages.request(1, "declared"), Messages.request(2, "small"))
        let answers = await other.receive(2)
        #expect(Set(answers.map { Messages.brief($0).text }) == ["[1,-32600]", "[2,null]"])
        for client in silent.prefix(2) { client.read() }
        #expect(memory.shortage == [])
        other.send(Messages.request(3, "declared"))
        #expect(await other.receive().first?["result"] != nil)
    }

    @Test func `a call waits until a running one has ended`() async {
        let events = Events()
        let registry = MethodRegistry(
            [
                RPCMethod("wait", largestResult: { _ in 6 << 20 }) { params, _ in
                    let key = params.value()["key"]?.stringValue ?? ""
                    events.post("started \(key)")
                    await events.wait(for: "release \(key)")
                    return JSONValue.null.bytes
                }
            ], mapError: { _ in .internalError(incident: "test") })
        let clients = (0..<2).map { _ in client(registry) }
        clients[0].send(Messages.request(1, "wait", ["key": "a"]))
        await events.wait(for: "started a")
        clients[1].send(Messages.request(1, "wait", ["key": "b"]))
        #expect(memory.shortage == [.output])
        events.post("release a")
        events.post("release b")
        // Woken by the end of the other's call.
        #expect(await clients[1].receive().map(Messages.brief) == [[1, .null]])
        #expect(await clients[0].receive().map(Messages.brief) == [[1, .null]])
    }

    @Test func `a closed connection holds no memory`() {
        for _ in 0..<3 {
            let client = client()
            begin(client, megabytes: 5)
            client.connection.peerVanished()
            #expect(memory.shortage == [])
        }
        #expect(memory.changeBodies(by: 6 << 20))
    }
}
