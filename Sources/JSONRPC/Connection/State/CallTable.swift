/// The calls of one connection that must still be answered, running and waiting.
///
/// This is a plain value: it starts nothing and writes nothing.
struct CallTable: Sendable {
    /// The place of a call in a batch, and so of its response.
    struct BatchSlot: Hashable, Sendable {
        let batch: Int
        let member: Int
    }

    /// What must be sent after a call has been answered. There is nothing to send if the call was a
    /// notification, if it was answered before, or if its batch is not complete.
    enum Reply: Sendable {
        case response(RPCResponse)
        /// The responses to a whole batch, at least one, in the order of its members.
        case batch([RPCResponse])
    }

    /// A batch whose members are not all answered.
    private struct PendingBatch: Sendable {
        /// The ids of its members so far: in one batch an id may occur only once, answered or not.
        var ids: Set<RequestID> = []
        var responses: [RPCResponse?]
        var unsettled: Int
    }

    private struct Call: Sendable {
        let request: RPCRequest
        let slot: BatchSlot?
        /// The most bytes of its result.
        let largestResult: Int
        var isRunning = false
        var isAnswered = false
    }

    private let limits: ConnectionLimits
    /// The calls whose handlers have not ended, by numbers that are never used again: a client may use
    /// an id again while the handler of a cancelled request is still ending.
    private var calls: [Int: Call] = [:]
    private var queue: [Int] = []
    private var running = 0
    /// The bytes of the requests in ``calls``.
    private(set) var requestBytes = 0
    /// The most bytes of the results of running calls.
    private var resultBytes = 0
    /// The bytes of the results in ``batches``.
    private(set) var batchedBytes = 0
    private var unanswered = 0
    private var numbers: [RequestID: Int] = [:]
    private var batches: [Int: PendingBatch] = [:]
    private var nextNumber = 0
    /// The requests that ended without a handler since it was last emptied; nil if nobody observes.
    var ended: [(method: String, outcome: Result<[UInt8], RPCError>)]?

    init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Whether there is a place for another request.
    ///
    /// A batch is taken in whole, so the queue may exceed ``ConnectionLimits/maximumInFlight`` by
    /// the members of one batch.
    var hasRoom: Bool {
        queue.count < limits.maximumInFlight && requestBytes < limits.maximumRequestBytes
    }

    /// Whether a call waits to run.
    var isWaiting: Bool {
        !queue.isEmpty
    }

    /// Whether the next call that waits has declared a large result.
    var isNextLarge: Bool {
        queue.first.flatMap { calls[$0] }.map { $0.largestResult > Self.usualResult } ?? false
    }

    /// Whether the tasks of some calls have not ended.
    var hasRunning: Bool { running > 0 }

    /// The most bytes of the results of running calls, roughly.
    var expectedBytes: Int {
        resultBytes + running * Self.usualResult
    }

    /// The most bytes of a result that is not declared, roughly.
    private static let usualResult = 64 << 10

    /// Whether everything that was accepted has been answered.
    var isEmpty: Bool {
        unanswered == 0 && batches.isEmpty
    }

    /// Whether that id is in use.
    ///
    /// In a batch, all ids so far count, answered or not. Null ids are not compared.
    func isTaken(_ id: RequestID, in slot: BatchSlot? = nil) -> Bool {
        if let slot, batches[slot.batch]?.ids.contains(id) ?? false { return true }
        return !numbers.isEmpty && numbers[id] != nil
    }

    /// Records the id of a member of a batch.
    mutating func note(_ id: RequestID, in slot: BatchSlot?) {
        if let slot, !id.isNull { batches[slot.batch]?.ids.insert(id) }
    }

    /// Prepares for the responses to a batch of `count` members, each of which must be settled.
    mutating func openBatch(count: Int) -> Int {
        nextNumber += 1
        batches[nextNumber] = PendingBatch(
            responses: Array(repeating: nil, count: count), unsettled: count)
        return nextNumber
    }

    /// Settles an envelope that was not accepted as a call, or that was answered without becoming
    /// one, with nil if it has no response.
    mutating func settle(_ response: RPCResponse?, in slot: BatchSlot? = nil) -> Reply? {
        guard let slot else { return response.map(Reply.response) }
        let response = withinBatches(response)
        batchedBytes += response?.resultBytes ?? 0
        batches[slot.batch]?.responses[slot.member] = response
        batches[slot.batch]?.unsettled -= 1
        guard batches[slot.batch]?.unsettled == 0,
            let responses = batches.removeValue(forKey: slot.batch)?.responses.compactMap(\.self)
        else { return nil }
        batchedBytes -= responses.reduce(0) { $0 + $1.resultBytes }
        return responses.isEmpty ? nil : .batch(responses)
    }

