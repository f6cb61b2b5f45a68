import Testing

@testable import CurlHTTP

@Suite struct TransferQueueTests {
    /// Puts 1 to `count` into a queue for two, and starts what may start.
    private func check(count: Int, starts started: [Int]) -> TransferQueue {
        var queue = TransferQueue(maximumActive: 2)
        for id in 1...count { queue.append(id) }
        #expect(startAll(&queue) == started)
        return queue
    }

    private func startAll(_ queue: inout TransferQueue) -> [Int] {
        var started: [Int] = []
        while let id = queue.next() { started.append(id) }
        return started
    }

    @Test func `no more requests start than may be under way`() {
        let queue = check(count: 5, starts: [1, 2])
        #expect(queue.active == [1, 2])
    }

    @Test func `a finished request gives its turn to the one that came first`() {
        var queue = check(count: 5, starts: [1, 2])
        #expect(queue.remove(2) == .active)
        #expect(startAll(&queue) == [3])
        #expect(queue.remove(1) == .active)
        #expect(queue.remove(3) == .active)
        #expect(startAll(&queue) == [4, 5])
    }

    @Test func `a waiting request that is taken out never starts`() {
        var queue = check(count: 4, starts: [1, 2])
        #expect(queue.remove(3) == .waiting)
        #expect(queue.remove(1) == .active)
        #expect(startAll(&queue) == [4])
    }

    @Test func `a request that is not there is unknown`() {
        var queue = check(count: 2, starts: [1, 2])
        #expect(queue.remove(1) == .active)
        #expect(queue.remove(1) == .unknown)
        #expect(queue.remove(9) == .unknown)
    }

    @Test func `a bound below one is one`() {
        var queue = TransferQueue(maximumActive: 0)
        queue.append(1)
        queue.append(2)
        #expect(startAll(&queue) == [1])
    }

    @Test func `order survives a long run that never empties the queue`() {
        var queue = TransferQueue(maximumActive: 1)
        for id in 1...3 { queue.append(id) }
        var started: [Int] = []
        for id in 4...2000 {
            queue.append(id)
            if id % 5 == 0 { #expect(queue.remove(id) == .waiting) }
            started += startAll(&queue)
            _ = queue.remove(started.last ?? 0)
        }
        #expect(started == (1...2000).filter { $0 % 5 != 0 }.prefix(started.count).map(\.self))
        #expect(started.count > 1500)
    }
}
