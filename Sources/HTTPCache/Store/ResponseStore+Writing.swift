import HTTPTypes

extension ResponseStore {
    /// Waits until everything that was kept so far is in the file, or could not be written.
    package func flush() async {
        while let writer = state.withLock({ state in
            state.isHurried = state.writer != nil
            state.pause?.cancel()
            return state.writer
        }) {
            await writer.value
        }
    }

    /// Writes what is pending and closes the file. Afterwards nothing is found or kept.
    package func close() async {
        beginWriting(counts: true)
        await flush()
        await access.close()
    }

    /// Starts the one task that writes, unless it is at work.
    ///
    /// - Parameter counts: writes the counts even if there is nothing else to write.
    func beginWriting(counts: Bool = false) {
        if counts { takeFurtherCounts() }
        state.withLock { state in
            let isIdle = state.pending.isEmpty && !(counts && state.unsaved != CacheCounts())
            guard state.writer == nil, !isIdle else { return }
            state.writer = Task {
                let written = await writePending()
                if written >= Self.noticeableBytes { onRest() }
            }
        }
    }

    /// Bytes of bodies; with fewer, what writing them took is not worth giving back.
    private static let noticeableBytes = 1 << 20

    /// - Returns: the bytes of the bodies that were written; 0 if some could not be.
    private func writePending() async -> Int {
        var written = 0
        var mayGather = true
        // The first turn may have only counts to write.
        var batch = state.withLock { $0.pending.nextBatch() }
        while true {
            if mayGather, let pause = gathering() {
                await pause.value
                mayGather = false
                batch = state.withLock { $0.pending.nextBatch() }
            }
            guard await write(batch) else {
                giveUp()
                return 0
            }
            written += batch.bodyBytes
            // What comes while the writer is at work is written with the rest.
            if batch.bodyBytes >= PendingWrites.lightBytes { mayGather = false }
            await evict()
            guard let next = nextBatch() else { return written }
            batch = next
        }
    }

    /// What to wait for before more than a little is written: for the answer that is being made of
    /// what came, since to compress and write a page takes as long as to decode it, and whoever
    /// asked for ten of them waits for a processor meanwhile.
    private func gathering() -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isHurried, state.pending.isWorthGathering else { return nil }
            let pause = Task { [longestGathering] () -> Void in
                try? await Task.sleep(for: longestGathering)
            }
            state.pause = pause
            return pause
        }
    }

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
            try AnswerTable.write(batch.answers, now: now, in: database)
            try TotalTable.add(counts, at: now, in: database)
            return true
        }
        guard isWritten != nil else { return false }
        state.withLock { state in
            state.pending.wrote(batch)
            state.unsaved -= counts
        }
        return true
    }

    /// The bodies of a batch as they will lie in the file.
    ///
    /// Work that is already waiting for a thread goes first, for so long: a busy server must not
    /// keep what it said to be stored out of the file.
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

    /// Leaves what could not be written to be found in memory until the next response is kept,
    /// which tries again; the oldest go, so that it does not grow.
    private func giveUp() {
        state.withLock { state in
            state.pending.shrink(to: Self.maximumPendingBytes / 2)
            state.endWriter()
        }
    }

    func takeFurtherCounts() {
        let further = furtherCounts()
        count { $0 += further }
    }

    /// The next batch; with none left the task ends, and the next response starts another.
    private func nextBatch() -> PendingWrites.Batch? {
        state.withLock { state in
            let batch = state.pending.nextBatch()
            guard batch.isEmpty else { return batch }
            state.endWriter()
            return nil
        }
    }

    /// Brings the store back within its bound, one short transaction after another, so that
    /// nobody who reads or writes waits for long.
    private func evict() async {
        let maximum = maximumBytes
        guard await access.read({ try DatabasePages($0).usedBytes }) ?? 0 > maximum else {
            return
        }
        // Some room is made at once, or each further response would evict one.
        let target = maximum - maximum / 16
        while true {
            let removed = await access.write { database in
                guard try DatabasePages(database).usedBytes > target else {
                    return (answers: 0, responses: 0)
                }
                // Answers can be made anew of the responses that stay.
                let answers = try AnswerTable.removeFirstToExpire(16, in: database)
                let responses =
                    answers > 0
                    ? 0 : try ResponseTable.removeLeastRecentlyUsed(16, in: database)
                try DatabasePages.release(512, in: database)
                return (answers: answers, responses: responses)
            }
            guard let removed, removed != (0, 0) else { return }
            count { $0.evictions += removed.responses }
        }
    }
}
