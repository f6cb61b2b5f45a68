import JSONCore
import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

@Suite(.patience) struct ConnectionLimitsTests {
    private let events = Events()

    private func check(
        _ stream: String, _ limits: ConnectionLimits, framing: Framing = .lines,
        gives expected: [JSONValue], closes: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for piece in [Int.max, 1] {
            let client = SteppedClient(framing: framing, limits: limits)
            client.send(raw: stream, inPiecesOf: piece)
            let answers = client.waiting.map(Messages.brief)
            #expect(answers == expected, sourceLocation: sourceLocation)
            #expect(client.isClosed == closes, sourceLocation: sourceLocation)
        }
    }

    @Test func `a message that is too long is refused before it ends, and the connection closes`() {
        let limits = ConnectionLimits(maximumMessageBytes: 10)
        check(#"["567890"#, limits, gives: [], closes: false)
        check(#"["567890ab1"#, limits, gives: [[.null, -32600]], closes: true)
        check(
            "Content-Length: 11\r\n\r\n", limits, framing: .headers, gives: [[.null, -32600]],
            closes: true)
    }

    @Test func `a batch has at most so many members`() {
        let limits = ConnectionLimits(maximumBatch: 2)
        check("[1,1]\n", limits, gives: [[[.null, -32600], [.null, -32600]]], closes: false)
        check("[1,1,1]\n", limits, gives: [[.null, -32600]], closes: false)
    }

    @Test func `128 levels are accepted, and 129 are not JSON`() {
        // The message itself is the first level.
        let nested = { (depth: Int) in
            let (open, close) = (
                String(repeating: "[", count: depth), String(repeating: "]", count: depth)
            )
            return #"{"jsonrpc":"2.0","id":1,"method":"subtract","params":\#(open)\#(close)}"#
                + "\n"
        }
        check(nested(127), ConnectionLimits(), gives: [[1, 0]], closes: false)
        check(nested(128), ConnectionLimits(), gives: [[.null, -32700]], closes: false)
    }

    @Test func `the transport is told when there is room again, though nothing goes out`() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let connection = ServerConnection(
            registry: TestMethods.registry(events),
            limits: ConnectionLimits(maximumInFlight: 1, inputHighWater: 1)
        ) { continuation.yield() }
        for key in ["a", "b", "c"] {
            let message = Messages.notification("hold", ["key": .string(key)])
            _ = connection.receive(Array("\(message)\n".utf8))
        }
        #expect(!connection.nextStep().wantsInput)
        events.post("release a")
        for await _ in signals { break }
        #expect(connection.nextStep().wantsInput)
        events.post("release b")
        events.post("release c")
        _ = connection.inputEnded()
        await connection.waitUntilFinished()
    }

    @Test func `nothing is read while much that came waits to be taken in`() throws {
        let connection = Mutex<ServerConnection?>(nil)
        let wanted = Mutex<[Bool]>([])
        // It runs where messages are taken in, as another thread would while one of them is.
        let method = RPCMethod(
            "receive",
            immediate: { _ in
                for _ in 0..<3 {
                    let step = connection.withLock { $0 }?.receive(
                        Array(repeating: 0x20, count: 40))
                    wanted.withLock { $0.append(step?.wantsInput ?? true) }
                }
                return Array("null".utf8)
            }, handle: { _, _ in [] })
        let server = ServerConnection(
            registry: MethodRegistry([method]) { _ in .internalError(incident: "") },
            limits: ConnectionLimits(inputHighWater: 100), framing: .lines, signal: {})
        connection.withLock { $0 = server }
        let request = #"{"jsonrpc":"2.0","id":1,"method":"receive"}"# + "\n"
        #expect(server.receive(Array(request.utf8)).wantsInput)
        #expect(wanted.withLock { $0 } == [true, true, false])
        connection.withLock { $0 = nil }
    }

    @Test func `what waits is not started while the client does not read`() async {
        let connection = ServerConnection(
            registry: TestMethods.registry(events),
            limits: ConnectionLimits(maximumInFlight: 1, outputHighWater: 1),
            signal: { [events] in events.post("signal") })
        let requests = [Messages.hold(1, "a"), Messages.hold(2, "b")]
        _ = connection.receive(Array((requests.joined(separator: "\n") + "\n").utf8))
        await events.wait(for: "started a")
        events.post("release a")
        await events.wait(for: "signal")
        let written = connection.nextStep().write.count
        #expect(written > 0 && !events.has("started b"))
        _ = connection.outputDrained(written)
        await events.wait(for: "started b")
        _ = connection.inputEnded()
        events.post("release b")
        await connection.waitUntilFinished()
    }

    @Test func `past the queue requests wait, and are taken in when there is room`() async {
        let client = SteppedClient(
            TestMethods.registry(events),
            limits: ConnectionLimits(maximumInFlight: 2, inputHighWater: 300))
        for (index, key) in ["a", "b", "c", "d"].enumerated() {
            client.send(Messages.hold(JSONValue(index), key))
        }
        #expect(client.wantsInput)
        client.send(Messages.request(4, "now"), "{")
        #expect(!client.wantsInput)
        #expect(client.waiting.isEmpty)
        #expect(!client.isMidFrame)
        events.post("release a")
        #expect(
            await client.receive(3).map(Messages.brief) == [
                [0, "a"], [4, .null], [.null, -32700],
            ])
        #expect(client.wantsInput)
        for key in ["b", "c", "d"] {
            events.post("release \(key)")
        }
        #expect(await client.finish().count == 3)
    }

