import Testing

@testable import Transports

@Suite struct GuessDelayTests {
    private let start = ContinuousClock().now

    /// Shows a wrong secret at each of `seconds`, and returns the delay of each.
    private func check(wrongAt seconds: [Int], _ delay: inout GuessDelay) -> [Duration] {
        seconds.map { second in
            let now = start.advanced(by: .seconds(second))
            defer { delay.wasWrong(at: now) }
            return delay.delay(at: now)
        }
    }

    @Test func `after three wrong secrets the delay doubles with each, up to a limit`() {
        var delay = GuessDelay()
        let milliseconds = [0, 0, 0, 250, 500, 1000, 2000, 2000, 2000]
        #expect(
            check(wrongAt: Array(0..<9), &delay) == milliseconds.map { .milliseconds($0) })
    }

    @Test func `no number of wrong secrets exceeds the maximum delay`() {
        var delay = GuessDelay()
        _ = check(wrongAt: Array(repeating: 0, count: 10_000), &delay)
        #expect(delay.delay(at: start) == GuessDelay.maximum)
    }

    @Test func `the right secret resets the delay`() {
        var delay = GuessDelay()
        _ = check(wrongAt: [0, 0, 0, 0, 0], &delay)
        delay.wasRight()
        #expect(check(wrongAt: [0, 0, 0], &delay) == [.zero, .zero, .zero])
        #expect(delay.delay(at: start) == GuessDelay.first)
    }

    @Test func `wrong secrets are forgotten after a minute without one`() {
        var delay = GuessDelay()
        _ = check(wrongAt: [0, 0, 0, 0, 30], &delay)
        #expect(delay.delay(at: start.advanced(by: .seconds(89))) > .zero)
        #expect(delay.delay(at: start.advanced(by: .seconds(90))) == .zero)
        #expect(check(wrongAt: [90, 91, 92, 93], &delay).last == GuessDelay.first)
    }
}
