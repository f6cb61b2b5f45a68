import Testing

@testable import CurlHTTP

@Suite struct TransferQueueTests {
    /// A queue with the requests 1 to `count`.
    private func queue(_ count: Int) -> TransferQueue<Int> {
        var queue = TransferQueue<Int>()
        for id in 1...count { queue.append(id, id: id) }
        return queue
    }

    @Test func `requests leave in order of arrival`() {
        var queue = queue(3)
        #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [1, 2, 3, nil])
        queue.append(4, id: 4)
        #expect(queue.next() == 4)
    }

    @Test func `a request that is removed does not leave`() {
        var queue = queue(3)
        #expect(queue.remove(2) == 2)
        #expect(queue.remove(2) == nil)
        #expect([queue.next(), queue.next(), queue.next()] == [1, 3, nil])
        #expect(queue.remove(1) == nil)
    }

    @Test func `order survives a long run that never empties the queue`() {
        var queue = queue(3)
        var left: [Int] = []
        for id in 4...2000 {
            queue.append(id, id: id)
            if id % 5 == 0 {
                #expect(queue.remove(id) == id)
            } else {
                queue.next().map { left.append($0) }
            }
        }
        #expect(left == (1...2000).filter { $0 % 5 != 0 }.prefix(left.count).map(\.self))
        #expect(left.count > 1500)
    }
}
