import Secrets
import Testing

@testable import GitHubAPI

@Suite struct SignInDeviceFlowTests {
    private static let start = ContinuousClock.now

    private static func code(lifetime: Int = 900, interval: Int = 5) -> DeviceCode {
        DeviceCode(
            code: Secret("d"), userCode: "AAAA-BBBB", verificationURI: "https://github.com/login",
            lifetime: lifetime, interval: interval)
    }

    /// Gives `replies` one after another, each when its poll is due, and returns all steps,
    /// including the first poll.
    private func check(
        _ replies: [DeviceFlow.Reply], of code: DeviceCode = code(),
        gives expected: [DeviceFlow.Next]
    ) {
        var now = Self.start
        var flow = DeviceFlow(code, askedAt: now)
        var found = [flow.next(at: now)]
        for reply in replies {
            if case .poll(let pause) = found[found.count - 1] { now = now.advanced(by: pause) }
            found.append(flow.receive(reply, at: now))
        }
        #expect(found == expected)
    }

    private func polls(_ seconds: Int...) -> [DeviceFlow.Next] {
        seconds.map { .poll(after: .seconds($0)) }
    }

    @Test func `each poll waits for the interval`() {
        check([.pending, .pending], gives: polls(5, 5, 5))
    }

    @Test func `a slow_down adds 5 seconds permanently`() {
        check(
            [.slowDown(interval: nil), .pending, .slowDown(interval: nil), .pending],
            gives: polls(5, 10, 10, 15, 15))
    }

    @Test func `an interval in a slow_down applies if it is longer`() {
        check([.slowDown(interval: 30), .pending], gives: polls(5, 30, 30))
        check([.slowDown(interval: 1), .pending], gives: polls(5, 10, 10))
    }

    @Test func `without a response the pause doubles up to a minute`() {
        check(
            [
                .none(retryAfter: nil), .none(retryAfter: nil), .none(retryAfter: nil),
                .none(retryAfter: nil), .pending,
            ],
            gives: polls(5, 10, 20, 40, 60, 5))
    }

    @Test func `a Retry-After is respected`() {
        check([.none(retryAfter: 120), .pending], gives: polls(5, 120, 5))
    }

    @Test func `a decision ends the polls`() {
        check([.pending, .ended(.denied)], gives: polls(5, 5) + [.end(.denied)])
    }

    @Test func `no poll is made after the codes expire, counted from when they were requested`() {
        check(
            [.pending, .pending], of: Self.code(lifetime: 12),
            gives: polls(5, 5) + [.expire(after: .seconds(2))])
        var flow = DeviceFlow(Self.code(lifetime: 12), askedAt: Self.start)
        let late = Self.start.advanced(by: .seconds(3_600))
        #expect(flow.receive(.pending, at: late) == .expire(after: .zero))
    }

    @Test func `an absurd interval is bounded`() {
        check([.pending], of: Self.code(interval: 0), gives: polls(1, 1))
        check([.pending], of: Self.code(interval: -7), gives: polls(1, 1))
        check([], of: Self.code(lifetime: 86_400, interval: .max), gives: polls(3_600))
        check([.slowDown(interval: .max)], gives: polls(5) + [.expire(after: .seconds(895))])
    }
}
