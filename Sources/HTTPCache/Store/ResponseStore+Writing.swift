import HTTPTypes

extension ResponseStore {
    /// Waits until everything that was kept so far is in the file, or could not be written.
    package func flush() async {
        while let (writer, pause) = state.withLock({ state in
            state.writer.map { ($0, state.pause) }
        }) {
            pause?.cancel()
            await writer.value
        }
    }

    /// Writes what is pending and closes the file. Afterwards nothing is found or kept.
    package func close() async {
        beginWriting(counts: true)
        await flush()
        await access.close()
    }

    /// Says that a response will come to be kept, or that it has come or will not.
    ///
    /// Between the two the writer may wait. To compress and write a page takes as long as to
    /// decode it, and whoever asked for ten of them waits for a processor meanwhile.
    func transferBegan() {
        state.withLock { $0.transfers += 1 }
    }

    func transferEnded() {
        state.withLock { state in
            state.transfers -= 1
            if state.transfers == 0 { state.pause?.cancel() }
        }
    }

    /// The longest wait for transfers under way, so that slow ones do not hold up all writing.
    private static let longestPause = Duration.milliseconds(250)

    /// Starts the one task that writes, unless it is at work.
    ///
    /// - Parameter counts: writes the counts even if there is nothing else to write.
    func beginWriting(counts: Bool = false) {
        if counts { takeFurtherCounts() }
        state.withLock { state in
            let isIdle = state.pending.isEmpty && !(counts && state.unsaved != CacheCounts())
            guard state.writer == nil, !isIdle else { return }
            state.pause =
                state.transfers == 0
                ? nil : Task { () -> Void in try? await Task.sleep(for: Self.longestPause) }
            state.writer = Task { [pause = state.pause] in
                await pause?.value
                await writePending()
            }
        }
    }

    private func writePending() async {
        // The first turn may have only counts to write.
        var batch = state.withLock { $0.pending.nextBatch() }
        while true {
            guard await write(batch) else { return giveUp() }
            await evict()
            guard let next = nextBatch() else { return onRest() }
            batch = next
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
    /// Each waits behind whatever else has to be done for those who wait for an answer.
    private static func deflated(_ batch: PendingWrites.Batch) async -> [DeflatedBody] {
        var bodies: [DeflatedBody] = []
        for entry in batch.entries {
            await Task.yield()
            bodies.append(DeflatedBody(entry.response.body))
        }
        return bodies
    }

    /// Leaves what could not be written to be found in memory until the next response is kept,
    /// which tries again; the oldest go, so that it does not grow.
    private func giveUp() {
        state.withLock { state in
            state.pending.shrink(to: Self.maximumPendingBytes / 2)
            state.writer = nil
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
            state.writer = nil
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
