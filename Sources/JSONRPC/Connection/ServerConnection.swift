public import JSONCore
import Synchronization

/// The server's side of one client connection: bytes come in, bytes go out.
///
/// It has no socket. A transport passes it what happens on the socket, and each time receives the
/// ``ConnectionStep`` to take. When the connection has something to do for another reason, it
/// signals, and the transport asks for ``nextStep()``. Every call that is not answered at once runs in a task
/// owned by the connection; ``waitUntilFinished()`` waits for all of them.
///
/// All methods may be called from any thread; those that return a step, from one at a time.
public final class ServerConnection: Sendable {
    /// What the lock protects.
    private struct Core: Sendable {
        var state: ConnectionState
        var tasks: [Int: Task<Void, Never>] = [:]
        /// Delays the decision of the gate.
        var gateTask: Task<Void, Never>?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// What ``MemoryBudget`` was told last.
        var share = MemoryLedger.Share()
        var isCounted = false

        var isFinished: Bool { state.isFinished && gateTask == nil }
    }

    private let registry: MethodRegistry
    private let limits: ConnectionLimits
    private let isStdio: Bool
    private let name: String
    private let trace: String?
    private let gate: ConnectionGate?
    private let core: Mutex<Core>
    private let executor: (any TaskExecutor)?
    private let memory: MemoryBudget?
    private let signal: @Sendable () -> Void

    /// - Parameters:
    ///   - registry: the methods.
    ///   - limits: what the client may take of the server.
    ///   - framing: how messages are delimited; the client's first byte decides by default.
    ///   - dialect: the names of the messages about the connection.
    ///   - gate: what the client must do first, if anything.
    ///   - isStdio: ``RequestContext/isStdio`` for handlers.
    ///   - name: ``RequestContext/connection`` for handlers.
    ///   - trace: ``RequestContext/trace`` for handlers.
    ///   - executor: where handlers run; nil for the global pool. Its `enqueue` is called under the
    ///     connection's lock, so it must not run the job itself.
    ///   - memory: what all connections hold together; nil for no limit.
    ///   - signal: called outside of any lock, from any thread, when there is something new to
    ///     write, to read, to time or to close. It is called once until the transport passes
    ///     another event or asks for ``nextStep()``, and not before it has done so for the first
    ///     time.
    public init(
        registry: MethodRegistry, limits: ConnectionLimits = ConnectionLimits(),
        framing: Framing = .automatic, dialect: ConnectionDialect = .languageServer,
        gate: ConnectionGate? = nil, isStdio: Bool = false, name: String = "",
        trace: String? = nil,
        executor: (any TaskExecutor)? = nil, memory: MemoryBudget? = nil,
        signal: @escaping @Sendable () -> Void
    ) {
        self.memory = memory
        self.registry = registry
        self.limits = limits
        self.isStdio = isStdio
        self.name = name
        self.trace = trace
        self.executor = executor
        self.gate = gate
        self.signal = signal
        let state = ConnectionState(
            limits, framing: framing, dialect: dialect, gate: gate,
            isObserved: registry.observer != nil,
            skipsImmediateResults: registry.observer?.skipsImmediateResults ?? true)
        core = Mutex(Core(state: state))
    }

    deinit {
        memory?.forget(ObjectIdentifier(self))
    }

    /// The step to take, also when nothing has happened on the socket.
    public func nextStep() -> ConnectionStep {
        step(after: .looked)
    }

    /// Takes bytes in, answers at once where possible, and starts a task for every other call.
    ///
    /// Input that arrives while ``ConnectionStep/wantsInput`` is false is kept and taken in later.
    public func receive(_ bytes: some Collection<UInt8>) -> ConnectionStep {
        bytes.withContiguousStorageIfAvailable { receive(raw: UnsafeRawBufferPointer($0)) }
            ?? receive(Array(bytes))
    }

    /// The same as ``receive(_:)``. The bytes must be valid during the call.
    package func receive(raw bytes: UnsafeRawBufferPointer) -> ConnectionStep {
        step(after: .received(bytes))
    }

    /// Records that the client sends no more. All accepted requests are still answered.
    public func inputEnded() -> ConnectionStep {
        step(after: .inputEnded)
    }

    /// Records that `count` bytes of ``ConnectionStep/write`` have been written.
    public func outputDrained(_ count: Int) -> ConnectionStep {
        step(after: .written(count))
    }

