import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import RedisClient

/// A connection on a channel without a socket and without real time.
@Suite struct ConnectionHandlerTests {
    /// The events, in order.
    private final class Told: Sendable {
        let lines = Mutex<[String]>([])

        func append(_ line: String) {
            lines.withLock { $0.append(line) }
        }

        var all: [String] { lines.withLock { $0 } }
    }

    private static let hello =
        "%3\r\n+server\r\n+redis\r\n+version\r\n+7.0.15\r\n+mode\r\n+standalone\r\n"

    private let channel = EmbeddedChannel()
    private let told = Told()
    private let handler: ConnectionHandler

    init() throws {
        let events = ConnectionEvents(
            isReady: { [told] in told.append("ready \($0.version)") },
            received: { [told] in
                told.append("\($0): \(String(decoding: $1, as: UTF8.self))")
            },
            ended: { [told] in told.append("ended: \($0)") })
        let configuration = try RedisConfiguration(parsing: "redis://cache")
        handler = ConnectionHandler(
            Handshake(configuration, channels: ["news"]),
            deadline: channel.eventLoop.now + .milliseconds(1400), events: events)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/fake")).wait()
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    private func receive(_ text: String) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    private func written() throws -> String {
        var text = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: buffer)
        }
        return text
    }

    private func signIn() throws {
        _ = try written()
        try receive(Self.hello)
        try receive(">3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n")
        try receive(Self.hello)
    }

    private func send(_ name: String, count: Int = 1) {
        let packet = RedisCommand.packet(Array(repeating: RedisCommand(name), count: count))
        handler.send(
            RedisBatch(bytes: packet, count: count) { [told] outcome in
                switch outcome {
                case .success(let replies): told.append("\(name): \(replies.compactMap(\.text))")
                case .failure(let error): told.append("\(name): \(error)")
                }
            })
    }

    /// A name may be resolved after the client has given up.
    @Test func `a channel that opens after its connection has ended is closed`() throws {
        let configuration = try RedisConfiguration(parsing: "redis://cache")
        let late = ConnectionHandler(
            Handshake(configuration, channels: []), deadline: .distantFuture,
            events: ConnectionEvents(isReady: { _ in }, received: { _, _ in }, ended: { _ in }))
        late.end(.timedOut)
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/fake")).wait()
        try channel.pipeline.syncOperations.addHandler(late)
        #expect(!channel.isActive)
    }

    @Test func `the sign-in is one packet`() throws {
        #expect(
            try written() == """
                *4\r\n$5\r\nHELLO\r\n$1\r\n3\r\n$7\r\nSETNAME\r\n$10\r\ngitxplorer\r\n\
                *2\r\n$9\r\nSUBSCRIBE\r\n$4\r\nnews\r\n*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n
                """)
        try signIn()
        #expect(told.all == ["ready 7.0.15"])
    }

    @Test func `replies go to their senders and messages to the receiver`() throws {
        try signIn()
        send("A")
        send("B", count: 2)
        #expect(try written().hasPrefix("*1\r\n$1\r\nA\r\n*1\r\n$1\r\nB\r\n"))
        try receive("+1\r\n+2\r\n>3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$2\r\nhi\r\n+3")
        #expect(told.all.dropFirst() == ["A: [\"1\"]", "news: hi"])
        try receive("\r\n")
        #expect(told.all.last == "B: [\"2\", \"3\"]")
    }

    @Test func `silence while replies are due ends the connection and fails their batches`() throws
    {
        try signIn()
        send("A")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(499))
        #expect(told.all.count == 1)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(
            told.all.dropFirst() == [
                "ended: no reply for 500 ms", "A: \(RedisError.silent)",
            ])
        #expect(!channel.isActive)
        send("B")
        #expect(told.all.last == "B: \(RedisError.closed)")
    }

    @Test func `silence while no reply is due is not a failure`() throws {
        try signIn()
        send("A")
        try receive("+1\r\n")
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(told.all == ["ready 7.0.15", "A: [\"1\"]"])
    }

    @Test func `a part of a reply keeps the connection open`() throws {
        try signIn()
        send("A")
        for byte in ["$", "3", "\r", "\n", "a", "b", "c", "\r"] {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(400))
            try receive(byte)
        }
        try receive("\n")
        #expect(told.all.last == "A: [\"abc\"]")
    }

    @Test func `messages do not keep the connection open`() throws {
        try signIn()
        send("A")
        for _ in 0..<5 {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
            try receive(">3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$2\r\nhi\r\n>3")
            try receive("\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$2\r\nho\r\n")
        }
        #expect(told.all.suffix(2).first == "ended: no reply for 500 ms")
    }

    @Test func `a reply that takes longer than 5 seconds ends the connection`() throws {
        try signIn()
        send("A")
        try receive("$9999\r\n")
        for _ in 0..<50 where channel.isActive {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
            try receive("a")
        }
        #expect(told.all.suffix(2).first == "ended: no complete reply for 5 s")
    }

    @Test func `an engine that signs in but runs no command has an error of its own`() throws {
        try receive(Self.hello)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1400))
        #expect(told.all == ["ended: it accepts connections, but runs no commands in time"])
    }

    @Test func `a sign-in that takes too long ends the connection`() throws {
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1400))
        #expect(told.all == ["ended: no connection in time"])
    }

    @Test(arguments: [
        ("-WRONGPASS invalid password\r\n", "the engine says WRONGPASS invalid password"),
        ("GET / HTTP/1.1\r\n", "RESP3: expected a type, found byte 71"),
        (
            "%2\r\n+version\r\n+7.0\r\n+mode\r\n+cluster\r\n",
            "the engine runs in cluster mode, which is not supported"
        ),
    ])
    func `an unexpected reply to the sign-in ends the connection`(reply: String, reason: String)
        throws
    {
        try receive(reply)
        #expect(told.all == ["ended: \(reason)"])
        #expect(!channel.isActive)
    }

    @Test func `an unexpected reply ends the connection`() throws {
        try signIn()
        try receive("+OK\r\n")
        #expect(told.all.last == "ended: an unexpected reply")
    }

    @Test func `the end is reported once, before pending batches fail`() throws {
        try signIn()
        send("A")
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(
            told.all.dropFirst() == [
                "ended: the connection was closed", "A: \(RedisError.closed)",
            ])
    }
}