    @Test func `a batch is accepted whole and runs in its turn`() async {
        let client = SteppedClient(
            TestMethods.registry(events), limits: ConnectionLimits(maximumInFlight: 1))
        client.send(
            Messages.batch(
                Messages.request(1, "echo"), Messages.request(2, "echo"),
                Messages.request(3, "echo")))
        #expect(
            await client.receive().map(Messages.brief) == [[[1, .null], [2, .null], [3, .null]]])
    }

    @Test func `a reader that is slow is not read from until it has read`() async {
        let connection = ServerConnection(
            registry: TestMethods.registry(),
            limits: ConnectionLimits(outputHighWater: 98, inputHighWater: 300), signal: {})
        let request = Array((Messages.request(1, "now", ["0123456789"]) + "\n").utf8)
        // 49 bytes each: what would exceed the limit is not answered yet.
        let steps = (0..<5).map { _ in connection.receive(request) }
        #expect(steps.map(\.write.count) == [49, 0, 0, 0, 0])
        #expect(steps.map(\.wantsInput) == [true, true, false, false, false])
        #expect(connection.outputDrained(48).write.isEmpty)
        let second = connection.outputDrained(1)
        #expect(second.write.count == 98)
        #expect(!second.wantsInput)
        let third = connection.outputDrained(98)
        #expect(third.write.count == 98)
        let last = connection.outputDrained(98)
        #expect(last.write.isEmpty && last.wantsInput)
    }

    @Test func `notifications that a client does not read are dropped beyond a limit`() {
        let connection = ServerConnection(
            registry: TestMethods.registry(), limits: ConnectionLimits(outputHighWater: 100),
            framing: .lines, signal: {})
        func notify(_ count: Int) -> Int {
            for _ in 0..<count { connection.send(notification: "tick", params: 1) }
            return connection.nextStep().write.split(separator: UInt8(ascii: "\n")).count
        }
        // 45 bytes each. The first ones reach the limit; the others come too late.
        #expect(notify(10) == 3)
        #expect(notify(10) == 0)
        let step = connection.outputDrained(3 * 45)
        #expect(step.write.isEmpty)
        #expect(notify(1) == 1)
    }

    @Test func `a client that reads gets all notifications, though some always wait`() {
        let connection = ServerConnection(
            registry: TestMethods.registry(), limits: ConnectionLimits(outputHighWater: 100),
            framing: .lines, signal: {})
        connection.send(notification: "tick", params: 1)
        var step = connection.nextStep()
        for _ in 0..<20 {
            connection.send(notification: "tick", params: 1)
            step = connection.outputDrained(step.write.count)
            #expect(step.write.count == 45)
        }
    }

    @Test func `a megabyte of small messages is taken in, in one piece or many`() async {
        let message = Messages.request(1, "now", ["0123456789"]) + "\n"
        let count = 1_000_000 / message.utf8.count
        for piece in [Int.max, 60_000] {
            let client = SteppedClient()
            client.send(raw: String(repeating: message, count: count), inPiecesOf: piece)
            #expect(await client.finish().count == count)
        }
    }

    @Test func `a long message that comes in small pieces is taken in`() async {
        let text = String(repeating: "x", count: 2_000_000)
        for framing in [Framing.headers, .lines] {
            let client = SteppedClient(framing: framing)
            client.send(Messages.request(1, "now", [.string(text)]), inPiecesOf: 1000)
            #expect(await client.finish() == [Messages.result(1, [.string(text)])])
        }
    }
}
