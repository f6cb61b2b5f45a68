import HTTPServer
import JSONCore
import JSONRPC
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct WebSocketLinesTests {
    private let channel = EmbeddedChannel()
    private let connection: ServerConnection

    init(idleFrameTimeout: Duration = .seconds(30), serverEnds: Bool = false) throws {
        let limits = ConnectionLimits(maximumMessageBytes: 1000)
        let channel = channel
        connection = ServerConnection(
            registry: TestMethods().registry, limits: limits, framing: .lines
        ) { channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.Notice.signal) }
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "x")).wait()
        try channel.serveWebSocket(
            WebSocketLines(connection) { serverEnds },
            maximumMessageBytes: limits.maximumMessageBytes,
            to: ConnectionHandler(
                connection, idleFrameTimeout: idleFrameTimeout, gateTime: .zero, passedGate: {}))
    }

    /// Sends a masked frame; a mask of zeros leaves the bytes as they are.
    private func send(_ text: String, opcode: UInt8 = 1, isFinal: Bool = true) throws {
        var frame = ByteBuffer(bytes: [(isFinal ? 0x80 : 0) | opcode, 0x80 | 126])
        frame.writeInteger(UInt16(text.utf8.count))
        frame.writeRepeatingByte(0, count: 4)
        frame.writeString(text)
        try channel.writeInbound(frame)
    }

    private func sendRequest(_ id: Int, _ text: String = "echo") throws {
        try send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(text)","params":[1]}"#)
    }

    /// The payloads of the frames that were sent. That of a close frame is its code.
    private func received() throws -> [String] {
        var bytes = ByteBuffer()
        while var next: ByteBuffer = try channel.readOutbound() { bytes.writeBuffer(&next) }
        var payloads: [String] = []
        while let opcode: UInt8 = bytes.readInteger(), let short: UInt8 = bytes.readInteger() {
            let length = short < 126 ? Int(short) : Int(bytes.readInteger(as: UInt16.self) ?? 0)
            if opcode == 0x88, let code: UInt16 = bytes.readInteger() {
                payloads.append("\(code)")
                bytes.moveReaderIndex(forwardBy: length - 2)
            } else {
                #expect(opcode == 0x81)
                payloads.append(bytes.readString(length: length) ?? "")
            }
        }
        return payloads
    }

    /// The codes of the errors that were received.
    private func errors() throws -> [Substring] {
        try received().map { text in
            let code = text.firstRange(of: "\"code\":").map { text[$0.upperBound...] }
            return code?.prefix { $0 != "," } ?? text[...]
        }
    }

    @Test func `each message is answered with a message of its own`() throws {
        try sendRequest(1)
        try sendRequest(2)
        let long = String(repeating: "x", count: 300)
        try send(#"{"jsonrpc":"2.0","id":3,"method":"echo","params":["\#(long)"]}"#)
        #expect(
            try received() == [
                #"{"jsonrpc":"2.0","id":1,"result":[1]}"#,
                #"{"jsonrpc":"2.0","id":2,"result":[1]}"#,
                #"{"jsonrpc":"2.0","id":3,"result":["\#(long)"]}"#,
            ])
    }

    @Test func `a message is one whatever its lines and fragments`() throws {
        try send("\n{\"jsonrpc\":\"2.0\",\r\n\"id\":", isFinal: false)
        try send("", opcode: 0, isFinal: false)
        try send("1,\n\n\"method\":\"echo\",\"params\":[1]}\n", opcode: 0)
        #expect(try received() == [#"{"jsonrpc":"2.0","id":1,"result":[1]}"#])
    }

    @Test(arguments: ["", " \t\r\n", "GET / HTTP/1.1", "POST ", "\u{FEFF}{}", "\"a\nb\""])
    func `the connection goes on after a message that is not JSON`(text: String) throws {
        try send(text)
        #expect(try errors() == ["-32700"])
        // Two messages, not one.
        try send("{}\n{}")
        #expect(try errors() == ["-32700"])
        try sendRequest(1)
        #expect(try received().count == 1)
    }

    @Test func `a message that is too long or binary ends the connection`() throws {
        try send(String(repeating: " ", count: 1000))
        #expect(try errors() == ["-32700"])
        try send("", opcode: 2)
        #expect(try received() == ["1003"])
        let other = try WebSocketLinesTests()
        try other.send(String(repeating: " ", count: 1001))
        #expect(try other.received() == ["1009"])
    }

    @Test(arguments: [1, 2, 5, 6])
    func `an error counts from the start of the message`(cut: Int) throws {
        let text = "    {x"
        try send(String(text.prefix(cut)), isFinal: cut == text.count)
        if cut < text.count { try send(String(text.dropFirst(cut)), opcode: 0) }
        let error = try JSONParser().parse(Array(received()[0].utf8))
        #expect(error["error"]?["data"]?["offset"] == 5)
    }

    @Test func `each end of the connection has its close code`() throws {
        try sendRequest(1)
        try send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(try received().last == "1000")
        let client = try WebSocketLinesTests()
        try client.channel.writeInbound(ByteBuffer(bytes: [0x88, 0x80, 0, 0, 0, 0]))
        #expect(try client.received() == ["1000"] && client.connection.isFinished)
        let late = try WebSocketLinesTests(idleFrameTimeout: .zero)
        try late.send("{", isFinal: false)
        late.channel.embeddedEventLoop.run()
        #expect(try late.errors() == ["-32700", "1008"])
        // Nothing of what has begun was passed on: a part of a header, a header, a blank, a ping.
        for begun: [UInt8] in [
            [0x81], [0x81, 0x85], [0x81, 0x85, 0, 0, 0, 0], [1, 0x80, 0, 0, 0, 0],
            [1, 0x81, 0, 0, 0, 0, 0x20], [0x89, 0x81],
        ] {
            let late = try WebSocketLinesTests(idleFrameTimeout: .zero)
            try late.channel.writeInbound(ByteBuffer(bytes: begun))
            late.channel.embeddedEventLoop.run()
            #expect(try late.errors() == ["-32700", "1008"], "\(begun)")
        }
        let other = try WebSocketLinesTests(serverEnds: true)
        try other.sendRequest(1)
        other.channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.Notice.drain)
        #expect(try other.received() == [#"{"jsonrpc":"2.0","id":1,"result":[1]}"#, "1001"])
    }
}
