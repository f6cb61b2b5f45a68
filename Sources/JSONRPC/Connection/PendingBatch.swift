/// A batch whose members are not all answered.
struct PendingBatch: Sendable {
    /// The ids of its members so far: in one batch an id may occur only once, answered or not.
    var ids: Set<RequestID> = []

    private var answers: [RPCResponse?]
    private var unsettled: Int

    init(count: Int) {
        answers = Array(repeating: nil, count: count)
        unsettled = count
    }

    /// Settles one member, with nil if it has no response.
    ///
    /// - Returns: the responses in the order of the members, once all members are settled.
    mutating func settle(_ member: Int, with answer: RPCResponse?) -> [RPCResponse]? {
        answers[member] = answer
        unsettled -= 1
        return unsettled == 0 ? answers.compactMap(\.self) : nil
    }
}
