public import JSONCore
import Synchronization

/// The client's side of one connection to a server: calls go out, responses come in.
///
/// It has no socket. A transport passes it what happens on the socket, and each time receives the
/// ``ConnectionStep`` to take. When the connection has something to do for another reason, it
/// signals, and the transport asks for ``nextStep()``. The module `Transports` has `RPCClient`, which connects to
/// a Unix socket, a TCP port or a program.
///
/// All methods may be called from any thread; those that return a step, from one at a time.
///
/// - SeeAlso: JSON-RPC 2.0, sections 4 and 5.
public final class ClientConnection: Sendable {
    /// Receives a notification of the server that is not the progress of a call, in order. Params
    /// are null if there are none. It must not block.
    public typealias NotificationHandler =
        @Sendable (_ method: String, _ params: JSONValue) -> Void

    private let state: Mutex<ClientState>
    private let onNotification: NotificationHandler
    private let signal: @Sendable () -> Void

    /// - Parameters:
    ///   - framing: how messages are delimited. With ``Framing/automatic``, the server's first byte
    ///     decides about its messages, and this side sends lines.
    ///   - limits: the longest message and the deepest nesting that the server may send, and
    ///     ``ConnectionLimits/outputHighWater``; the others have no meaning for a client.
    ///   - dialect: how a request is cancelled.
    ///   - onNotification: receives the server's notifications.
    ///   - signal: called outside of any lock, from any thread, when there is something new to
    ///     write, to read or to close, and at the end. It is called once until the transport receives
    ///     another step, and not before it has received the first one.
    public init(
        framing: Framing = .lines, limits: ConnectionLimits = ConnectionLimits(),
        dialect: ConnectionDialect = .languageServer,
        onNotification: @escaping NotificationHandler = { _, _ in },
        signal: @escaping @Sendable () -> Void
    ) {
        state = Mutex(ClientState(framing: framing, limits: limits, dialect: dialect))
        self.onNotification = onNotification
        self.signal = signal
    }

    /// Calls a method and waits for its result.
    ///
    /// Any number of calls may wait at the same time. If the task is cancelled or the time is over,
    /// the call ends at once, the server is asked to cancel the request, and a late response is
    /// ignored. An error with the id null may be about any call, such as one whose message is too long
    /// for the server, so it ends all calls.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - params: by name or by position.
    ///   - timeout: how long to wait for the response; nil for ever.
    ///   - progress: receives `$/progress` of this call.
    /// - Throws: the server's ``RPCError``, a ``ClientError``, or `CancellationError`.
    public func call(
        _ method: String, _ params: RPCParams = .none, timeout: Duration? = nil,
        progress: CallProgress? = nil
    ) async throws -> JSONValue {
        let id = state.withLock { $0.reserve(progress) }
        var limit: Int?
        defer { if let limit { TimeLimits.shared.remove(limit) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                perform { $0.send(id, method, params, waiter) }
                limit = timeout.map { limitTime(of: id, to: $0) }
            }
        } onCancel: {
            perform { $0.abandon(id, with: CancellationError()) }
        }
    }

    /// Calls a method and decodes its result; see ``call(_:_:timeout:progress:)``.
    ///
    /// - Throws: also `DecodingError`, if the result is not of that type. Foundation's `Date`, `Data`
    ///   and `URL` are not decoded from strings: decode the strings.
    public func call<Value: Decodable>(
        _ method: String, _ params: RPCParams = .none, as type: Value.Type,
        timeout: Duration? = nil, progress: CallProgress? = nil
    ) async throws -> Value {
        let result = try await call(method, params, timeout: timeout, progress: progress)
        return try JSONTextDecoder().decode(type, from: result.bytes)
    }

    /// Sends a notification. It does nothing once the connection has ended.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - params: by name or by position.
    public func notify(_ method: String, _ params: RPCParams = .none) {
        perform { $0.notify(method, params) }
    }

    /// Ends all calls with ``ClientError/closed``. What was sent before is still written.
    public func close() {
        perform { $0.finish(.closed) }
    }

    /// The step to take, also when nothing has happened on the socket.
    public func nextStep() -> ConnectionStep {
        step { _ in }
    }

    /// Takes bytes of the server in.
    public func receive(_ bytes: some Collection<UInt8>) -> ConnectionStep {
        step { $0.receive(bytes) }
    }

    /// The same as ``receive(_:)``. The bytes must be valid during the call.
    package func receive(raw bytes: UnsafeRawBufferPointer) -> ConnectionStep {
        step { $0.receive(bytes) }
    }

    /// Records that the server sends no more: calls without a response end with
    /// ``ClientError/closed``.
    public func inputEnded() -> ConnectionStep {
        step { $0.inputEnded() }
    }

    /// Records that `count` bytes of ``ConnectionStep/write`` have been written.
    public func outputDrained(_ count: Int) -> ConnectionStep {
        step { $0.outputDrained(count) }
    }

    /// Whether the connection has ended, even if not everything is written.
    package var isEnding: Bool {
        state.withLock(\.hasEnded)
    }

    /// - Returns: the number in ``TimeLimits``.
    private func limitTime(of id: Int, to timeout: Duration) -> Int {
        TimeLimits.shared.add(timeout) { [weak self] in
            self?.perform { $0.abandon(id, with: ClientError.timedOut(after: timeout)) }
        }
    }

    /// Applies a change of the transport.
    private func step(after change: (inout ClientState) -> Void) -> ConnectionStep {
        apply(change) { $0.nextStep() }
    }

    /// Applies a change that the transport does not know of.
    private func perform(_ change: (inout ClientState) -> Void) {
        if apply(change, last: { $0.needsSignal() }) { signal() }
    }

    /// Applies a change and `last`, then carries out the effects outside of the lock.
    private func apply<Result: Sendable>(
        _ change: (inout ClientState) -> Void, last: (inout ClientState) -> Result
    ) -> Result {
        let (effects, result) = state.withLock { state in
            change(&state)
            defer { state.effects = [] }
            return (state.effects, last(&state))
        }
        for effect in effects {
            switch effect {
            case .resume(let waiter, let outcome): waiter.resume(with: outcome)
            case .report(let progress, let value): progress.receive(value)
            case .notify(let method, let params): onNotification(method, params)
            }
        }
        return result
    }
}
