import Synchronization
import Testing

@testable import Transports

@Suite struct StrangersTests {
    @Test func `one more than may be there has the oldest closed`() {
        var strangers = Strangers<Int>()
        let closed = Mutex<[Int]>([])
        for id in 1...4 {
            strangers.add(id, close: { closed.withLock { $0.append(id) } }, atMost: 2)?()
        }
        #expect(closed.withLock { $0 } == [1, 2])
        // Those that were told to close are still there.
        #expect(strangers.count == 4)
        let wereThere = [strangers.remove(1), strangers.remove(3), strangers.remove(1)]
        #expect(wereThere == [true, true, false])
        #expect(strangers.count == 2)
    }
}
