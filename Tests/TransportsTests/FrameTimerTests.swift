import Testing

@testable import Transports

@Suite struct FrameTimerTests {
    private let start = ContinuousClock.now

    private func check(
        _ steps: (inout FrameTimer) -> Void, leaves expected: Duration?, at seconds: Int
    ) {
        var timer = FrameTimer(timeout: .seconds(10))
        steps(&timer)
        #expect(timer.remaining(at: after(seconds)) == expected)
    }

    private func after(_ seconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .seconds(seconds))
    }

    @Test func `between two frames no time runs`() {
        check({ $0.observe(isMidFrame: false, at: start) }, leaves: nil, at: 100)
    }

    @Test func `in the middle of a frame the time runs from when that was noticed`() {
        check({ $0.observe(isMidFrame: true, at: start) }, leaves: .seconds(4), at: 6)
    }

    @Test func `noticing it again does not restart the time`() {
        check(
            { timer in
                timer.observe(isMidFrame: true, at: start)
                timer.observe(isMidFrame: true, at: after(5))
            }, leaves: .zero, at: 10)
    }

    @Test func `received bytes restart the time`() {
        check(
            { timer in
                timer.observe(isMidFrame: true, at: start)
                timer.received(1, of: 64 << 10)
                timer.observe(isMidFrame: true, at: after(5))
            }, leaves: .seconds(5), at: 10)
    }

    @Test func `a single byte does not restart the time of a long frame`() {
        check(
            { timer in
                timer.observe(isMidFrame: true, at: start)
                timer.received(1, of: 64 << 10 + 1)
                timer.observe(isMidFrame: true, at: after(5))
            }, leaves: .zero, at: 10)
    }

    @Test func `a long frame that grows slowly continues`() {
        check(
            { timer in
                timer.observe(isMidFrame: true, at: start)
                timer.received(32 << 10, of: 1 << 20)
                timer.observe(isMidFrame: true, at: after(5))
                timer.received(32 << 10, of: 1 << 20)
                timer.observe(isMidFrame: true, at: after(9))
                timer.received(1, of: 1 << 20)
                timer.observe(isMidFrame: true, at: after(10))
            }, leaves: .seconds(9), at: 10)
    }

    @Test func `the end of the frame stops the time`() {
        check(
            { timer in
                timer.observe(isMidFrame: true, at: start)
                timer.observe(isMidFrame: false, at: after(5))
            }, leaves: nil, at: 10)
    }
}
