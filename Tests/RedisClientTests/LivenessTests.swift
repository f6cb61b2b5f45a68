import NIOCore
import Testing

@testable import RedisClient

@Suite struct LivenessTests {
    private func at(_ milliseconds: UInt64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000 + milliseconds * 1_000_000)
    }

    @Test func `500 ms without a part of a reply are death`() {
        var liveness = Liveness()
        #expect(liveness.asked(at: at(0)) == at(500))
        #expect(liveness.look(at: at(500)) == .dead(.silent))
    }

    @Test func `one look is scheduled for any number of batches`() {
        var liveness = Liveness()
        #expect(liveness.asked(at: at(0)) != nil)
        #expect(liveness.asked(at: at(1)) == nil)
        #expect(liveness.asked(at: at(499)) == nil)
    }

    @Test func `a part of a reply postpones death`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(300))
        #expect(liveness.look(at: at(500)) == .look(at: at(800)))
        #expect(liveness.look(at: at(800)) == .dead(.silent))
    }

    @Test func `silence is not death while no reply is due`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(1))
        liveness.completed(isLast: true, at: at(1))
        #expect(liveness.look(at: at(500)) == .idle)
        #expect(liveness.asked(at: at(90_000)) == at(90_500))
        #expect(liveness.look(at: at(90_500)) == .dead(.silent))
    }

    @Test func `a batch after an idle time has 500 ms of its own`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(1))
        liveness.completed(isLast: true, at: at(1))
        #expect(liveness.asked(at: at(400)) == nil)
        #expect(liveness.look(at: at(500)) == .look(at: at(900)))
    }

    @Test func `a batch that takes 5 seconds is death even if parts of replies arrive`() {
        var liveness = Liveness()
        var look = liveness.asked(at: at(0))
        for time in stride(from: 400, to: 5_000, by: 400) as StrideTo<UInt64> {
            while let due = look, due <= at(time) {
                guard case .look(let next) = liveness.look(at: due) else {
                    Issue.record("dead at \(time) ms")
                    return
                }
                look = next
            }
            liveness.received(at: at(time))
        }
        while let due = look, due < at(5_000), case .look(let next) = liveness.look(at: due) {
            look = next
        }
        #expect(look == at(5_000))
        #expect(liveness.look(at: at(5_000)) == .dead(.slow))
    }

    @Test func `each batch has 5 seconds of its own`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        liveness.received(at: at(4_900))
        liveness.completed(isLast: false, at: at(4_900))
        #expect(liveness.look(at: at(4_900)) == .look(at: at(5_400)))
    }

    @Test func `a process that was delayed reads before it decides`() {
        var liveness = Liveness()
        _ = liveness.asked(at: at(0))
        #expect(liveness.look(at: at(60_000)) == .look(at: at(60_100)))
        #expect(liveness.look(at: at(60_100)) == .dead(.silent))
    }
}
