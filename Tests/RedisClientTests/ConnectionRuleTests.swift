import NIOCore
import Testing

@testable import RedisClient

@Suite struct ConnectionRuleTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test func `the first question connects, and others wait with it`() {
        var rule = ConnectionRule()
        #expect(rule.asked() == .connect)
        #expect(rule.asked() == .wait)
        rule.opened(at: start)
        #expect(rule.asked() == .send)
    }

    @Test func `an engine that is gone is asked nothing`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        _ = rule.ended(.timedOut, at: start)
        #expect(rule.asked() == .refuse(.notSent(.timedOut)))
        _ = rule.ended(.silent, at: start)
        #expect(rule.asked() == .refuse(.notSent(.silent)))
        rule.opened(at: start)
        #expect(rule.asked() == .send)
    }

    @Test func `it is tried again after 1, 2, 4 and at most 5 seconds`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        let delays = (0..<70).map { _ in rule.ended(.timedOut, at: start) }
        #expect(
            delays.prefix(5) == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(delays.dropFirst(5).allSatisfy { $0 == .seconds(5) })
        rule.opened(at: start)
        #expect(rule.ended(.closed, at: start + .seconds(10)) == .zero)
        #expect(rule.ended(.timedOut, at: start + .seconds(10)) == .seconds(1))
    }

    @Test func `a connection that lasted is opened anew at once`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        rule.opened(at: start)
        #expect(rule.ended(.closed, at: start + .seconds(2)) == .zero)
        #expect(rule.ended(.timedOut, at: start + .seconds(2)) == .seconds(1))
    }

    @Test(arguments: [RedisFailure.closed, .silent, .refused("READONLY")])
    func `an engine that is lost again and again is tried less and less often`(
        failure: RedisFailure
    ) {
        var rule = ConnectionRule()
        _ = rule.asked()
        var now = start
        let delays = (0..<6).compactMap { _ in
            rule.opened(at: now)
            now = now + .seconds(2)
            let delay = rule.ended(failure, at: now)
            now = now + (delay ?? .zero)
            return delay
        }
        #expect(delays.last == .seconds(5))
        #expect(delays.filter { $0 == .zero }.count == (failure == .closed ? 1 : 0))
    }

    @Test func `after its end nothing is opened`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        rule.shutDown()
        rule.opened(at: start)
        #expect(rule.asked() == .refuse(.shutDown))
        #expect(rule.ended(.closed, at: start) == nil)
    }
}
