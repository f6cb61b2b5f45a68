import FoundationEssentials
import HTTPCore
import Synchronization
import LinuxSystem

/// The thread that runs the transfers of a ``CurlTransport``.
final class CurlThread: Sendable {
    private let mailbox: Mailbox
    /// Nil once the thread has been joined.
    private let thread: Mutex<DedicatedThread?>

    /// - Returns: nil if the system has no memory, thread or descriptor left for it.
    init?(
        options: CurlTransportOptions, memory: BodyMemory, now: @escaping @Sendable () -> Date
    ) {
        // Twice as many, because avatars come from another host than the API.
        guard let multi = MultiHandle(),
            multi.setUp(maximumConnections: 2 * options.maximumConcurrency)
        else { return nil }
        mailbox = Mailbox(waker: multi.waker)
        // The loop is made here and then used by that thread only.
        nonisolated(unsafe) let loop = CurlLoop(
            multi: multi, mailbox: mailbox, options: options, memory: memory, now: now)
        guard let started = try? DedicatedThread({ loop.run() }) else { return nil }
        thread = Mutex(started)
    }

    /// Sends a request and waits for its end. Cancelling the task aborts it.
    func ending(of request: HTTPTransportRequest, id: Int) async -> TransferJob.Ending {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                mailbox.post(TransferJob(id: id, request: request, reply: reply))
            }
        } onCancel: {
            mailbox.cancel(id)
        }
    }

    /// Aborts everything under way and waits for the thread to end.
    ///
    /// Only the first caller waits. If it is called on the thread itself, the thread ends later by
    /// itself.
    func stop() {
        mailbox.stop()
        guard let thread = thread.withLock({ $0.take() }) else { return }
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }
}
