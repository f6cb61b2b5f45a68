/// Which requests are under way and which wait for their turn, first come first served.
///
/// A plain value that does no I/O: it holds the numbers of requests, its owner the rest.
struct TransferQueue {
    /// What taking a request out means for its owner.
    enum Removal: Hashable {
        /// It was waiting: nothing has been sent.
        case waiting
        /// It is under way: the transfer is to be aborted.
        case active
        /// It is finished or was never here.
        case unknown
    }

    /// Requests under way at once, at least 1.
    let maximumActive: Int
    private(set) var active: Set<Int> = []
    private var waiting: Set<Int> = []
    /// Waiting requests in the order they came; a number that is not in `waiting` was taken out.
    private var order: [Int] = []
    private var first = 0

    init(maximumActive: Int) {
        self.maximumActive = max(1, maximumActive)
    }

    /// Puts a request behind all others. No number comes twice.
    mutating func append(_ id: Int) {
        // A queue that never runs empty must not keep the numbers of all that were in it.
        if order.count > 2 * waiting.count + 64 {
            order = order[first...].filter(waiting.contains)
            first = 0
        }
        waiting.insert(id)
        order.append(id)
    }

    /// Moves the request whose turn it is to those under way.
    ///
    /// - Returns: nil if none waits or as many as may be are under way.
    mutating func next() -> Int? {
        guard active.count < maximumActive else { return nil }
        while first < order.count {
            let id = order[first]
            first += 1
            if waiting.remove(id) != nil {
                active.insert(id)
                return id
            }
        }
        order.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    /// Takes a request out, wherever it is: it is finished, or given up.
    mutating func remove(_ id: Int) -> Removal {
        if active.remove(id) != nil { return .active }
        return waiting.remove(id) != nil ? .waiting : .unknown
    }
}
