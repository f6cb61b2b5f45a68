/// The calls of one connection that are still to be answered, those that run and those that wait.
///
/// A plain value: it starts nothing and writes nothing.
package struct CallTable: Sendable {
    private struct Call: Sendable {
        let request: RPCRequest
        let destination: Destination
        var isRunning = false
        var isAnswered = false
    }

    /// Calls that run at once; as many again may wait.
    package let maximumInFlight: Int

    private var calls: [Ticket: Call] = [:]
    private var queue: [Ticket] = []
    private var running = 0
    private var unanswered = 0
    private var tickets: [RequestID: Ticket] = [:]
    private var batches: [Int: PendingBatch] = [:]
    private var nextNumber = 0
    private var isCancelled = false
    private var isClosed = false

    package init(maximumInFlight: Int) {
        self.maximumInFlight = max(maximumInFlight, 1)
    }

    /// Whether one more message may be taken in.
    ///
    /// A batch is taken in whole, so that the queue may be longer than ``maximumInFlight`` by what
    /// one batch holds.
    package var hasRoom: Bool {
        queue.count < maximumInFlight
    }

    /// Whether everything that was accepted has been answered.
    package var isEmpty: Bool {
        isClosed || (unanswered == 0 && batches.isEmpty)
    }

    /// Whether a request with that id would be told from no other one.
    ///
    /// Of a batch all ids so far count, answered or not. Ids that are null are not compared.
    package func isTaken(_ id: RequestID, for destination: Destination) -> Bool {
        if case .batch(let number, _) = destination, batches[number]?.ids.contains(id) ?? false {
            return true
        }
        return !tickets.isEmpty && tickets[id] != nil
    }

    /// Remembers the id of a member of a batch.
    package mutating func note(_ id: RequestID, for destination: Destination) {
        if case .batch(let number, _) = destination, !id.isNull {
            batches[number]?.ids.insert(id)
        }
    }

    /// Makes place for the answers to a batch of `count` members, each of which must be settled.
    package mutating func openBatch(count: Int) -> Int {
        nextNumber += 1
        batches[nextNumber] = PendingBatch(count: count)
        return nextNumber
    }

    /// Settles what was not accepted as a call, or was answered without becoming one.
    package mutating func settle(
        _ response: RPCResponse?, for destination: Destination = .alone
    ) -> RPCReply {
        guard !isClosed else { return .nothing }
        guard case .batch(let number, let member) = destination else {
            return response.map(RPCReply.response) ?? .nothing
        }
        guard let answers = batches[number]?.settle(member, with: response) else {
            return .nothing
        }
        batches[number] = nil
        return answers.isEmpty ? .nothing : .batch(answers)
    }

    /// Accepts a call, which then waits for ``nextToRun()``; after ``cancelAll()`` it is answered.
    @discardableResult
    package mutating func accept(
        _ request: RPCRequest, for destination: Destination = .alone
    ) -> RPCReply {
        guard !isClosed else { return .nothing }
        if isCancelled {
            let response = request.id.map { RPCResponse(id: $0, error: .cancelled) }
            return settle(response, for: destination)
        }
        nextNumber += 1
        let ticket = Ticket(number: nextNumber)
        calls[ticket] = Call(request: request, destination: destination)
        queue.append(ticket)
        unanswered += 1
        if let id = request.id, !id.isNull {
            tickets[id] = ticket
        }
        return .nothing
    }

    /// The call whose turn it is, if there is one and one more may run.
    package mutating func nextToRun() -> (ticket: Ticket, request: RPCRequest)? {
        guard running < maximumInFlight, !queue.isEmpty else { return nil }
        let ticket = queue.removeFirst()
        guard let request = calls[ticket]?.request else { return nil }
        calls[ticket]?.isRunning = true
        running += 1
        return (ticket, request)
    }

    /// Whether the answer to a call is still wanted.
    package func isWaiting(_ ticket: Ticket) -> Bool {
        calls[ticket].map { !$0.isAnswered } ?? false
    }

    /// Says that a call's handler has ended, and with what.
    package mutating func finish(
        _ ticket: Ticket, with outcome: Result<[UInt8], RPCError>
    ) -> RPCReply {
        let reply = answer(ticket, with: outcome)
        if calls.removeValue(forKey: ticket)?.isRunning ?? false {
            running -= 1
        }
        return reply
    }

    /// Settles the request of that id, wherever it is.
    ///
    /// Its handler, if it runs, keeps its place among those in flight until it has ended: else a
    /// client could have any number of them run.
    /// - Parameter error: what it is answered with; nil for no answer.
    /// - Returns: what goes out, and the ticket of the handler that is to be told.
    package mutating func cancel(
        _ id: RequestID, answer error: RPCError? = .cancelled
    ) -> (reply: RPCReply, handler: Ticket?) {
        guard let ticket = tickets[id] else { return (.nothing, nil) }
        let reply = answer(ticket, with: error.map(Result.failure))
        if calls[ticket]?.isRunning ?? false { return (reply, ticket) }
        queue.removeAll { $0 == ticket }
        calls[ticket] = nil
        return (reply, nil)
    }

    /// Answers every request with ``RPCError/cancelled``, as ``cancel(_:)`` does one, also those
    /// that are still to be accepted.
    ///
    /// - Returns: what goes out, and the handlers that are to be told.
    package mutating func cancelAll() -> (replies: [RPCReply], handlers: [Ticket]) {
        isCancelled = true
        let tickets = calls.keys.sorted { $0.number < $1.number }
        let replies = tickets.map { answer($0, with: .failure(.cancelled)) }
        queue = []
        calls = calls.filter(\.value.isRunning)
        return (replies, Array(calls.keys))
    }

    /// Drops what is still to be answered, since nobody is there for it.
    ///
    /// - Returns: the handlers that are to be told.
    package mutating func close() -> [Ticket] {
        isClosed = true
        queue = []
        tickets = [:]
        batches = [:]
        calls = calls.filter { $0.value.isRunning }
        for ticket in calls.keys {
            calls[ticket]?.isAnswered = true
        }
        return Array(calls.keys)
    }

    private mutating func answer(
        _ ticket: Ticket, with outcome: Result<[UInt8], RPCError>?
    ) -> RPCReply {
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
