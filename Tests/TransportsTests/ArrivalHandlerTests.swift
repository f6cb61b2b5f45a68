import Glibc
import Logging
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct ArrivalHandlerTests {
    private let arrivals = Arrivals(atMost: 1, maximumStrangers: 1) { _ in }
    private let channel: EmbeddedChannel

    init() throws {
        let handler = ArrivalHandler(
            arrivals, of: .unix, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
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
        channel.triggerUserOutboundEvent(ArrivalHandler.Pause(isOn: isOn), promise: nil)
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
    func `the error of one client stops no other`(code: CInt) {
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
        arrivals.opened()
        channel.pipeline.read()
        #expect(!accepts)
        pause(true)
        arrivals.closed(ObjectIdentifier(channel))
        channel.embeddedEventLoop.run()
        #expect(!accepts)
        pause(false)
        #expect(accepts)
    }

    @Test func `the end of a pause makes no room`() {
        pause(true)
        arrivals.opened()
        pause(false)
        #expect(!accepts)
        arrivals.closed(ObjectIdentifier(channel))
        channel.embeddedEventLoop.run()
        #expect(accepts)
    }
}
