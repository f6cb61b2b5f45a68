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

    @Test func `a message that is too long is refused before its end, and the connection closes`() {
        let limits = ConnectionLimits(maximumMessageBytes: 10)
        check(#"["567890"#, limits, gives: [], closes: false)
        check(#"["567890ab1"#, limits, gives: [[.null, -32600]], closes: true)
        check(
            "Content-Length: 11\r\n\r\n", limits, framing: .headers, gives: [[.null, -32600]],
            closes: true)
    }

    @Test func `a batch has a maximum number of members`() {
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

    @Test func `the transport is signalled when there is room again, even without output`() async {
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

    @Test func `reading stops while much input waits to be parsed`() throws {
        let connection = Mutex<ServerConnection?>(nil)
        let wanted = Mutex<[Bool]>([])
        // Runs while a message is being parsed, as another thread would.
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

    @Test func `queued requests do not start while the client does not read`() async {
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

    @Test func `requests beyond the queue wait until there is room`() async {
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

    @Test func `a batch is accepted as a whole and runs in turn`() async {
        let client = SteppedClient(
            TestMethods.registry(events), limits: ConnectionLimits(maximumInFlight: 1))
        client.send(
            Messages.batch(
                Messages.request(1, "echo"), Messages.request(2, "echo"),
                Messages.request(3, "echo")))
        #expect(
            await client.receive().map(Messages.brief) == [[[1, .null], [2, .null], [3, .null]]])
    }

    @Test func `reading stops from a slow client until it has read`() async {
        let connection = ServerConnection(
            registry: TestMethods.registry(),
            limits: ConnectionLimits(outputHighWater: 98, inputHighWater: 300), signal: {})
        let request = Array((Messages.request(1, "now", ["0123456789"]) + "\n").utf8)
        // 49 bytes each: a response that would exceed the limit is held back.
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

    @Test func `notifications beyond a limit are dropped for a client that does not read`() {
        let connection = ServerConnection(
            registry: TestMethods.registry(), limits: ConnectionLimits(outputHighWater: 100),
            framing: .lines, signal: {})
        func notify(_ count: Int) -> Int {
            for _ in 0..<count { connection.send(notification: "tick", params: 1) }
            return connection.nextStep().write.split(separator: UInt8(ascii: "\n")).count
        }
        // 45 bytes each. The first ones reach the limit, so the others are dropped.
        #expect(notify(10) == 3)
        #expect(notify(10) == 0)
        let step = connection.outputDrained(3 * 45)
        #expect(step.write.isEmpty)
        #expect(notify(1) == 1)
    }

    @Test func `a client that reads gets all notifications even if some are always pending`() {
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

    @Test func `a megabyte of small messages is accepted in one piece or many`() async {
        let message = Messages.request(1, "now", ["0123456789"]) + "\n"
        let count = 1_000_000 / message.utf8.count
        for piece in [Int.max, 60_000] {
            let client = SteppedClient()
            client.send(raw: String(repeating: message, count: count), inPiecesOf: piece)
            #expect(await client.finish().count == count)
        }
    }

    @Test func `a long message in small pieces is accepted`() async {
        let text = String(repeating: "x", count: 2_000_000)
        for framing in [Framing.headers, .lines] {
            let client = SteppedClient(framing: framing)
            client.send(Messages.request(1, "now", [.string(text)]), inPiecesOf: 1000)
            #expect(await client.finish() == [Messages.result(1, [.string(text)])])
        }
    }
}
