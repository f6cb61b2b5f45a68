/// The requests that wait for their turn, in order of arrival.
struct TransferQueue<Job> {
    private var jobs: [Int: Job] = [:]
    /// Ids in order of arrival; those that are not in `jobs` have been removed.
    private var order: [Int] = []
    private var first = 0

    /// Appends a request. Ids are never used again.
    mutating func append(_ job: Job, id: Int) {
        // A queue that is never empty must not keep the ids of all earlier requests.
        if order.count > 2 * jobs.count + 64 {
            order = order[first...].filter { jobs[$0] != nil }
            first = 0
        }
        jobs[id] = job
        order.append(id)
    }

    /// Removes the request that has waited longest; nil if none waits.
    mutating func next() -> Job? {
        while first < order.count {
            let id = order[first]
            first += 1
            if let job = jobs.removeValue(forKey: id) { return job }
        }
        order.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    /// Removes a request; nil if it does not wait.
    mutating func remove(_ id: Int) -> Job? {
        jobs.removeValue(forKey: id)
    }
}
