import HTTPCore
import SQLite
import Synchronization

extension ResponseStore {
    /// Waits until every response so far is in the file, or could not be written.
    package func flush() async {
        while let writer = state.withLock(\.writer) { await writer.value }
    }

    /// Writes what is pending and closes the file. Nothing is found or stored afterwards.
    package func close() async {
        await counting.cancelAll()
        beginWriting(counts: true)
        await flush()
        await access.close()
    }

    /// Starts the writer's task, unless it is running: with `counts`, even if nothing else is pending.
    func beginWriting(counts: Bool = false) {
        state.withLock { state in
            let hasCounts = state.unsaved != CacheCounts() || !state.clients.isEmpty
            let isIdle = state.pending.isEmpty && !(counts && hasCounts)
            guard state.writer == nil, !isIdle else { return }
            // Detached, because it writes for all requests.
            state.writer = Task.detached { await self.writePending() }
        }
    }

    private func writePending() async {
        repeat {
            // The first round may have only counts to write.
            let batch = state.withLock(\.pending)
            guard await write(batch) else {
                // What could not be written stays in memory until the next response, which tries
                // again. The oldest entries are removed, so that it does not grow.
                return state.withLock { state in
                    state.pending.shrink()
                    state.writer = nil
                }
            }
            await evict()
            rest(after: batch.bodyBytes)
            // Responses that arrived meanwhile are in the next round. With none left the task ends,
            // and the next response starts another.
        } while state.withLock { state in
            if state.pending.isEmpty { state.writer = nil }
            return state.writer != nil
        }
    }

    private func write(_ batch: PendingWrites) async -> Bool {
        let now = clock()
        let (counts, clients) = state.withLock { ($0.unsaved, $0.clients) }
        let isWritten = await access.write { database in
            for response in batch.responses {
                try ResponseTable.write(response, now: now, in: database)
            }
            for (row, date) in batch.used {
                try ResponseTable.markUsed(row: row, at: date, in: database)
            }
            try ResultTable.write(batch.results, now: now, in: database)
            try TotalTable.add(counts, at: now, in: database)
            try ClientTable.add(clients, in: database)
            return true
        }
        guard isWritten.value != nil else { return false }
        state.withLock { state in
            state.pending.remove(written: batch)
            state.unsaved -= counts
            for (name, written) in clients {
                let rest = (state.clients[name] ?? ClientCounts()) - written
                state.clients[name] = rest == ClientCounts() ? nil : rest
            }
        }
        return true
    }

    /// Below this, the memory used for writing is not worth returning. In bytes of bodies.
    private static let noticeableBytes = 1 << 20

    private func rest(after bytes: Int) {
        let isNoticeable = state.withLock { state in
            state.writtenSinceRest += bytes
            guard state.writtenSinceRest >= Self.noticeableBytes else { return false }
            state.writtenSinceRest = 0
            return true
        }
        if isNoticeable { onRest() }
    }

    /// Brings the store back within its size limit.
    private func evict() async {
        let maximum = maximumBytes
        guard await access.read(Self.usedBytes) ?? 0 > maximum else { return }
        // Frees some extra space at once; otherwise each further response would evict one.
        let target = maximum - maximum / 16
        let evicted = await access.write { database in
            var evicted = 0
            while try Self.usedBytes(database) > target {
                // Results can be made again from the remaining responses.
                if try ResultTable.removeFirstToExpire(16, in: database) > 0 { continue }
                let removed = try ResponseTable.removeLeastRecentlyUsed(16, in: database)
                if removed == 0 { break }
                evicted += removed
            }
            try database.releaseFreePages()
            return evicted
        }
        count { $0.evictions += evicted.value ?? 0 }
    }

    /// The size of the file without its free pages.
    private static func usedBytes(_ database: Connection) throws -> Int {
        try database.fileBytes - database.freeBytes
    }
}