    /// Sends an error and closes the connection, because the rest of a frame has not arrived in
    /// time.
    ///
    /// Does nothing if the connection is not mid-frame any more.
    public func frameTimedOut() -> ConnectionStep {
        step(after: .frameTimedOut)
    }

    /// Sends an error and closes the connection, because the client has not passed its gate in time.
    ///
    /// Does nothing if it has, or if the gate is about to decide.
    public func gateTimedOut() -> ConnectionStep {
        step(after: .gateTimedOut)
    }

    /// Cancels all calls, because the client has disconnected. The transport takes no more steps.
    public func peerVanished() {
        end(.vanished)
    }

    /// Accepts nothing more, because the server ends. Requests under way are answered.
    public func drain() {
        end(.drained)
    }

    /// Like ``drain()``, but cancels requests under way, because the time for the end is up.
    public func cancelAll() {
        end(.cancelledAll)
    }

    /// Sends a notification.
    ///
    /// It is dropped if the client has not passed its gate, if its framing is not known because it
    /// has sent nothing under ``Framing/automatic``, or if ``ConnectionLimits/outputHighWater``
    /// bytes of notifications wait for it to read.
    public func send(notification method: String, params: JSONValue) {
        send(notification: method, params: params, about: nil)
    }

    /// Whether the client must still pass its ``ConnectionGate``.
    public var isGated: Bool {
        core.withLock(\.state.phase.isGated)
    }

    /// The exit status of a stdio server after `exit`: 0 after `shutdown`, otherwise 1.
    public var exitStatus: Int32? {
        core.withLock(\.state.exitStatus)
    }

    /// Waits until the connection is ready to close and the tasks of all its calls have ended.
    public func waitUntilFinished() async {
        await withCheckedContinuation { waiter in
            let isFinished = core.withLock { core in
                if !core.isFinished { core.waiters.append(waiter) }
                return core.isFinished
            }
            if isFinished { waiter.resume() }
        }
    }

    /// Whether the connection is ready to close, but for its output, and the tasks of all its calls have
    /// ended.
    package var isFinished: Bool {
        core.withLock(\.isFinished)
    }

    /// Whether the client's `exit` has been read. Requests before it are still answered.
    package var isEnding: Bool {
        core.withLock(\.state.isExiting)
    }

    /// Handles an event that ends the connection; the gate's decision is not waited for.
    private func end(_ event: ConnectionState.Event) {
        handle(event)
        core.withLock(\.gateTask)?.cancel()
    }

    /// Handles an event of the transport.
    private func step(after event: ConnectionState.Event) -> ConnectionStep {
        handle(event, isFromTransport: true) { $0.nextStep() }
    }

    /// Handles an event that the transport does not know of.
    private func handle(_ event: ConnectionState.Event) {
        if handle(event, isFromTransport: false, last: { $0.needsSignal() }) { signal() }
    }

    /// Handles an event and the work that follows from it, then applies `last` under the same lock.
    ///
    /// - Parameter isFromTransport: whether the transport waits for a step and need not be signalled.
    private func handle<Result: Sendable>(
        _ event: ConnectionState.Event, isFromTransport: Bool,
        last: (inout ConnectionState) -> Result
    ) -> Result {
        // Moved from place to place: copies would double the instructions of a cached request.
        var event: ConnectionState.Event? = event
        while true {
            // What must be done outside of the lock, because it calls other code.
            var (result, afterwards) = (nil as Result?, [] as [@Sendable () -> Void])
            let work = core.withLock { core in
                if let memory { core.state.shortage = memory.shortage }
                if isFromTransport { core.state.notice.clear() }
                let work = event.take().flatMap { core.state.handle($0) }
                updateTasks(&core, &afterwards)
                if work == nil { result = last(&core.state) }
                if let memory, core.isCounted || !core.state.holdsLittle {
                    afterwards += count(&core, in: memory, isWorking: work != nil)
                }
                if !core.waiters.isEmpty, core.isFinished {
                    for waiter in core.waiters { afterwards.append { waiter.resume() } }
                    core.waiters = []
                }
                return work
            }
            for action in afterwards { action() }
            if let result { return result }
            if let work { event = perform(work) }
        }
    }

    /// Tells the budget what the connection holds, if that has changed, and returns what must follow
    /// outside of the lock.
    @inline(never)
    private func count(
        _ core: inout Core, in memory: MemoryBudget, isWorking: Bool
    ) -> [@Sendable () -> Void] {
        let share = core.state.memoryShare
        guard share != core.share else { return [] }
        core.share = share
        core.isCounted = share != MemoryLedger.Share()
        var consequences = memory.set(share, of: self)
        // Whoever changed it may not have known of this connection.
        if !isWorking, memory.shortage != core.state.shortage { consequences.append(memoryChanged) }
        return consequences
    }

