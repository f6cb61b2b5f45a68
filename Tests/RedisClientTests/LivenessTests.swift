import NIOCore
import Testing

@testable import RedisClient

@Suite struct LivenessTests {
    private func at(_ milliseconds: UInt64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000 + milliseconds * 1_000_000)
    }

    @Test func `nothing for the time of patience is death`() {
        var liveness = Liveness()
        #expect(liveness.asked(at: at(0)) == at(500))
        #expect(liveness.look(at: at(500)) == .dead)
    }

    @Test func `one look is scheduled, however much is asked`() {
        var liveness = Liveness()
        #expect(liveness.asked(at: at(0)) != nil)
        #expect(liveness.asked(at: at(1)) == nil)
        #expect(liveness.asked(at: at(499)) == nil)
    }

    @Test func `any bytes put death off`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(300))
        #expect(liveness.look(at: at(500)) == .look(at: at(800)))
        #expect(liveness.look(at: at(800)) == .dead)
    }

    @Test func `while nothing is due, silence is no fault`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(1))
        liveness.settled()
        #expect(liveness.look(at: at(500)) == .idle)
        #expect(liveness.asked(at: at(90_000)) == at(90_500))
        #expect(liveness.look(at: at(90_500)) == .dead)
    }

    @Test func `a question after an idle time has its own patience`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(1))
        liveness.settled()
        #expect(liveness.asked(at: at(400)) == nil)
        #expect(liveness.look(at: at(500)) == .look(at: at(900)))
    }

    @Test func `a process that was held up reads first`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        #expect(liveness.look(at: at(60_000)) == .look(at: at(60_100)))
        #expect(liveness.look(at: at(60_100)) == .dead)
    }
}
