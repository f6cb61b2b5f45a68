import Glibc
import Testing

@testable import Hosting

@Suite struct SignalRuleTests {
    private func check(_ signals: [(CInt, milliseconds: Int)], means: [SignalRule.Meaning]) {
        var rule = SignalRule()
        let start = ContinuousClock.now
        let found = signals.map { number, time in
            rule.received(number, at: start.advanced(by: .milliseconds(time)))
        }
        #expect(found == means)
    }

    @Test func `signals right after the first count as the first`() {
        check(
            [(SIGTERM, 0), (SIGTERM, 0), (SIGINT, 499)], means: [.stop, .nothing, .nothing])
    }

    @Test func `a later signal ends the process at once with its number`() {
        check([(SIGTERM, 0), (SIGTERM, 500)], means: [.stop, .exit(143)])
        check(
            [(SIGINT, 0), (SIGTERM, 400), (SIGINT, 600)], means: [.stop, .nothing, .exit(130)])
    }
}
