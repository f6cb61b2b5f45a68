/// A batch whose members are not all answered.
struct PendingBatch: Sendable {
    /// Ids that its members had so far: in one batch none may come twice, answered or not.
    var ids: Set<RequestID> = []

    private var answers: [RPCResponse?]
    private var unsettled: Int

    init(count: Int) {
        answers = Array(repeating: nil, count: count)
        unsettled = count
    }

    /// Settles one member; nil for one that is not answered.
    ///
    /// - Returns: the answers in the order of the members, once all are settled.
    mutating func settle(_ member: Int, with answer: RPCResponse?) -> [RPCResponse]? {
        answers[member] = answer
        unsettled -= 1
        return unsettled == 0 ? answers.compactMap(\.self) : nil
    }
}
