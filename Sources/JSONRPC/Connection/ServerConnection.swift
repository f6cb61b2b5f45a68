public import JSONCore
import Synchronization

/// The server's side of one client connection: bytes come in, bytes go out.
///
/// It has no socket. A transport feeds it with ``receive(_:)`` and writes the result of
/// ``takeOutput()``, each time it is signalled. Every call that is not answered at once runs in a
/// task owned by the connection; ``waitUntilFinished()`` waits for all of them.
///
/// All methods may be called from any thread; those that add input, from one at a time.
public final class ServerConnection: Sendable {
    let registry: MethodRegistry
    let limits: ConnectionLimits
    let isStdio: Bool
    let gate: ConnectionGate?
    let dialect: ConnectionDialect
    let core: Mutex<ConnectionCore>
    let executor: (any TaskExecutor)?

    private let signal: @Sendable () -> Void

    /// - Parameters:
    ///   - registry: the methods.
    ///   - limits: what the client may take of the server.
    ///   - framing: how messages are delimited; the client's first byte decides by default.
    ///   - dialect: the names of the messages about the connection.
    ///   - gate: what the client must do first, if anything.
    ///   - isStdio: ``RequestContext/isStdio`` for handlers.
    ///   - executor: where handlers run; nil for the global pool.
    ///   - signal: called outside of any lock, from any thread, also inside ``receive(_:)``, when
    ///     there is output, when the connection is ready to close, and when ``wantsInput`` has
    ///     become true after it was read as false. It is called once until the next
    ///     ``takeOutput()``; the transport then calls ``takeOutput()`` and reads ``wantsInput``.
    public init(
        registry: MethodRegistry, limits: ConnectionLimits = ConnectionLimits(),
        framing: Framing = .automatic, dialect: ConnectionDialect = .languageServer,
        gate: ConnectionGate? = nil, isStdio: Bool = false,
        executor: (any TaskExecutor)? = nil, signal: @escaping @Sendable () -> Void
    ) {
        self.registry = registry
        self.limits = limits
        self.isStdio = isStdio
        self.executor = executor
        self.gate = gate
        self.dialect = dialect
        self.signal = signal
        core = Mutex(
            ConnectionCore(limits: limits, framing: framing, dialect: dialect, gate: gate))
    }

    /// Takes bytes in, answers at once where possible, and starts a task for every other call.
    ///
    /// Input that arrives while ``wantsInput`` is false is kept and taken in later.
    public func receive(_ bytes: some Collection<UInt8>) {
        takeIn { core in
            if !core.state.hasEnded { core.decoder.append(bytes) }
        }
    }

    /// Records that the client sends no more. All accepted requests are still answered.
    public func inputEnded() {
        takeIn { $0.inputEnded() }
    }

    /// Sends an error and closes the connection, because the rest of a frame has not arrived in
    /// time.
    ///
    /// Does nothing if ``isMidFrame`` has become false.
    public func frameTimedOut() {
        core.withLock { core in
            if core.isMidFrame { core.fail(.unfinishedFrame) }
        }
        announce()
    }

    /// Whether the client must still pass its ``ConnectionGate``.
    public var isGated: Bool {
        core.withLock { $0.gate != nil }
    }

    /// Sends an error and closes the connection, because the client has not passed its gate in time.
    ///
    /// Does nothing if it has, or if the gate is about to decide.
    public func gateTimedOut() {
        core.withLock { core in
            if let gate = core.gate, core.gateTask == nil {
                core.refuseEntry(gate.refusal, id: .null)
            }
        }
        announce()
    }

    /// Cancels all calls, because the client has disconnected.
    public func peerVanished() {
        let tasks = core.withLock { $0.vanish() }
        for task in tasks {
            task.cancel()
        }
        announce()
    }

    /// Accepts nothing more, because the server ends. Requests under way are answered.
    public func drain() {
        core.withLock { $0.end() }
        announce()
    }

    /// Like ``drain()``, but cancels requests under way, because the time for the end is up.
    public func cancelAll() {
        let tasks = core.withLock { $0.cancelAll() }
        for task in tasks {
            task.cancel()
        }
        // Messages in the backlog are answered too.
        takeIn { _ in }
    }

    /// Sends a notification, unless the client has not passed its gate or its framing is not known.
    public func send(notification method: String, params: JSONValue) {
        send(notification: method, params: params, about: nil)
    }

    /// Takes whole frames to write, and whether the connection closes after them.
    public func takeOutput() -> (bytes: [UInt8], closes: Bool) {
        core.withLock { $0.takeOutput() }
    }

    /// Records that `count` bytes from ``takeOutput()`` have been written.
    public func outputDrained(_ count: Int) {
        takeIn { core in
            core.output.written(count)
            startWaiting(&core)
        }
    }

    /// Whether the transport should read: false while too much input waits for a place.
    public var wantsInput: Bool {
        core.withLock { $0.askWantsInput() }
    }

    /// Whether part of a frame has arrived and the rest must come from the client.
    public var isMidFrame: Bool {
        core.withLock { $0.isMidFrame }
    }

    /// The exit status of a stdio server after `exit`: 0 after `shutdown`, otherwise 1.
    public var exitStatus: Int32? {
        core.withLock { $0.state.exitStatus }
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

    /// Signals changes to the transport and to waiting tasks.
    func announce() {
        let (needsSignal, waiters) = core.withLock { ($0.needsSignal(), $0.takeWaiters()) }
        if needsSignal { signal() }
        for waiter in waiters {
            waiter.resume()
        }
    }
}
