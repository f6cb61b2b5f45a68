import CCurl
import FoundationEssentials
import HTTPCore

/// The work of the transfer thread: takes letters, starts what has its turn, carries transfers
/// on, answers what has ended.
///
/// It is made on one thread and then used by another only, which is why it is not `Sendable`.
final class CurlLoop {
    private let multi: MultiHandle
    private let mailbox: Mailbox
    private let options: CurlTransportOptions
    private let now: @Sendable () -> Date
    private var queue: TransferQueue
    /// Those that wait for their turn.
    private var jobs: [Int: TransferJob] = [:]
    /// Those under way.
    private var transfers: [Int: Transfer] = [:]

    init(
        multi: consuming MultiHandle, mailbox: Mailbox, options: CurlTransportOptions,
        now: @escaping @Sendable () -> Date
    ) {
        self.multi = multi
        self.mailbox = mailbox
        self.options = options
        self.now = now
        queue = TransferQueue(maximumActive: options.maximumConcurrency)
    }

    /// Works until the mailbox says to stop, then gives up everything that is left.
    func run() {
        while true {
            let letters = mailbox.take()
            for job in letters.arrivals {
                jobs[job.id] = job
                queue.append(job.id)
            }
            for id in letters.cancelled { giveUp(id) }
            if letters.isStopping { break }
            while let id = queue.next() { start(id) }
            if !multi.perform() { failAll() }
            if !finishEnded() { multi.poll() }
        }
        for id in Array(jobs.keys) + Array(transfers.keys) { giveUp(id) }
        mailbox.close()
    }

    private func start(_ id: Int) {
        guard let job = jobs.removeValue(forKey: id) else { return }
        guard let transfer = Transfer(job: job, options: options), multi.add(transfer.easy) else {
            _ = queue.remove(id)
            let outcome = TransferJob.Outcome.failure(
                .unavailable(UpstreamFailure(cause: .connect)))
            job.reply.resume(returning: TransferJob.Ending(outcome: outcome))
            return
        }
        transfers[id] = transfer
    }

    /// Answers every transfer that has ended.
    ///
    /// - Returns: whether there was one, so that others may have their turn.
    private func finishEnded() -> Bool {
        var hasFinished = false
        while let (id, code) = multi.nextFinished() {
            hasFinished = true
            guard let transfer = transfers[id] else { continue }
            end(transfer, with: transfer.outcome(of: code, at: now()))
        }
        return hasFinished
    }

    private func giveUp(_ id: Int) {
        if let transfer = transfers[id] {
            end(transfer, with: .failure(.cancelled))
        } else if let job = jobs.removeValue(forKey: id) {
            _ = queue.remove(id)
            job.reply.resume(returning: .cancelled)
        }
    }

    private func failAll() {
        for transfer in Array(transfers.values) {
            end(transfer, with: .failure(.unavailable(UpstreamFailure(cause: .reset))))
        }
    }

    private func end(_ transfer: Transfer, with outcome: TransferJob.Outcome) {
        multi.remove(transfer.easy)
        transfers[transfer.job.id] = nil
        _ = queue.remove(transfer.job.id)
        let record = transfer.record(of: outcome)
        transfer.job.reply.resume(
            returning: TransferJob.Ending(outcome: outcome, record: record))
    }
}
