public import JSONCore
import Synchronization

/// The client's side of one connection to a server: calls go out, responses come in.
///
/// It has no socket. A transport feeds it with ``receive(_:)`` and writes the result of
/// ``takeOutput()``, each time it is signalled. The module `Transports` has `RPCClient`, which
/// connects to a Unix socket, a TCP port or a program.
///
/// All methods may be called from any thread; ``receive(_:)`` and ``inputEnded()`` from one at a
/// time.
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
    ///   - signal: called outside of any lock, from any thread, when there is output and when the
    ///     connection has ended. It is called once until the next ``takeOutput()``.
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
    /// ignored.
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
        let result: Result<JSONValue, any Error>
        do {
            result = .success(
                try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { waiter in
                        perform { state in
                            let error = state.send(id, method, params, waiter)
                            return error.map { [.resume(waiter, .failure($0))] } ?? []
                        }
                        limit = timeout.map { limitTime(of: id, to: $0) }
                    }
                } onCancel: {
                    perform { $0.abandon(id, with: CancellationError()) }
                })
        } catch {
            result = .failure(error)
        }
        if let limit { TimeLimits.shared.remove(limit) }
        return try result.get()
    }

    /// Sends a notification. It does nothing once the connection has ended.
    ///
    /// - Parameters:
    ///   - method: the name of the method.
    ///   - params: by name or by position.
    public func notify(_ method: String, _ params: RPCParams = .none) {
        perform { state in
            state.notify(method, params)
            return []
        }
    }

    /// Ends all calls with ``ClientError/closed``. What was sent before is still written.
    public func close() {
        perform { $0.finish(.closed) }
    }

    /// Takes bytes of the server in.
    public func receive(_ bytes: some Collection<UInt8>) {
        perform { $0.receive(bytes) }
    }

    /// Records that the server sends no more: calls without a response end with
    /// ``ClientError/closed``.
    public func inputEnded() {
        perform { $0.inputEnded() }
    }

    /// Takes whole frames to write, and whether the connection closes after them.
    public func takeOutput() -> (bytes: [UInt8], closes: Bool) {
        state.withLock { $0.takeOutput() }
    }

    /// Records that `count` bytes from ``takeOutput()`` have been written.
    public func outputDrained(_ count: Int) {
        state.withLock { $0.outputDrained(count) }
    }

    /// Whether the transport should read: false after the end, and while the server reads nothing
    /// of what it is sent.
    public var wantsInput: Bool {
        state.withLock { $0.wantsInput }
    }

    /// - Returns: the number in ``TimeLimits``.
    private func limitTime(of id: Int, to timeout: Duration) -> Int {
        TimeLimits.shared.add(timeout) { [weak self] in
            self?.perform { $0.abandon(id, with: ClientError.timedOut(after: timeout)) }
        }
    }

    /// Applies a change, then carries out its effects outside of the lock.
    private func perform(_ change: (inout ClientState) -> [ClientState.Effect]) {
        let (effects, needsSignal) = state.withLock { state in
            let effects = change(&state)
            return (effects, state.needsSignal())
        }
        for effect in effects {
            switch effect {
            case .resume(let waiter, let outcome): waiter.resume(with: outcome)
            case .report(let progress, let value): progress.receive(value)
            case .notify(let method, let params): onNotification(method, params)
            }
        }
        if needsSignal { signal() }
    }
}
