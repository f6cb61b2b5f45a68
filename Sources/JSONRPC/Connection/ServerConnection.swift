import JSONCore
import Synchronization

/// One client's connection, seen from the server: bytes come in, bytes go out.
///
/// It has no socket. A transport feeds it with ``receive(_:)`` and writes what ``takeOutput()``
/// gives, and does so again whenever it is signalled. Every call that is not answered at once runs in
/// a task that the connection keeps; ``waitUntilFinished()`` waits for all of them.
///
/// All calls may come from any thread; those that bring input, one at a time.
package final class ServerConnection: Sendable {
    let registry: MethodRegistry
    let limits: ConnectionLimits
    let isStdio: Bool
    let gate: ConnectionGate
    let core: Mutex<ConnectionCore>
    let executor: (any TaskExecutor)?

    private let signal: @Sendable () -> Void

    /// - Parameters:
    ///   - dialect: what the client calls the things that are about the connection.
    ///   - isStdio: what handlers are told in ``RequestContext/isStdio``.
    ///   - executor: where handlers run; nil for the pool that all tasks share.
    ///   - signal: called outside of any lock, from any thread, also inside ``receive(_:)``, when
    ///     output has come, when the connection is ready to close, and when ``wantsInput`` has
    ///     become true after it was asked and was false. It is called once until ``takeOutput()``
    ///     is; the transport then calls ``takeOutput()`` and asks ``wantsInput``.
    package init(
        registry: MethodRegistry, limits: ConnectionLimits = ConnectionLimits(),
        framing: Framing = .automatic, dialect: ConnectionDialect = .languageServer,
        gate: ConnectionGate = .open, isStdio: Bool = false,
        executor: (any TaskExecutor)? = nil, signal: @escaping @Sendable () -> Void
    ) {
        self.registry = registry
        self.limits = limits
        self.isStdio = isStdio
        self.executor = executor
        self.gate = gate
        self.signal = signal
        let isGated = if case .secret = gate { true } else { false }
        core = Mutex(
            ConnectionCore(limits: limits, framing: framing, dialect: dialect, isGated: isGated))
    }

    /// Takes bytes in; answers what can be answered at once, and starts a task for every other call.
    ///
    /// Input that comes although ``wantsInput`` is false is kept and taken in later.
    package func receive(_ bytes: some Collection<UInt8>) {
        takeIn { core in
            if !core.state.hasEnded { core.decoder.append(bytes) }
        }
    }

    /// The client sends no more; everything accepted is still answered.
    package func inputEnded() {
        takeIn { $0.inputEnded() }
    }

    /// The client has begun a frame and not gone on with it: an error, then the connection closes.
    ///
    /// Does nothing if ``isMidFrame`` has become false.
    package func frameTimedOut() {
        core.withLock { core in
            if core.isMidFrame { core.fail(.unfinishedFrame) }
        }
        announce()
    }

    /// Nobody is left to read answers: all calls are cancelled.
    package func peerVanished() {
        let tasks = core.withLock { $0.vanish() }
        for task in tasks {
            task.cancel()
        }
        announce()
    }

    /// The server ends: nothing more is accepted, what is under way is answered.
    package func drain() {
        core.withLock { $0.end() }
        announce()
    }

    /// The server can wait no longer: as ``drain()``, and what is under way is cancelled.
    package func cancelAll() {
        let tasks = core.withLock { $0.cancelAll() }
        for task in tasks {
            task.cancel()
        }
        announce()
    }

    /// Sends a notification, unless the client has yet to show its secret or its framing.
    package func send(notification method: String, params: JSONValue) {
        send(notification: method, params: params, about: nil)
    }

    /// Whole frames to write, and whether the connection closes once these are out.
    package func takeOutput() -> (bytes: [UInt8], closes: Bool) {
        core.withLock { $0.takeOutput() }
    }

    /// Says that so many of the bytes that ``takeOutput()`` gave have been written.
    package func outputDrained(_ count: Int) {
        takeIn { core in
            core.output.written(count)
            startWaiting(&core)
        }
    }

    /// Whether the transport should read: not while too many calls or too much output are waiting.
    package var wantsInput: Bool {
        core.withLock { $0.askWantsInput() }
    }

    /// Whether the client has begun a frame and owes the rest of it.
    package var isMidFrame: Bool {
        core.withLock { $0.isMidFrame }
    }

    /// Exit status for a stdio server, once `exit` has come: 0 after `shutdown`, else 1.
    package var exitStatus: Int32? {
        core.withLock { $0.state.exitStatus }
    }

    /// Waits until the connection is ready to close and the tasks of all its calls have ended.
    package func waitUntilFinished() async {
        await withCheckedContinuation { waiter in
            let isFinished = core.withLock { core in
                if !core.isFinished { core.waiters.append(waiter) }
                return core.isFinished
            }
            if isFinished { waiter.resume() }
        }
    }

    /// Tells the transport and those who wait what has changed.
    func announce() {
        let (needsSignal, waiters) = core.withLock { ($0.needsSignal(), $0.takeWaiters()) }
        if needsSignal { signal() }
        for waiter in waiters {
            waiter.resume()
        }
    }
}