    /// Accepts a call, which then waits for ``nextToRun()``.
    ///
    /// - Parameter largestResult: the most bytes of its result, if they are many.
    mutating func accept(
        _ request: RPCRequest, in slot: BatchSlot? = nil, largestResult: Int = 0
    ) {
        nextNumber += 1
        calls[nextNumber] = Call(
            request: request, slot: slot,
            // Half of the limit, so that calls with short results need not wait.
            largestResult: min(largestResult, limits.maximumResultBytes / 2))
        requestBytes += request.size
        queue.append(nextNumber)
        unanswered += 1
        if let id = request.id, !id.isNull { numbers[id] = nextNumber }
    }

    /// The next call to run, or nil if none waits or no more may run.
    mutating func nextToRun() -> (number: Int, request: RPCRequest)? {
        guard running < limits.maximumInFlight, let number = queue.first,
            let call = calls[number],
            running == 0 || resultBytes + call.largestResult <= limits.maximumResultBytes
        else { return nil }
        queue.removeFirst()
        calls[number]?.isRunning = true
        running += 1
        resultBytes += call.largestResult
        return (number, call.request)
    }

    /// Answers the next call that waits with an error.
    mutating func refuseNext(_ error: RPCError) -> Reply? {
        finish(queue.removeFirst(), with: .failure(error))
    }

    /// Whether the response to a call is still wanted.
    func isWaiting(_ number: Int) -> Bool {
        calls[number].map { !$0.isAnswered } ?? false
    }

    /// Records that a call's handler has ended, and its outcome.
    mutating func finish(
        _ number: Int, with outcome: Result<[UInt8], RPCError>
    ) -> Reply? {
        defer { forget(number, outcome) }
        return answer(number, with: outcome)
    }

    /// Settles the request with that id, wherever it is.
    ///
    /// A running handler counts as in flight until it has ended; otherwise a client could run any
    /// number of them.
    /// - Parameter error: the response; nil for no response.
    /// - Returns: what must be sent, and the number of the call whose handler must be cancelled.
    mutating func cancel(
        _ id: RequestID, answer error: RPCError? = .cancelled
    ) -> (reply: Reply?, handler: Int?) {
        guard let number = numbers[id] else { return (nil, nil) }
        let reply = answer(number, with: error.map(Result.failure))
        if calls[number]?.isRunning ?? false { return (reply, number) }
        queue.removeAll { $0 == number }
        forget(number)
        return (reply, nil)
    }

    /// Answers every request with ``RPCError/cancelled``, as ``cancel(_:answer:)`` does for one. Returns
    /// what must be sent, and the calls whose handlers must be cancelled.
    mutating func cancelAll() -> (replies: [Reply], handlers: [Int]) {
        let replies = calls.keys.sorted().compactMap { answer($0, with: .failure(.cancelled)) }
        return (replies, forgetWaiting())
    }

    /// Drops all calls, because the client has disconnected. Returns those whose handlers must be
    /// cancelled.
    mutating func close() -> [Int] {
        numbers = [:]
        batches = [:]
        batchedBytes = 0
        unanswered = 0
        let running = forgetWaiting()
        for number in running { calls[number]?.isAnswered = true }
        return running
    }

    /// Removes the waiting calls, and returns the running ones.
    private mutating func forgetWaiting() -> [Int] {
        for number in queue { forget(number) }
        queue = []
        return Array(calls.keys)
    }

    private mutating func forget(
        _ number: Int, _ outcome: Result<[UInt8], RPCError> = .failure(.cancelled)
    ) {
        guard let call = calls.removeValue(forKey: number) else { return }
        requestBytes -= call.request.size
        guard call.isRunning else {
            ended?.append((call.request.method, outcome))
            return
        }
        running -= 1
        resultBytes -= call.largestResult
    }

    /// The response, or an error in its place if the batches' results would exceed their limit.
    private func withinBatches(_ response: RPCResponse?) -> RPCResponse? {
        let maximum = limits.maximumBatchResultBytes
        guard let response, batchedBytes + response.resultBytes > maximum else { return response }
        return RPCResponse(
            id: response.id,
            error: .invalidRequest(
                "The results of a batch have at most \(maximum) bytes; send its requests alone."))
    }

    private mutating func answer(
        _ number: Int, with outcome: Result<[UInt8], RPCError>?
    ) -> Reply? {
        guard let call = calls[number], !call.isAnswered else { return nil }
        calls[number]?.isAnswered = true
        unanswered -= 1
        guard let id = call.request.id else { return settle(nil, in: call.slot) }
        if !id.isNull { numbers[id] = nil }
        return settle(outcome.map { RPCResponse(id: id, $0) }, in: call.slot)
    }
}
