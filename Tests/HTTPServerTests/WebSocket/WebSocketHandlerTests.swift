import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServer

@Suite struct WebSocketHandlerTests {
    /// Passes text on, refuses the rest, and sends what it gets as text.
    private struct TextCodec: WebSocketCodec {
        var closing: WebSocketClosing { .serverEnds }

        func clientClosed() {}

        func decode(_ part: WebSocketPart) throws(WebSocketClosing) -> ByteBuffer? {
            guard part.isText else { throw WebSocketClosing(1003, "expected text") }
            return part.bytes
        }

        func encode(_ output: ByteBuffer, to frames: inout ByteBuffer) {
            output.withUnsafeReadableBytes { WebSocketEncoder.append(.text, $0, to: &frames) }
        }
    }

    /// The handler above: reads as long as it wants input.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        var wantsInput = true
        var beginnings: [Bool] = []

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let event = event as? WebSocketBeginning { beginnings.append(event.isUnderWay) }
        }

        func channelActive(context: ChannelHandlerContext) { context.read() }

        func channelReadComplete(context: ChannelHandlerContext) {
            if wantsInput { context.read() }
        }
    }

    /// The socket: takes nothing while it is full, and counts reads.
    private final class Socket: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundIn = ByteBuffer
        var isFull = false
        var reads = 0
        private var held: [(NIOAny, EventLoopPromise<Void>?)] = []

        func read(context: ChannelHandlerContext) { reads += 1 }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            if isFull { return held.append((data, promise)) }
            context.write(data, promise: promise)
        }

        func close(
            context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
        ) {
            // An embedded channel has no half-close.
            if mode == .all { context.close(mode: mode, promise: promise) }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard event is Drained else { return context.fireUserInboundEventTriggered(event) }
            isFull = false
            let all = held
            held = []
            for (data, promise) in all { context.writeAndFlush(data, promise: promise) }
        }
    }

    private struct Drained {}

    private let channel = EmbeddedChannel()
    private let socket = Socket()
    private let reader = Reader()

    init() throws {
        try channel.pipeline.syncOperations.addHandler(socket)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "x")).wait()
        try channel.serveWebSocket(TextCodec(), maximumMessageBytes: 100, to: reader)
    }

    private func receive(_ frames: ClientFrame...) throws {
        try channel.writeInbound(ByteBuffer(bytes: frames.flatMap(\.bytes)))
    }

    /// The frames that were sent, such as `81 "hi"`.
    private func sent() throws -> [String] {
        var bytes = ByteBuffer()
        while var next: ByteBuffer = try channel.readOutbound() { bytes.writeBuffer(&next) }
        var frames: [String] = []
        while let first: UInt8 = bytes.readInteger(), let length: UInt8 = bytes.readInteger() {
            let code: UInt16? = first == 0x88 && length > 0 ? bytes.readInteger() : nil
            let text = bytes.readString(length: Int(length) - (code == nil ? 0 : 2)) ?? ""
            frames.append(code.map { "close \($0)" } ?? String(first, radix: 16) + " " + text)
        }
        return frames
    }

    private func received() throws -> String {
        var text = ""
        while let next: ByteBuffer = try channel.readInbound() { text += String(buffer: next) }
        return text
    }

    private func wait(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    @Test func `messages pass in both directions`() throws {
        try receive(.text("a", isFinal: false), .ping("p"), .rest("b"))
        #expect(try received() == "ab")
        try channel.writeOutbound(ByteBuffer(string: "c"))
        #expect(try sent() == ["8a p", "81 c"])
    }

    @Test func `the handler above learns of what has begun and was not passed on`() throws {
        func begun(_ bytes: UInt8...) throws -> [Bool] {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
            defer { reader.beginnings = [] }
            return reader.beginnings
        }
        try receive(.text("a"))
        // Each byte of a header, and not the part of the payload.
        #expect(try begun(1) == [true] && begun(0x81) == [true])
        #expect(try begun(0, 0, 0, 0, 0x62) == [false])
        #expect(try begun(0x80) == [])
        #expect(try begun(0x81, 0, 0, 0, 0, 0x63, 0x89) == [true])
        #expect(try begun(0x80, 0, 0, 0, 0) == [false])
        #expect(try begun(0x88) == [true] && begun(0x80, 0, 0, 0, 0) == [false])
    }

    @Test func `of the pings to a client that reads nothing the last is answered`() throws {
        socket.isFull = true
        try receive(.ping("1"), .ping("2"))
        for number in 3...1000 { try receive(.ping("\(number)")) }
        #expect(try sent() == [])
        channel.pipeline.fireUserInboundEventTriggered(Drained())
        #expect(try sent() == ["8a 1", "8a 1000"])
    }

    @Test func `a read that brings nothing to the handler above is repeated`() throws {
        #expect(socket.reads == 1)
        try receive(.ping(""))
        try channel.writeInbound(ByteBuffer(bytes: [0x81]))
        #expect(socket.reads == 3)
        reader.wantsInput = false
        try channel.writeInbound(ByteBuffer(bytes: [0x82, 0, 0, 0, 0, 0x78, 0x79]))
        #expect(try received() == "xy")
        #expect(socket.reads == 3)
    }

    @Test func `a client that answers pings stays`() throws {
        for _ in 0..<5 {
            wait(30)
            #expect(try sent() == ["89 "])
            try receive(ClientFrame(opcode: 10))
        }
        #expect(channel.isActive)
    }

    @Test func `a client without a pong for thirty seconds is closed`() throws {
        wait(30)
        try receive(.text("alive"))
        wait(29)
        #expect(try sent() == ["89 "])
        wait(1)
        #expect(try sent() == ["close 1011"])
        wait(1)
        #expect(!channel.isActive)
    }

    @Test func `a pong may wait for the end of a long frame but not of one that stalls`() throws {
        wait(30)
        try receive(ClientFrame(length: 90, payload: [0x78]))
        wait(30)
        #expect(try sent() == ["89 ", "89 "])
        wait(30)
        #expect(try sent() == ["close 1011"])
    }

    @Test func `a pong may wait until the handler above reads`() throws {
        reader.wantsInput = false
        try receive(.text("a"))
        wait(60)
        #expect(try sent() == ["89 ", "89 "])
        wait(300)
        #expect(channel.isActive)
        channel.read()
        wait(30)
        wait(30)
        #expect(try sent().last == "close 1011")
    }

    enum Ending: CaseIterable { case byClient, byHandler, broken, binary, long }

    @Test(arguments: zip(Ending.allCases, [4000, 1001, 1002, 1003, 1009]))
    func `a close frame ends both directions`(ending: Ending, code: Int) throws {
        switch ending {
        case .byClient: try receive(.close(4000, "bye"), .text("late"))
        case .byHandler: channel.close(promise: nil)
        case .broken: try receive(ClientFrame(opcode: 3))
        case .binary: try receive(ClientFrame(opcode: 2))
        case .long: try receive(ClientFrame(mask: [], length: 101))
        }
        try receive(.text("late"), .ping("late"), .close())
        #expect(throws: ChannelError.outputClosed) {
            try channel.writeOutbound(ByteBuffer(string: "late"))
        }
        channel.close(promise: nil)
        #expect(try sent() == ["close \(code)"])
        #expect(try received() == "")
        #expect(channel.isActive)
        wait(1)
        #expect(!channel.isActive)
    }

    @Test func `a client that closes without a close frame has gone`() throws {
        try receive(.text("a"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
        #expect(try sent() == [])
    }

    @Test func `the client's end closes the connection after a close frame`() throws {
        channel.close(promise: nil)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
        #expect(try sent() == ["close 1001"])
    }

    @Test func `a client that does not read gets no close frame`() throws {
        channel.isWritable = false
        channel.close(promise: nil)
        #expect(!channel.isActive)
        #expect(try sent() == [])
    }
}
