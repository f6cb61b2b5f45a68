import FoundationEssentials
import Glibc
import HTTPCore
import Synchronization

/// The thread that a ``CurlTransport`` does its transfers on.
final class CurlThread: Sendable {
    private let mailbox: Mailbox
    /// Nil once somebody has joined it.
    private let thread: Mutex<pthread_t?>

    /// Starts the thread.
    ///
    /// - Returns: nil if the system has no memory, thread or descriptor left for it.
    init?(options: CurlTransportOptions, now: @escaping @Sendable () -> Date) {
        // Twice, since avatars come from another host than the API.
        guard let multi = MultiHandle(),
            multi.setUp(maximumConnections: 2 * options.maximumConcurrency)
        else { return nil }
        mailbox = Mailbox(waker: multi.waker)
        let loop = Unmanaged.passRetained(
            CurlLoop(multi: multi, mailbox: mailbox, options: options, now: now))
        var id = pthread_t()
        let status = pthread_create(&id, nil, runLoop, loop.toOpaque())
        guard status == 0 else {
            loop.release()
            return nil
        }
        thread = Mutex(id)
    }

    /// Sends a request and waits for its end; cancelling the task ends both.
    func ending(of request: HTTPTransportRequest, id: Int) async -> TransferJob.Ending {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                mailbox.post(TransferJob(id: id, request: request, reply: reply))
            }
        } onCancel: {
            mailbox.cancel(id)
        }
    }

    /// Gives up everything under way and waits for the thread to end.
    ///
    /// Only the first caller waits. On the thread itself nobody can: it then ends by itself.
    func stop() {
        mailbox.stop()
        guard let id = thread.withLock({ $0.take() }) else { return }
        if pthread_equal(id, pthread_self()) != 0 {
            pthread_detach(id)
        } else {
            pthread_join(id, nil)
        }
    }
}

/// The body of the thread, given a retained ``CurlLoop``.
private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Signals are for the rest of the process. OpenSSL's writes may raise SIGPIPE here.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    if let context {
        Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
