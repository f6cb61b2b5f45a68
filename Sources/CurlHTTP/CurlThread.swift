import FoundationEssentials
import HTTPCore
import LinuxSystem
import Synchronization

/// The thread that runs the transfers of a ``CurlTransport``, and what other threads send to it.
final class CurlThread: Sendable {
    struct Messages: Sendable {
        var arrivals: [TransferJob] = []
        /// The ids of cancelled requests. Some may have finished meanwhile.
        var cancelled: [Int] = []
        /// The ids of requests whose bodies can continue.
        var resumed: [Int] = []
        var isStopping = false
    }

    private struct State {
        var messages = Messages()
        /// Nil once the loop has ended.
        var waker: MultiHandle.Waker?
        /// Nil once the thread has been joined.
        var thread: DedicatedThread?
    }

    private let state: Mutex<State>

    /// - Returns: nil if the system has no memory, thread or descriptor left for it.
    init?(options: CurlTransportOptions) {
        // Twice as many, because avatars come from another host than the API.
        guard let multi = MultiHandle(maximumConnections: 2 * options.maximumConcurrency)
        else { return nil }
        state = Mutex(State(waker: multi.waker))
        // The loop is made here and then used by that thread only.
        nonisolated(unsafe) let loop = CurlLoop(multi: multi, options: options)
        guard let thread = try? DedicatedThread({ [self] in loop.run(for: self) })
        else { return nil }
        state.withLock { $0.thread = thread }
    }

    /// Sends a request and waits for its end. Cancelling the task aborts it.
    ///
    /// - Parameter onEnd: see ``TransferJob/onEnd``.
    func ending(
        of request: HTTPTransportRequest, id: Int,
        onEnd: @escaping @Sendable (ExchangeRecord) -> Void
    ) async -> TransferJob.Ending {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                let isAccepted = send { messages in
                    // Checked under the lock: a later cancellation finds the job here.
                    guard !messages.isStopping, !Task.isCancelled else { return false }
                    messages.arrivals.append(
                        TransferJob(id: id, request: request, reply: reply, onEnd: onEnd))
                    return true
                }
                if !isAccepted { reply.resume(returning: .cancelled) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Aborts a request.
    func cancel(_ id: Int) {
        send { $0.cancelled.append(id) }
    }

    /// Lets the bodies of a request continue.
    func resume(_ id: Int) {
        send { $0.resumed.append(id) }
    }

    /// Aborts everything under way, refuses later requests, and waits for the thread to end. Only the
    /// first caller waits, and not on the thread itself.
    func stop() {
        send { $0.isStopping = true }
        guard let thread = state.withLock({ $0.thread.take() }) else { return }
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }

    @discardableResult
    private func send<Outcome: Sendable>(_ write: (inout Messages) -> Outcome) -> Outcome {
        state.withLock { state in
            state.waker?.wake()
            return write(&state.messages)
        }
    }

    /// The messages since the last call.
    func take() -> Messages {
        state.withLock { state in
            defer { state.messages = Messages(isStopping: state.messages.isStopping) }
            return state.messages
        }
    }

    /// Drops the waker before its multi handle is freed.
    func close() {
        state.withLock { $0.waker = nil }
    }
}
