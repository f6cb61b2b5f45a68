/// The names of keys and channels in the engine.
///
/// All begin with the epoch of the format: servers that write different formats have different
/// epochs and do not see each other. A hash tag keeps the keys of a question in one slot.
enum EngineKey {
    static let epoch = "gx1"

    /// Hash: version `t`, start of the request `s`, metadata `m`, body `b`.
    static func response(_ question: String) -> String { "\(epoch):{\(question)}:r" }
    /// String: the token of the lease.
    static func lease(_ question: String) -> String { "\(epoch):{\(question)}:l" }
    /// Sorted set: questions about one login, by the time at which their responses expire.
    static func tag(_ name: String) -> String { "\(epoch):tag:\(name)" }

    /// Hash: the known state of a budget.
    static func budget(_ name: String) -> String { "\(epoch):{\(name)}:b" }
    /// Sorted set: requests in flight, by the time at which they expire.
    static func inFlight(_ name: String) -> String { "\(epoch):{\(name)}:f" }
    /// Hash: points by the number of their five seconds.
    static func points(_ name: String) -> String { "\(epoch):{\(name)}:p" }

    /// Number: the clears of the cache.
    static let clears = "\(epoch):clears"
    /// Hash: ``SharingCounts`` of all servers, for as long as the engine keeps them.
    static let totals = "\(epoch):totals"
    /// Sorted set: servers, by the time at which they were last seen.
    static let servers = "\(epoch):servers"

    /// Channel: the name of a question, then its outcome.
    static let done = "\(epoch):done"
    /// Channel: what was cleared.
    static let cleared = "\(epoch):cleared"
}
