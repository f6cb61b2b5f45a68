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
            while transfers.count < options.maximumConcurrency, let job = queue.popFirst() {
                start(job)
            }
            // A slice keeps what was taken from it, and requests have tokens.
            if queue.isEmpty { queue = [] }
            if !multi.perform() {
                let failure = HTTPTransportError.unavailable(UpstreamFailure(cause: .reset))
                for transfer in transfers.values { end(transfer, with: .failure(failure)) }
            }
            if !finishEnded() { multi.poll() }
        }
        giveUp(Set(queue.map(\.id) + transfers.keys))
        thread.close()
    }

    private func start(_ job: TransferJob) {
        guard let transfer = Transfer(job: job, options: options),
            multi.add(transfer.easy)
        else {
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

    private func giveUp(_ ids: Set<Int>) {
        for id in ids {
            if let transfer = transfers[id] { end(transfer, with: .failure(.cancelled)) }
        }
        for job in queue where ids.contains(job.id) { job.reply.resume(returning: .cancelled) }
        queue.removeAll { ids.contains($0.id) }
    }

    private func end(_ transfer: Transfer, with outcome: TransferJob.Outcome) {
        multi.remove(transfer.easy)
        transfers[transfer.job.id] = nil
        transfer.job.reply.resume(
            returning: TransferJob.Ending(outcome: outcome, record: transfer.record))
    }
}
