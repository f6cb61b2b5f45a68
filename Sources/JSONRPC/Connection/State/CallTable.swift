/// The calls of one connection that must still be answered, running and waiting.
///
/// This is a plain value: it starts nothing and writes nothing.
package struct CallTable: Sendable {
    /// Identifies one call from its acceptance until its handler has ended.
    ///
    /// A client may use an id again while the handler of a cancelled request is still ending; a
    /// ticket is never used again.
    package struct Ticket: Hashable, Sendable {
        let number: Int
    }

    /// Where the response to a call goes.
    package enum Destination: Hashable, Sendable {
        /// To the client, by itself.
        case alone
        /// Into the array of responses to a batch, at the index of the call.
        case batch(number: Int, member: Int)
    }

    /// What must be sent after a call has been answered.
    package enum Reply: Sendable {
        /// Nothing: the call was a notification, it was answered before, or its batch is not
        /// complete.
        case nothing
        case response(RPCResponse)
        /// The responses to a whole batch, at least one, in the order of its members.
        case batch([RPCResponse])
    }

    /// A batch whose members are not all answered.
    private struct PendingBatch: Sendable {
        /// The ids of its members so far: in one batch an id may occur only once, answered or not.
        var ids: Set<RequestID> = []
        private var responses: [RPCResponse?]
        private var unsettled: Int

        init(count: Int) {
            responses = Array(repeating: nil, count: count)
            unsettled = count
        }

        /// Settles one member, with nil if it has no response.
        ///
        /// - Returns: the responses in the order of the members, once all members are settled.
        mutating func settle(_ member: Int, with response: RPCResponse?) -> [RPCResponse]? {
            responses[member] = response
            unsettled -= 1
            return unsettled == 0 ? responses.compactMap(\.self) : nil
        }
    }

    private struct Call: Sendable {
        let request: RPCRequest
        let destination: Destination
        /// The most bytes of its result.
        let largestResult: Int
        var isRunning = false
        var isAnswered = false
    }

    private let limits: ConnectionLimits
    private var calls: [Ticket: Call] = [:]
    private var queue: [Ticket] = []
    private var running = 0
    /// The bytes of the requests in ``calls``.
    private(set) var requestBytes = 0
    /// The most bytes of the results of running calls.
    private var resultBytes = 0
    /// The bytes of the results in ``batches``.
    private(set) var batchedBytes = 0
    private var unanswered = 0
    private var tickets: [RequestID: Ticket] = [:]
    private var batches: [Int: PendingBatch] = [:]
    private var nextNumber = 0

    package init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Whether there is a place for another request.
    ///
    /// A batch is taken in whole, so the queue may exceed ``ConnectionLimits/maximumInFlight`` by
    /// the members of one batch.
    package var hasRoom: Bool {
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
    package var isEmpty: Bool {
        unanswered == 0 && batches.isEmpty
    }

    /// Whether that id is in use.
    ///
    /// In a batch, all ids so far count, answered or not. Null ids are not compared.
    package func isTaken(_ id: RequestID, for destination: Destination) -> Bool {
        if case .batch(let number, _) = destination, batches[number]?.ids.contains(id) ?? false {
            return true
        }
        return !tickets.isEmpty && tickets[id] != nil
    }

    /// Records the id of a member of a batch.
    package mutating func note(_ id: RequestID, for destination: Destination) {
        if case .batch(let number, _) = destination, !id.isNull {
            batches[number]?.ids.insert(id)
        }
    }

    /// Prepares for the responses to a batch of `count` members, each of which must be settled.
    package mutating func openBatch(count: Int) -> Int {
        nextNumber += 1
        batches[nextNumber] = PendingBatch(count: count)
        return nextNumber
    }

    /// Settles an envelope that was not accepted as a call, or that was answered without becoming
    /// one.
    package mutating func settle(
        _ response: RPCResponse?, for destination: Destination = .alone
    ) -> Reply {
        guard case .batch(let number, let member) = destination else {
            return response.map(Reply.response) ?? .nothing
        }
        let response = withinBatches(response)
        batchedBytes += response?.resultBytes ?? 0
        guard let responses = batches[number]?.settle(member, with: response) else {
            return .nothing
        }
        batches[number] = nil
        batchedBytes -= responses.reduce(0) { $0 + $1.resultBytes }
        return responses.isEmpty ? .nothing : .batch(responses)
    }

    /// Accepts a call, which then waits for ``nextToRun()``.
    ///
    /// - Parameter largestResult: the most bytes of its result, if they are many.
    package mutating func accept(
        _ request: RPCRequest, for destination: Destination = .alone, largestResult: Int = 0
    ) {
        nextNumber += 1
        let ticket = Ticket(number: nextNumber)
        calls[ticket] = Call(
            request: request, destination: destination,
            // Half of the limit, so that calls with short results need not wait.
            largestResult: min(largestResult, limits.maximumResultBytes / 2))
        requestBytes += request.size
        queue.append(ticket)
        unanswered += 1
        if let id = request.id, !id.isNull {
            tickets[id] = ticket
        }
    }

    /// The next call to run, or nil if none waits or no more may run.
    package mutating func nextToRun() -> (ticket: Ticket, request: RPCRequest)? {
        guard running < limits.maximumInFlight, let ticket = queue.first,
            let call = calls[ticket],
            running == 0 || resultBytes + call.largestResult <= limits.maximumResultBytes
        else { return nil }
        queue.removeFirst()
        calls[ticket]?.isRunning = true
        running += 1
        resultBytes += call.largestResult
        return (ticket, call.request)
    }

    /// Answers the next call that waits with an error.
    mutating func refuseNext(_ error: RPCError) -> Reply {
        finish(queue.removeFirst(), with: .failure(error))
    }

    /// Whether the response to a call is still wanted.
    package func isWaiting(_ ticket: Ticket) -> Bool {
        calls[ticket].map { !$0.isAnswered } ?? false
    }

    /// Records that a call's handler has ended, and its outcome.
    package mutating func finish(
        _ ticket: Ticket, with outcome: Result<[UInt8], RPCError>
    ) -> Reply {
        let reply = answer(ticket, with: outcome)
        forget(ticket)
        return reply
    }

    /// Settles the request with that id, wherever it is.
    ///
    /// A running handler counts as in flight until it has ended; otherwise a client could run any
    /// number of them.
    /// - Parameter error: the response; nil for no response.
    /// - Returns: what must be sent, and the ticket of the handler that must be cancelled.
    package mutating func cancel(
        _ id: RequestID, answer error: RPCError? = .cancelled
    ) -> (reply: Reply, handler: Ticket?) {
        guard let ticket = tickets[id] else { return (.nothing, nil) }
        let reply = answer(ticket, with: error.map(Result.failure))
        if calls[ticket]?.isRunning ?? false { return (reply, ticket) }
        queue.removeAll { $0 == ticket }
        forget(ticket)
        return (reply, nil)
    }

    /// Answers every request with ``RPCError/cancelled``, as ``cancel(_:answer:)`` does for one.
    ///
    /// - Returns: what must be sent, and the handlers that must be cancelled.
    package mutating func cancelAll() -> (replies: [Reply], handlers: [Ticket]) {
        let tickets = calls.keys.sorted { $0.number < $1.number }
        let replies = tickets.map { answer($0, with: .failure(.cancelled)) }
        return (replies, forgetWaiting())
    }

    /// Drops all calls, because the client has disconnected.
    ///
    /// - Returns: the handlers that must be cancelled.
    package mutating func close() -> [Ticket] {
        tickets = [:]
        batches = [:]
        batchedBytes = 0
        unanswered = 0
        let running = forgetWaiting()
        for ticket in running {
            calls[ticket]?.isAnswered = true
        }
        return running
    }

    /// Removes the waiting calls.
    ///
    /// - Returns: the running ones.
    private mutating func forgetWaiting() -> [Ticket] {
        for ticket in queue {
            forget(ticket)
        }
        queue = []
        return Array(calls.keys)
    }

    private mutating func forget(_ ticket: Ticket) {
        guard let call = calls.removeValue(forKey: ticket) else { return }
        requestBytes -= call.request.size
        guard call.isRunning else { return }
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
        _ ticket: Ticket, with outcome: Result<[UInt8], RPCError>?
    ) -> Reply {
        guard let call = calls[ticket], !call.isAnswered else { return .nothing }
        calls[ticket]?.isAnswered = true
        unanswered -= 1
        guard let id = call.request.id else { return settle(nil, for: call.destination) }
        if !id.isNull {
            tickets[id] = nil
        }
        return settle(outcome.map { RPCResponse(id: id, $0) }, for: call.destination)
    }
}
