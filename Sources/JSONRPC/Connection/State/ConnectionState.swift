import JSONCore

/// The state of one connection. Events change it, and nothing else does.
///
/// This is a plain value: it does no I/O, starts no task and takes no lock. ``ServerConnection``
/// holds it under its lock, passes events to ``handle(_:)``, carries out the ``Work``, and starts and
/// cancels the tasks of calls.
///
/// - SeeAlso: JSON-RPC 2.0; ``ConnectionDialect``.
struct ConnectionState: Sendable {
    /// The batch whose members are being taken in.
    struct OpenBatch: Sendable {
        let number: Int
        let members: [IncomingMessage.Envelope]
        let wasKept: Bool
        var next = 0
    }

    let limits: ConnectionLimits
    let dialect: ConnectionDialect
    let gate: ConnectionGate?
    /// See ``RequestObserver/skipsImmediateResults``.
    let skipsImmediateResults: Bool

    var phase: Phase
    /// Whether `shutdown` has been read, so that later requests are refused.
    var isShutDown = false
    var calls: CallTable
    var decoder: FrameDecoder
    var output = OutputBuffer()
    /// The bytes of notifications in the output since it was last empty.
    var notificationBytes = 0
    var backlog = Backlog()
    var batch: OpenBatch?

    /// Whether a ``Work`` is under way outside of the lock. There is one at a time, so that
    /// messages are taken in order.
    var isWorking = false

    var notice = TransportNotice()

    /// The id of the request about which the gate decides. As a payload of ``Phase/deciding`` it would
    /// cost each request some hundred instructions, which are to be at most 17,500.
    var entrant: RequestID?

    /// What the process has no memory for; set before each event.
    var shortage: MemoryLedger.Shortage = []

    /// The calls that start now, each in a task.
    var started: [(number: Int, request: RPCRequest)] = []
    /// The calls whose tasks must be cancelled, outside of the lock.
    var cancelled: [Int] = []

    /// The exit status of a stdio server after `exit`: 0 after `shutdown`, otherwise 1.
    var exitStatus: Int32?

    init(
        _ limits: ConnectionLimits, framing: Framing = .automatic,
        dialect: ConnectionDialect = .languageServer, gate: ConnectionGate? = nil,
        isObserved: Bool = false, skipsImmediateResults: Bool = false
    ) {
        self.limits = limits
        self.dialect = dialect
        self.gate = gate
        self.skipsImmediateResults = skipsImmediateResults
        phase = gate == nil ? .open : .gated
        calls = CallTable(limits)
        if isObserved { calls.ended = [] }
        decoder = FrameDecoder(framing: framing, limits: limits)
        if gate != nil {
            decoder.maximumMessageBytes = min(
                limits.maximumMessageBytes, limits.maximumGatedMessageBytes)
        }
    }

    /// Changes the state by one event, and takes in as many messages as have a place.
    ///
    /// - Returns: what must be done next outside of the lock, by the thread that passed the event;
    ///   nil for nothing.
    mutating func handle(_ event: consuming Event) -> Work? {
        var work: Work?
        switch consume event {
        case .looked: break
        case .received(let bytes):
            if phase.isReading || phase == .deciding { decoder.append(bytes) }
        case .inputEnded: decoder.finish()
        case .written(let count):
            output.written(count)
            notificationBytes = min(notificationBytes, output.pending)
        case .frameTimedOut: if needs.contains(.time) { fail(.unfinishedFrame) }
        case .frameRefused: if unfinishedBytes > 0 { fail(.noMemory) }
        case .gateTimedOut: if phase == .gated { refuseEntry(id: .null) }
        case .vanished: vanish()
        // After the end of the input, all that was read is still answered.
        case .drained: if !decoder.isComplete || phase.isGated { drain() }
        case .cancelledAll: cancelAll()
        case .notified(let text, let number): notify(text, about: number)
        case .parsed(let message, let length, let attempt):
            isWorking = false
            work = take(parsed: message, length: length, attempt)
        case .performed(let request, let slot, let attempt):
            isWorking = false
            finish(request, in: slot, attempt)
        case .decided(let error): admit(unless: error)
        case .ended(let number, let outcome):
            send(calls.finish(number, with: outcome))
        }
        // Calls that start make places for messages, so they come first.
        startCalls()
        guard !isWorking else { return nil }
        if work == nil { work = nextWork() }
        isWorking = work != nil
        return work
    }

    /// Starts calls that wait. None starts while the client does not read: each could have a large
    /// result.
    private mutating func startCalls() {
        while calls.isWaiting, mayStart {
            if shortage.contains(.output), calls.isNextLarge || calls.batchedBytes > 0 {
                // Running calls will end; other clients need never read.
                guard shortage.contains(.unread) else { break }
                send(calls.refuseNext(.noMemory))
            } else if let call = calls.nextToRun() {
                started.append(call)
            } else {
                break
            }
        }
    }
}
