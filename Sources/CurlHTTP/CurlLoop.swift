import CCurl
import FoundationEssentials
import HTTPCore

/// The work of the transfer thread: it starts requests in their turn and answers finished ones.
///
/// It is made on one thread and then used only by another, which is why it is not `Sendable`.
final class CurlLoop {
    private let multi: MultiHandle
    private let options: CurlTransportOptions
    /// The requests that wait for their turn, in order of arrival.
    private var queue: ArraySlice<TransferJob> = []
    /// The requests under way, by id.
    private var transfers: [Int: Transfer] = [:]
    private var idleSockets = IdleSockets()

    init(multi: consuming MultiHandle, options: CurlTransportOptions) {
        self.multi = multi
        self.options = options
    }

    /// Runs until `thread` says to stop, then aborts everything that is left.
    func run(for thread: CurlThread) {
        while true {
            let messages = thread.take()
            queue += messages.arrivals
            if !messages.cancelled.isEmpty { giveUp(Set(messages.cancelled)) }
            if messages.isStopping { break }
            for id in messages.resumed { transfers[id]?.resume() }
            while !queue.isEmpty, hasRoom, let job = queue.popFirst() { start(job, on: thread) }
            // A slice keeps what was taken from it, and requests have tokens.
            if queue.isEmpty { queue = [] }
            if !multi.perform() {
                let failure = HTTPTransportError.unavailable(UpstreamFailure(cause: .reset))
                for transfer in transfers.values { end(transfer, with: .failure(failure)) }
            }
            if !finishEnded() { multi.poll(atMost: endSilent()) }
        }
        giveUp(Set(queue.map(\.id) + transfers.keys))
        thread.close()
    }

    /// What goes on at the pace of its client takes no place.
    private var hasRoom: Bool {
        transfers.count < options.maximumConcurrency
            || transfers.values.count(where: \.takesPlace) < options.maximumConcurrency
    }

    private func start(_ job: TransferJob, on thread: CurlThread) {
        let transfer = Transfer(job: job, options: options, thread: thread)
        if let transfer, transfer.isPlainRelay, idleSockets.haveInput() {
            transfer.easy.connectAnew()
        }
        guard let transfer, multi.add(transfer.easy) else {
            let failure = HTTPTransportError.unavailable(UpstreamFailure(cause: .connect))
            return job.reply.resume(returning: TransferJob.Ending(outcome: .failure(failure)))
        }
        transfers[job.id] = transfer
        job.log?.note { $0.upstreamRequests += 1 }
    }

    /// - Returns: whether a transfer has ended, so that waiting requests may start.
    private func finishEnded() -> Bool {
        var hasFinished = false
        while let (id, code) = multi.nextFinished() {
            hasFinished = true
            guard let transfer = transfers[id] else { continue }
            end(transfer, with: transfer.outcome(of: code, at: options.now()))
        }
        return hasFinished
    }

    /// Ends relayed transfers in which upstream has been silent for too long.
    ///
    /// - Returns: the milliseconds until the next of them may have been.
    private func endSilent() -> Int32 {
        // An hour: libcurl has no value for "for ever".
        var next = Duration.seconds(3_600)
        let now = ContinuousClock.now
        for transfer in transfers.values {
            guard let since = transfer.silentSince else { continue }
            let left = options.timeout - (now - since)
            if left <= .zero {
                let failure = UpstreamFailure(
                    cause: .timeout, isUnconnected: !transfer.wasConnected)
                end(transfer, with: .failure(.unavailable(failure)))
                // Those that wait for its place begin at once.
                next = .zero
            } else {
                next = min(next, left)
            }
        }
        return next == .zero ? 0 : Int32(next / .milliseconds(1)) + 1
    }

    private func giveUp(_ ids: Set<Int>) {
        for id in ids {
            if let transfer = transfers[id] { end(transfer, with: .failure(.cancelled)) }
        }
        for job in queue where ids.contains(job.id) { job.reply.resume(returning: .cancelled) }
        queue.removeAll { ids.contains($0.id) }
    }

    private func end(_ transfer: Transfer, with outcome: TransferJob.Outcome) {
        if transfer.isPlainRelay, let socket = transfer.easy.socket { idleSockets.add(socket) }
        multi.remove(transfer.easy)
        transfers[transfer.job.id] = nil
        transfer.end(with: outcome)
    }
}
