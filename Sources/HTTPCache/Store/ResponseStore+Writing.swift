import HTTPTypes

extension ResponseStore {
    /// Waits until everything that was kept so far is in the file.
    package func flush() async {
        while let writer = state.withLock({ $0.writer }) {
            await writer.value
        }
    }

    /// Writes what is pending and closes the file. Afterwards nothing is found or kept.
    package func close() async {
        await flush()
        await access.close()
    }

    /// Starts the one task that writes, unless it is at work.
    func beginWriting() {
        state.withLock { state in
            guard state.writer == nil, !state.pending.isEmpty else { return }
            state.writer = Task { await writePending() }
        }
    }

    private func writePending() async {
        while let batch = nextBatch() {
            let now = clock()
            let isWritten = await access.write { database in
                for entry in batch.entries {
                    try ResponseTable.write(entry.response, now: now, in: database)
                }
                for (row, date) in batch.used {
                    try ResponseTable.markUsed(row: row, at: date, in: database)
                }
                return true
            }
            // What could not be written after three attempts is given up: it would be tried for
            // ever, and grow.
            state.withLock { $0.pending.wrote(batch) }
            if isWritten != nil { await evict() }
        }
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
                guard try DatabasePages(database).usedBytes > target else { return 0 }
                let removed = try ResponseTable.removeLeastRecentlyUsed(16, in: database)
                try DatabasePages.release(512, in: database)
                return removed
            }
            guard let removed, removed > 0 else { return }
            count { $0.evictions += removed }
        }
    }
}
