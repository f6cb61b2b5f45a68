import HTTPCore
import HTTPTypes
import SQLite
import Synchronization

extension ResponseStore {
    /// Waits until every response so far is in the file, or could not be written.
    package func flush() async {
        while let writer = state.withLock({ state in
            state.skipsPause = state.writer != nil
            state.pause?.cancel()
            return state.writer
        }) {
            await writer.value
        }
    }

    /// Writes what is pending and closes the file. Nothing is found or stored afterwards.
    package func close() async {
        beginWriting(counts: true)
        await flush()
        await access.close()
    }

    /// Starts the writer's task, unless it is running.
    ///
    /// - Parameter counts: writes the counts even if nothing else is pending.
    func beginWriting(counts: Bool = false) {
        if counts { takeFurtherCounts() }
        state.withLock { state in
            let isIdle = state.pending.isEmpty && !(counts && state.unsaved != CacheCounts())
            guard state.writer == nil, !isIdle else { return }
            state.writer = Task {
                let written = await writePending()
                let isNoticeable = self.state.withLock { state in
                    state.writtenSinceRest += written
                    guard state.writtenSinceRest >= Self.noticeableBytes else { return false }
                    state.writtenSinceRest = 0
                    return true
                }
                guard isNoticeable else { return }
                await access.releaseMemory()
                onRest()
            }
        }
    }

    /// In bytes of bodies. Below this, the memory used for writing is not worth returning.
    private static let noticeableBytes = 1 << 20

    /// - Returns: the bytes of the bodies written; 0 if some could not be.
    private func writePending() async -> Int {
        await gather()
        var written = 0
        // The first round may have only counts to write.
        var batch = state.withLock { $0.pending.nextBatch() }
        while true {
            guard await write(batch) else {
                // What could not be written stays in memory until the next response, which tries
                // again. The oldest entries are removed, so that it does not grow.
                state.withLock { state in
                    state.pending.shrink()
                    state.endWriter()
                }
                return 0
            }
            written += batch.bodyBytes
            await evict()
            // Responses that arrive while the writer works are written with the rest.
            guard let next = nextBatch() else { return written }
            batch = next
        }
    }

    /// Waits for the result of the pending responses: compressing and writing a page takes as long
    /// as decoding it, and a request for ten pages waits for a processor meanwhile.
    private func gather() async {
        let pause = state.withLock { state -> Task<Void, Never>? in
            guard !state.skipsPause, state.pending.awaitsResult else { return nil }
            let pause = Task { [sleep] () -> Void in try? await sleep(Self.longestGathering) }
            state.pause = pause
            return pause
        }
        await pause?.value
    }

    private static let longestGathering = Duration.milliseconds(150)

    private func write(_ batch: PendingWrites.Batch) async -> Bool {
        let bodies = await Self.deflated(batch)
        takeFurtherCounts()
        let now = clock()
        let counts = state.withLock { $0.unsaved }
        let isWritten = await access.write { database in
            for (entry, body) in zip(batch.entries, bodies) {
                try ResponseTable.write(entry.response, body, now: now, in: database)
            }
            for (row, date) in batch.used {
                try ResponseTable.markUsed(row: row, at: date, in: database)
            }
            try ResultTable.write(batch.results, now: now, in: database)
            try TotalTable.add(counts, at: now, in: database)
            return true
        }
        guard isWritten.value != nil else { return false }
        state.withLock { state in
            state.pending.wrote(batch)
            state.unsaved -= counts
        }
        return true
    }

    /// The bodies of a batch as stored in the file.
    ///
    /// Work that already waits for a thread goes first, but only for a limited time: a busy server
    /// must not delay the file for long.
    private static func deflated(_ batch: PendingWrites.Batch) async -> [DeflatedBody] {
        let start = ContinuousClock.now
        var bodies: [DeflatedBody] = []
        for entry in batch.entries {
            if ContinuousClock.now - start < longestCourtesy { await Task.yield() }
            bodies.append(DeflatedBody(entry.response.body))
        }
        return bodies
    }

    private static let longestCourtesy = Duration.milliseconds(100)

    func takeFurtherCounts() {
        let further = furtherCounts()
        count { $0 += further }
    }

    /// The next batch. With none left the task ends, and the next response starts another.
    private func nextBatch() -> PendingWrites.Batch? {
        state.withLock { state in
            let batch = state.pending.nextBatch()
            guard batch.isEmpty else { return batch }
            state.endWriter()
            return nil
        }
    }

    /// Brings the store back within its size limit, in short transactions, so that other reads and
    /// writes do not wait for long.
    private func evict() async {
        let maximum = maximumBytes
        guard await access.read(Self.usedBytes) ?? 0 > maximum else { return }
        // Frees some extra space at once; otherwise each further response would evict one.
        let target = maximum - maximum / 16
        while true {
            let removed = await access.write { database in
                guard try Self.usedBytes(database) > target else {
                    return (results: 0, responses: 0)
                }
                // Results can be made again from the remaining responses.
                let results = try ResultTable.removeFirstToExpire(16, in: database)
                let responses =
                    results > 0
                    ? 0 : try ResponseTable.removeLeastRecentlyUsed(16, in: database)
                try database.releasePages(512)
                return (results: results, responses: responses)
            }.value
            guard let removed, removed != (0, 0) else { return }
            count { $0.evictions += removed.responses }
        }
    }

    /// The size of the file without its free pages.
    private static func usedBytes(_ database: Connection) throws -> Int {
        try database.fileBytes - database.freeBytes
    }
}