    /// Starts and cancels the tasks of calls, and observes requests that ended without one.
    private func updateTasks(_ core: inout Core, _ afterwards: inout [@Sendable () -> Void]) {
        if core.state.calls.ended?.isEmpty == false {
            let ended = core.state.calls.ended ?? []
            core.state.calls.ended = []
            afterwards.append {
                let context = self.context()
                for (method, outcome) in ended {
                    self.registry.observer?.answered(method, context, outcome)
                }
            }
        }
        if core.state.started.isEmpty, core.state.cancelled.isEmpty { return }
        for (number, request) in core.state.started {
            // Detached, because the end of another call may start it, whose task-local values it
            // must not inherit. Its end needs the lock that is held here, so it is recorded first.
            core.tasks[number] = Task.detached(executorPreference: executor) {
                await self.run(request, number)
            }
        }
        for number in core.state.cancelled {
            if let task = core.tasks[number] { afterwards.append(task.cancel) }
        }
        core.state.started = []
        core.state.cancelled = []
    }

    private func perform(_ work: ConnectionState.Work) -> ConnectionState.Event {
        switch work {
        case .parse(let text, let performs):
            let message = IncomingMessage(text, limits: limits)
            guard performs, case .single(.call(let request)) = message else {
                return .parsed(message, length: text.count, nil)
            }
            let (detached, attempt) = attempt(request)
            return .parsed(.single(.call(detached)), length: text.count, attempt)
        case .perform(let request, let slot):
            let (detached, attempt) = attempt(request)
            return .performed(detached, slot, attempt)
        case .decide(let request): return decide(request.params)
        }
    }

    /// Answers a call without a task if that is possible.
    ///
    /// - Returns: also the request. If it needs a task, it no longer keeps its message alive.
    private func attempt(_ request: RPCRequest) -> (RPCRequest, ConnectionState.Attempt) {
        guard let method = registry[request.method] else {
            let error =
                request.id == nil
                ? .methodNotFound(request.method) : registry.notFound(request.method)
            return (request, .answered(.failure(error)))
        }
        if let result = method.immediate?(request.params) {
            return (request, .answered(.success(result)))
        }
        let largestResult = method.largestResult?(request.params) ?? 0
        return (request.detached, .needsTask(largestResult: largestResult))
    }

    private func run(_ request: RPCRequest, _ number: Int) async {
        let context = context { method, params in
            self.send(notification: method, params: params, about: number)
        }
        let outcome = await registry.call(request.method, request.params, context)
        handle(.ended(number, outcome))
        _ = core.withLock { $0.tasks.removeValue(forKey: number) }
    }

    private func context(
        notify: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in }
    ) -> RequestContext {
        RequestContext(isStdio: isStdio, connection: name, trace: trace, notify: notify)
    }

    private func send(
        notification method: String, params: JSONValue, about number: Int?
    ) {
        let message: JSONValue = [
            "jsonrpc": "2.0", "method": .string(method), "params": params,
        ]
        handle(.notified(message.bytes, about: number))
    }

    /// Asks the gate about the first request, perhaps after a delay. Without a decision, the event is
    /// ``ConnectionState/Event/looked``: only the transport hands over the first request, so it is
    /// the transport that waits for a step.
    private func decide(_ params: RPCParams) -> ConnectionState.Event {
        guard let gate else { return .decided(nil) }
        let delay = gate.delay()
        guard delay > .zero else { return .decided(gate.verify(params.value())) }
        core.withLock { core in
            guard core.state.phase == .deciding else { return }
            // Recorded before it can end, as its end needs the lock that is held here.
            core.gateTask = Task.detached {
                // Cancelled when the client disconnects or the server ends. Then it is not admitted.
                let isInTime = (try? await Task.sleep(for: delay)) != nil
                let error = isInTime ? gate.verify(params.value()) : .cancelled
                self.core.withLock { $0.gateTask = nil }
                self.handle(.decided(error))
            }
        }
        return .looked
    }
}

extension ServerConnection: MemoryHolder {
    /// Closes the connection with an error.
    func refuseFrame() { handle(.frameRefused) }

    func memoryChanged() { handle(.looked) }
}
