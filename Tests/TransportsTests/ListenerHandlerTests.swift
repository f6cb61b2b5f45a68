import Glibc
import Logging
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct ListenerHandlerTests {
    private let connections = ConnectionSet(atMost: 1, maximumUnauthenticated: 1)
    private let channel: EmbeddedChannel

    init() throws {
        let handler = ListenerHandler(
            connections, of: .unix, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        channel = EmbeddedChannel(handler: handler)
        channel.pipeline.read()
    }

    private var accepts: Bool {
        channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
            ?? true
    }

    private func fail(_ code: CInt) {
        channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
    }

    private func pause(_ isOn: Bool) {
        channel.triggerUserOutboundEvent(ListenerHandler.Pause(isOn: isOn), promise: nil)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func `nothing is accepted for a second after a shortage`(code: CInt) {
        fail(code)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(!accepts)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(accepts)
    }

    @Test(arguments: [ECONNABORTED, EPROTO, EHOSTUNREACH, EPERM])
    func `the error of one client does not affect others`(code: CInt) {
        fail(code)
        #expect(accepts)
    }

    @Test func `the end of a rest does not end a pause`() {
        fail(EMFILE)
        pause(true)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!accepts)
        pause(false)
        #expect(accepts)
    }

    @Test func `the end of a pause does not end a rest`() {
        fail(EMFILE)
        pause(true)
        pause(false)
        #expect(!accepts)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(accepts)
    }

    @Test func `a connection that ends does not end a pause`() {
        connections.add(ObjectIdentifier(channel), .unix) {}
        channel.pipeline.read()
        #expect(!accepts)
        pause(true)
        connections.close(ObjectIdentifier(channel))
        channel.embeddedEventLoop.run()
        #expect(!accepts)
        pause(false)
        #expect(accepts)
    }

    @Test func `the end of a pause makes no room`() {
        pause(true)
        connections.add(ObjectIdentifier(channel), .unix) {}
        pause(false)
        #expect(!accepts)
        connections.close(ObjectIdentifier(channel))
        channel.embeddedEventLoop.run()
        #expect(accepts)
    }
}
