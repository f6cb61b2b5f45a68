import JSONCore

/// The calls of one client that wait for their responses, and its bytes in both directions.
///
/// This is a plain value: it resumes nothing and does no I/O. ``ClientConnection`` carries out its
/// effects.
struct ClientState: Sendable {
    typealias Outcome = Result<JSONValue, any Error>

    enum Effect: Sendable {
        case resume(CheckedContinuation<JSONValue, any Error>, Outcome)
        case report(CallProgress, value: JSONValue)
        case notify(method: String, params: JSONValue)
    }

    private struct Call: Sendable {
        let progress: CallProgress?
        /// Nil until the request has been written.
        var waiter: CheckedContinuation<JSONValue, any Error>?
        /// Why the call has ended before that, if it has.
        var failure: (any Error)?
    }

    let dialect: ConnectionDialect
    private let limits: ConnectionLimits
    private let framing: Framing
    private var decoder: FrameDecoder
    private var output = OutputBuffer()
    /// The bytes of our responses in the output since it was last empty.
    private var replyBytes = 0
    private var calls: [Int: Call] = [:]
    private var nextID = 1
    /// Why there are no more responses; nil while there may be.
    private var end: ClientError?
    private var notice = TransportNotice()
    /// What must be done outside of the lock after a change, in order.
    var effects: [Effect] = []

    init(framing: Framing, limits: ConnectionLimits, dialect: ConnectionDialect) {
        self.framing = framing
        self.limits = limits
        self.dialect = dialect
        decoder = FrameDecoder(framing: framing, limits: limits)
    }

    /// Whether there are no more responses.
    var hasEnded: Bool { end != nil }

    /// Whether the server's messages should be read: not while it leaves our responses to its own
    /// requests unread. Unsent calls do not count: the server may wait until we read its responses.
    var wantsInput: Bool {
        end == nil && replyBytes < limits.outputHighWater
    }

    /// Reserves an id for a call, which is then sent or abandoned.
    mutating func reserve(_ progress: CallProgress?) -> Int {
        defer { nextID += 1 }
        calls[nextID] = Call(progress: progress)
        return nextID
    }

    /// Sends the request of a reserved call, unless the call has ended meanwhile.
    mutating func send(
        _ id: Int, _ method: String, _ params: RPCParams,
        _ waiter: CheckedContinuation<JSONValue, any Error>
    ) {
        if let failure = end ?? calls[id]?.failure {
            calls[id] = nil
            effects.append(.resume(waiter, .failure(failure)))
            return
        }
        calls[id]?.waiter = waiter
        write(RPCRequest(id: RequestID(integerLiteral: id), method: method, params: params))
    }

    mutating func notify(_ method: String, _ params: RPCParams) {
        guard end == nil else { return }
        write(RPCRequest(id: nil, method: method, params: params))
    }

    /// Ends a call without its response, and asks the server to cancel it if it was sent.
    mutating func abandon(_ id: Int, with error: any Error) {
        guard let waiter = calls[id]?.waiter else {
            calls[id]?.failure = error
            return
        }
        calls[id] = nil
        let params = JSONValue.object([dialect.cancelledID: JSONValue(id)])
        notify(dialect.cancel, RPCParams(params) ?? .none)
        effects.append(.resume(waiter, .failure(error)))
    }

    /// Takes bytes of the server in.
    mutating func receive(_ bytes: some Collection<UInt8>) {
        guard end == nil else { return }
        decoder.append(bytes)
        takeMessages()
    }

    /// Records that the server sends no more. Its last message may lack a line end.
    mutating func inputEnded() {
        guard end == nil else { return }
        decoder.finish()
        takeMessages()
        finish(.closed)
    }

    /// Ends all calls. What was sent before is still written.
    mutating func finish(_ error: ClientError) {
        guard end == nil else { return }
        end = error
        decoder.discard()
        failAll(with: error)
    }

    mutating func outputDrained(_ count: Int) {
        output.written(count)
        if output.pending == 0 { replyBytes = 0 }
    }

    /// What the transport must do.
    mutating func nextStep() -> ConnectionStep {
        notice.step(needs, &output, unfinishedBytes: decoder.pending)
    }

    /// Whether the transport must be signalled, after a change that is not its own.
    mutating func needsSignal() -> Bool {
        notice.isNeeded(for: needs)
    }

    private var needs: TransportNotice.Needs {
        var needs: TransportNotice.Needs = hasEnded ? .end : []
        if output.isReady { needs.insert(.write) }
        if hasEnded, !output.isBeingWritten { needs.insert(.close) }
        if wantsInput { needs.insert(decoder.isMidFrame ? [.read, .time] : .read) }
        return needs
    }

    private mutating func write(_ request: RPCRequest) {
        output.append(request.bytes, framing: framing)
    }

    private mutating func takeMessages() {
        do throws(FramingError) {
            while end == nil, let text = try decoder.next() { take(text) }
        } catch {
            finish(.framing(error))
        }
    }

    private mutating func take(_ text: [UInt8]) {
        let message: JSONValue
        do throws(JSONSyntaxError) {
            message = try JSONParser(maximumDepth: limits.maximumDepth).parse(text)
        } catch {
            return finish(.notJSON(error))
        }
        switch message {
        case .object(let members): take(ServerMessage(members))
        // Only a batch has several responses. This side sends none, but a server may notify so.
        case .array(let members) where !members.isEmpty:
            for member in members { take(ServerMessage(member.objectValue ?? [:])) }
        default: finish(.notMessage)
        }
    }

    private mutating func take(_ message: ServerMessage) {
        switch message {
        case .response(let id, let outcome):
            // Otherwise it is the late response to a call that was abandoned, or to none.
            guard let waiter = calls[id]?.waiter else { return }
            calls[id] = nil
            effects.append(.resume(waiter, outcome))
        case .unassigned(let error): failAll(with: error)
        case .notification("$/progress", let params):
            let token = params["token"] ?? .null
            let call = calls.values.first { $0.progress?.token == token }
            let report = call?.progress.map { Effect.report($0, value: params["value"] ?? .null) }
            effects.append(report ?? .notify(method: "$/progress", params: params))
        case .notification(let method, let params):
            effects.append(.notify(method: method, params: params))
        case .request(let id, let method):
            let response = RPCResponse(id: id, error: .methodNotFound(method))
            replyBytes += response.size
            output.append(.response(response), framing: framing)
        case .other: break
        }
    }

    private mutating func failAll(with error: any Error) {
        for (id, call) in calls.sorted(by: { $0.key < $1.key }) {
            guard let waiter = call.waiter else { continue }
            calls[id] = nil
            effects.append(.resume(waiter, .failure(error)))
        }
    }
}
