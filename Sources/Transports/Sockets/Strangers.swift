/// The connections that have not authenticated, oldest first.
struct Strangers<ID: Hashable & Sendable>: Sendable {
    private var waiting: [(id: ID, close: @Sendable () -> Void)] = []
    /// Those that have been asked to close and have not closed yet.
    private var leaving: Set<ID> = []

    var count: Int { waiting.count + leaving.count }

    /// Adds a connection.
    ///
    /// - Returns: a closure that closes the oldest one, if there are now more than `maximum`.
    mutating func add(
        _ id: ID, close: @escaping @Sendable () -> Void, atMost maximum: Int
    ) -> (@Sendable () -> Void)? {
        waiting.append((id, close))
        guard waiting.count > maximum else { return nil }
        let oldest = waiting.removeFirst()
        leaving.insert(oldest.id)
        return oldest.close
    }

    /// Removes a connection, because it has authenticated or closed.
    ///
    /// - Returns: whether it was among them.
    mutating func remove(_ id: ID) -> Bool {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting.remove(at: index)
            return true
        }
        return leaving.remove(id) != nil
    }
}
