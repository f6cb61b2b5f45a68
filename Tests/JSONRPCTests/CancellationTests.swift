import FuzzTargets
import JSONCore
import JSONRPC
import TestSupport
import Testing

@Suite(.patience) struct CancellationTests {
    private let events = Events()

    private func client(limits: ConnectionLimits = ConnectionLimits()) -> SteppedClient {
        SteppedClient(TestMethods.registry(events), limits: limits)
    }

    private func check(
        _ client: SteppedClient, receives expected: [JSONValue],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let answers = await client.receive(expected.count).map(Messages.brief)
        #expect(answers == expected, sourceLocation: sourceLocation)
    }

    @Test func `a cancelled request is answered once and its handler cancelled`() async {
        let client = client()
        client.send(Messages.hold(1, "a"))
        await events.wait(for: "started a")
        client.send(Messages.cancellation(of: 1), Messages.cancellation(of: 1))
        await check(client, receives: [[1, -32800]])
        await events.wait(for: "cancelled a")
        #expect(await client.finish().isEmpty)
    }

    @Test func `the response does not wait for a handler that continues`() async {
        let client = client()
        client.send(Messages.hold(1, "a", ["stubborn": true]))
        await events.wait(for: "started a")
        client.send(Messages.cancellation(of: 1))
        await check(client, receives: [[1, -32800]])
        client.send(Messages.request(1, "now"))
        await check(client, receives: [[1, .null]])
        events.post("release a")
        #expect(await client.finish().isEmpty)
    }

    @Test func `a request cancelled in the queue is answered and never starts`() async {
        let client = client(limits: ConnectionLimits(maximumInFlight: 2))
        client.send(Messages.hold(1, "a"), Messages.hold(2, "b"), Messages.hold(3, "c"))
        client.send(Messages.cancellation(of: 3))
        await check(client, receives: [[3, -32800]])
        events.post("release a")
        events.post("release b")
        #expect(await client.finish().count == 2)
        #expect(!events.has("started c"))
    }

    @Test func `with a full queue running, queued and waiting requests can be cancelled`()
        async
    {
        let client = client(limits: ConnectionLimits(maximumInFlight: 1))
        client.send(Messages.hold(1, "a"), Messages.hold(2, "b"), Messages.hold(3, "c"))
        client.send(Messages.batch(Messages.hold(4, "d"), Messages.request(5, "now")))
        for id in [3, 4, 1] as [JSONValue] {
            client.send(Messages.cancellation(of: id))
        }
        await check(client, receives: [[3, -32800], [1, -32800]])
        await check(client, receives: [[[4, -32800], [5, .null]]])
        events.post("release b")
        await check(client, receives: [[2, "b"]])
        #expect(!events.has("started c") && !events.has("started d"))
    }

    @Test func `a batch of cancellations is seen behind waiting requests`() async {
        let client = client(limits: ConnectionLimits(maximumInFlight: 1))
        client.send(Messages.hold(1, "a"), Messages.hold(2, "b"), Messages.hold(3, "c"))
        client.send(Messages.batch(Messages.cancellation(of: 2), Messages.cancellation(of: 1)))
        await check(client, receives: [[2, -32800], [1, -32800]])
        events.post("release c")
        await check(client, receives: [[3, "c"]])
    }

    @Test func `a cancellation is seen although the client does not read`() async {
        let client = SteppedClient(
            TestMethods.registry(events), limits: ConnectionLimits(outputHighWater: 1),
            reads: false)
        client.send(Messages.hold(1, "a"))
        await events.wait(for: "started a")
        client.send(Messages.request(2, "now"), Messages.request(3, "now"))
        client.send(Messages.cancellation(of: 1))
        await events.wait(for: "cancelled a")
        client.read()
        await check(client, receives: [[2, .null], [1, -32800], [3, .null]])
    }

    @Test func `reading stops from a client that cancels but never reads`() {
        let client = SteppedClient(
            TestMethods.registry(events),
            limits: ConnectionLimits(
                maximumInFlight: 1, outputHighWater: 100, maximumResultBytes: 1000),
            reads: false)
        var count = 0
        while client.wantsInput, count < 1000 {
            count += 1
            client.send(Messages.request("a", "hold"), Messages.cancellation(of: "a"))
        }
        #expect(count < 1000)
    }

    @Test func `a cancelled handler keeps its slot until it ends`() async {
        let client = client(limits: ConnectionLimits(maximumInFlight: 1))
        client.send(Messages.hold(1, "a", ["stubborn": true]))
        await events.wait(for: "started a")
        client.send(Messages.cancellation(of: 1), Messages.request(2, "echo"))
        await check(client, receives: [[1, -32800]])
        #expect(client.waiting.isEmpty)
        events.post("release a")
        await check(client, receives: [[2, .null]])
    }

    @Test func `a cancelled member has its place in the batch's response`() async {
        let client = client()
        client.send(Messages.batch(Messages.hold(1, "a"), Messages.hold(2, "b")))
        await events.wait(for: "started a")
        client.send(Messages.cancellation(of: 1))
        await events.wait(for: "ended a")
        #expect(client.waiting.isEmpty)
        events.post("release b")
        await check(client, receives: [[[1, -32800], [2, "b"]]])
    }

    @Test func `a batch may cancel its own members`() async {
        let client = client()
        client.send(Messages.batch(Messages.hold(1, "a"), Messages.cancellation(of: 1)))
        await check(client, receives: [[[1, -32800]]])
    }

    @Test func `1 does not cancel "1", and 1.0 cancels 1`() async {
        let client = client()
        client.send(Messages.hold("1", "a"), Messages.hold(1, "b"))
        client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1.0}}"#)
        await check(client, receives: [[1, -32800]])
        events.post("release a")
        await check(client, receives: [["1", "a"]])
    }

    @Test func `a cancellation of an unknown request is ignored`() async {
        let client = client()
        client.send(Messages.cancellation(of: 9), Messages.notification("$/cancelRequest"))
        client.send(Messages.request(1, "now"))
        await check(client, receives: [[1, .null]])
    }

    @Test func `a disconnect cancels all calls, and none is answered`() async {
        let client = client(limits: ConnectionLimits(maximumInFlight: 2))
        client.send(Messages.hold(1, "a"), Messages.batch(Messages.hold(2, "b")))
        client.send(Messages.hold(3, "c"))
        await events.wait(for: "started a")
        await events.wait(for: "started b")
        client.connection.peerVanished()
        await client.connection.waitUntilFinished()
        #expect(events.has("cancelled a") && events.has("cancelled b"))
        #expect(!events.has("started c"))
        #expect(client.waiting.isEmpty)
        #expect(client.isClosed)
    }

    @Test func `a connection is finished only after all handlers have ended`() async {
        let executor = SteppingExecutor()
        let client = SteppedClient(TestMethods.registry(events), executor: executor)
        client.send(Messages.hold(1, "a", ["stubborn": true]))
        executor.runAll()
        client.connection.peerVanished()
        let waiting = Task(executorPreference: executor) { [events] in
            await client.connection.waitUntilFinished()
            events.post("finished")
            return events.has("ended a")
        }
        executor.runAll()
        #expect(events.has("cancelled a") && !events.has("finished"))
        events.post("release a")
        executor.runAll()
        #expect(await waiting.value)
    }
}
