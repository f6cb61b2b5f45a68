/// Names of keys and channels in the engine.
///
/// All begin with the format's epoch: a server that writes another format uses another epoch, and
/// the two do not see each other. A hash tag keeps a question's keys in one slot.
enum EngineKey {
    static let epoch = "gx1"

    /// Hash: version `t`, start of the request `s`, metadata `m`, body `b`.
    static func response(_ question: String) -> String { "\(epoch):{\(question)}:r" }
    /// String: the token of the lease.
    static func lease(_ question: String) -> String { "\(epoch):{\(question)}:l" }
    /// Sorted set: questions about one login, by when their responses go.
    static func tag(_ name: String) -> String { "\(epoch):tag:\(name)" }

    /// Hash: what is known of a budget.
    static func budget(_ name: String) -> String { "\(epoch):{\(name)}:b" }
    /// Sorted set: requests in flight, by when they are given up.
    static func inFlight(_ name: String) -> String { "\(epoch):{\(name)}:f" }
    /// Hash: points by the number of their five seconds.
    static func points(_ name: String) -> String { "\(epoch):{\(name)}:p" }

    /// Number: how often the cache was cleared.
    static let clears = "\(epoch):clears"
    /// Hash: ``SharingCounts`` over all servers, for as long as the engine has them.
    static let totals = "\(epoch):totals"
    /// Sorted set: servers, by when they were last seen.
    static let servers = "\(epoch):servers"

    /// Channel: a question's name, then what became of it.
    static let done = "\(epoch):done"
    /// Channel: what was cleared.
    static let cleared = "\(epoch):cleared"
}
