/// Learns of each call of a method and of each other request, for example to log it.
public protocol RequestObserver: Sendable {
    typealias Outcome = Result<[UInt8], RPCError>

    /// Whether ``answered(_:_:_:)`` is not called for results of ``RPCMethod/immediate``, to
    /// which a report would add allocations. False by default.
    var skipsImmediateResults: Bool { get }

    /// Called for a call that took no task, such as one of a ``ConnectionGate``, one that was cancelled
    /// while it waited, or a request that was refused; see also ``RPCMethod/immediate``. It must not
    /// block.
    func answered(_ method: String, _ context: RequestContext, _ outcome: Outcome)

    /// Runs the handler of a call, and returns its outcome, which the client of a cancelled task does
    /// not get.
    func observe(
        _ method: String, _ context: RequestContext, _ handle: () async -> Outcome
    ) async -> Outcome
}

extension RequestObserver {
    /// Every result is reported.
    public var skipsImmediateResults: Bool { false }
}
