import JSONCore
import JSONRPC

/// The responses that a client's bytes require, derived from the bytes alone.
///
/// The timing is left open: if it matters, more than one outcome is allowed.
struct ExpectedAnswers {
    enum Outcome: Equatable {
        case result(JSONValue)
        case error(Int)
    }

    /// The response to a request, or to an invalid one.
    struct Answer {
        let id: RequestID
        /// Its position among all requests and cancellations.
        let place: Int
        var outcomes: [Outcome]
        /// Whether it runs in a task, and so can be running when something else happens.
        var isTask = false
        /// Whether it is a valid request, whose id counts.
        var isRequest = false
        /// Whether its id may have been in use, so that the response has the id null.
        var mayBeRefused = false
    }

    /// One message, with its responses in order.
    struct Message {
        var answers: [Answer] = []
        var isBatch = false
    }

    private(set) var messages: [Message] = []
    private(set) var framing: Framing

    /// Whether the server has cancelled everything at its end.
    var isCancelled = false

    private var exitStatuses: Set<Int32> = []
    private var maybeShutDown = false
    private var surelyShutDown = false
    private var isGated: Bool
    private var hasEnded = false
    private var nextPlace = 0
    /// The last cancellation of each id.
    private var cancellations: [RequestID: Int] = [:]
    /// Ids that may be in use.
    private var maybeTaken: Set<RequestID> = []

    /// - Parameter isComplete: whether the client has ended its input after `stream`.
    init(_ stream: ArraySlice<UInt8>, isComplete: Bool, _ settings: ConversationSettings) {
        framing = settings.framing
        isGated = settings.hasGate
        let limits = settings.limits
        var decoder = FrameDecoder(framing: settings.framing, limits: limits)
        if isGated { decoder.maximumMessageBytes = limits.maximumGatedMessageBytes }
        decoder.append(stream)
        if isComplete { decoder.finish() }
        do throws(FramingError) {
            while !hasEnded, let text = try decoder.next() {
                read(IncomingMessage(text, limits: limits))
                if !isGated { decoder.maximumMessageBytes = limits.maximumMessageBytes }
            }
        } catch {
            if error != .httpRequest { cutOff(error) }
        }
        framing = decoder.framing
    }

    /// Expects one more response, without an id, to an invalid frame.
    mutating func cutOff(_ error: FramingError = .unfinishedFrame) {
        var code = -32700
        if case .bodyTooLarge = error { code = isGated ? 1401 : -32600 }
        expect(.error(code))
    }

    /// Whether `outcome` is allowed for this response.
    func allows(_ outcome: Outcome, for answer: Answer) -> Bool {
        if outcome == .error(-32800) {
            let isNamed = cancellations[answer.id].map { $0 > answer.place } ?? false
            // A waiting request can be cancelled although no task answers it.
            return answer.isRequest && (isNamed || isCancelled)
        }
        return answer.outcomes.contains(outcome)
    }

    func check(exitStatus: Int32?) throws(Finding) {
        let isRight = exitStatus.map(exitStatuses.contains) ?? exitStatuses.isEmpty
        try Finding.unless(
            isRight, "exit status \(exitStatus.map(String.init) ?? "none"), not \(exitStatuses)")
    }
}

/// From messages to responses.
extension ExpectedAnswers {
    private mutating func read(_ message: IncomingMessage) {
        if isGated { return readSecret(message) }
        switch message {
        case .single(let envelope):
            messages.append(Message(answers: answers(envelope)))
        case .batch(let envelopes):
            var batch = Message(isBatch: true)
            for envelope in envelopes {
                batch.answers += answers(envelope, after: batch.answers)
            }
            messages.append(batch)
        case .emptyBatch, .tooLongBatch: expect(.error(-32600))
        case .malformed: expect(.error(-32700))
        }
    }

    private mutating func readSecret(_ message: IncomingMessage) {
        var id = RequestID.null
        var isRight = false
        switch message {
        case .single(.call(let request)):
            id = request.id ?? .null
            isRight =
                request.id != nil && request.method == "session.authenticate"
                && request.params.value() == ConversationSettings.secret
        case .single(.invalid(let readable, _, _)): id = readable
        default: break
        }
        isGated = !isRight
        hasEnded = !isRight
        expect(isRight ? .result([:]) : .error(1401), for: id)
    }

    private mutating func expect(_ outcome: Outcome, for id: RequestID = .null) {
        messages.append(Message(answers: [newAnswer(id, outcome)]))
    }

    /// - Parameter members: the responses to earlier members of the same batch.
    private mutating func answers(
        _ envelope: IncomingMessage.Envelope, after members: [Answer] = []
    ) -> [Answer] {
        var answer: Answer
        switch envelope {
        case .response, .cancelled: return []
        case .invalid(let id, _, _): answer = newAnswer(id, .error(-32600))
        case .call(let request):
            guard let id = request.id else {
                notify(request)
                return []
            }
            answer = self.answer(request, id)
            answer.isRequest = true
        }
        let others = members.filter { $0.isRequest && !$0.id.isNull && $0.id == answer.id }
        if others.contains(where: { !$0.mayBeRefused }) {
            return [newAnswer(.null, .error(-32600))]
        }
        answer.mayBeRefused = !others.isEmpty || maybeTaken.contains(answer.id)
        if case .call(let request) = envelope, request.method == "shutdown",
            answer.outcomes.contains(.result(.null))
        {
            maybeShutDown = true
            surelyShutDown = surelyShutDown || !answer.mayBeRefused
        }
        if answer.isTask, !answer.id.isNull { maybeTaken.insert(answer.id) }
        return [answer]
    }

    private mutating func answer(_ request: RPCRequest, _ id: RequestID) -> Answer {
        if surelyShutDown { return newAnswer(id, .error(-32600)) }
        let params = request.params.value()
        var answer =
            switch request.method {
            case "shutdown": newAnswer(id, params.isEmpty ? .result(.null) : .error(-32602))
            case "now": newAnswer(id, .result(params))
            case "echo", "hold", "stubborn": newAnswer(id, .result(params), isTask: true)
            case "fail": newAnswer(id, .error(-32603), isTask: true)
            case "refuse": newAnswer(id, .error(1401), isTask: true)
            default: newAnswer(id, .error(-32601))
            }
        if maybeShutDown { answer.outcomes.append(.error(-32600)) }
        return answer
    }

    private mutating func newAnswer(
        _ id: RequestID, _ outcome: Outcome, isTask: Bool = false
    ) -> Answer {
        nextPlace += 1
        return Answer(id: id, place: nextPlace, outcomes: [outcome], isTask: isTask)
    }

    private mutating func notify(_ notification: RPCRequest) {
        switch notification.method {
        case "exit":
            if exitStatuses.isEmpty {
                if maybeShutDown { exitStatuses.insert(0) }
                if !surelyShutDown { exitStatuses.insert(1) }
            }
            hasEnded = true
        case "shutdown":
            maybeShutDown = true
            surelyShutDown = true
        case "$/cancelRequest":
            guard let id = notification.params.value()["id"].flatMap(RequestID.init) else { return }
            nextPlace += 1
            cancellations[id] = nextPlace
        default: break
        }
    }
}

extension JSONValue {
    /// Whether this is null, or an empty array or object.
    fileprivate var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .number, .string: false
        }
    }
}
