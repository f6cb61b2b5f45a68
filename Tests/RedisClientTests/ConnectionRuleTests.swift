import NIOCore
import Testing

@testable import RedisClient

@Suite struct ConnectionRuleTests {
    private let facts = RedisServerFacts(server: "valkey", version: "8.0", role: "master")
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test func `the first command opens the connection and later ones wait for it`() {
        var rule = ConnectionRule()
        #expect(rule.asked() == .connect)
        #expect(rule.asked() == .wait)
        rule.opened(facts, at: start)
        #expect(rule.asked() == .send)
    }

    @Test func `commands fail while the connection is down`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        _ = rule.ended(.timedOut, at: start)
        #expect(rule.asked() == .refuse(.timedOut))
        _ = rule.ended(.silent, at: start)
        #expect(rule.asked() == .refuse(.silent))
        rule.opened(facts, at: start)
        #expect(rule.asked() == .send)
    }

    @Test func `the delays between attempts are 1, 2, 4 and then 5 seconds`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        let delays = (0..<70).map { _ in rule.ended(.timedOut, at: start) }
        #expect(
            delays.prefix(5) == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(delays.dropFirst(5).allSatisfy { $0 == .seconds(5) })
        rule.opened(facts, at: start)
        #expect(rule.ended(.closed, at: start + .seconds(10)) == .zero)
        #expect(rule.ended(.timedOut, at: start + .seconds(10)) == .seconds(1))
    }

    @Test func `a connection that lasted ten seconds is reopened at once`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        rule.opened(facts, at: start)
        #expect(rule.ended(.silent, at: start + .seconds(10)) == .zero)
        #expect(rule.ended(.timedOut, at: start + .seconds(10)) == .seconds(1))
    }

    @Test(arguments: [RedisError.closed, .silent, .refused("READONLY")])
    func `the delays grow for an engine that is lost again and again`(
        error: RedisError
    ) {
        var rule = ConnectionRule()
        _ = rule.asked()
        var now = start
        let delays = (0..<6).compactMap { _ in
            rule.opened(facts, at: now)
            now = now + .seconds(2)
            let delay = rule.ended(error, at: now)
            now = now + (delay ?? .zero)
            return delay
        }
        #expect(delays.last == .seconds(5))
        #expect(delays.first == .seconds(1))
    }

    @Test func `nothing is opened after the shutdown`() {
        var rule = ConnectionRule()
        _ = rule.asked()
        rule.shutDown()
        rule.opened(facts, at: start)
        #expect(rule.asked() == .refuse(.shutDown))
        #expect(rule.ended(.closed, at: start) == nil)
    }
}
