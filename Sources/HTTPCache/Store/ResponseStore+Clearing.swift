package import HTTPCore
import Synchronization

extension ResponseStore {
    /// Removes everything, including memos, and returns the space.
    ///
    /// - Returns: the number of responses removed.
    package func clear() async -> Int {
        await removing {
            state.withLock { $0.pending.remove { _ in true } }
            return await access.write { try ResponseTable.removeAll(in: $0) }
        }
    }

    /// Removes the responses with `tag`, in any letter case, of every identity.
    ///
    /// - Returns: the number of responses removed.
    package func clear(tag: String) async -> Int {
        let name = tag.lowercased()
        return await removing {
            state.withLock { $0.pending.remove { $0.tags.contains(name) } }
            return await access.write { database in
                try ResultTable.removeAll(in: database)
                return try ResponseTable.remove(tag: name, in: database)
            }
        }
    }

    /// Counts the clearing twice. After the first time no result of the responses is used, so that
    /// none outlives them; after the second none is used that was made of them meanwhile.
    private func removing(_ remove: () async -> Int?) async -> Int {
        await flush()
        clearCounter.increment()
        let removed = await remove()
        noteRemoval()
        clearCounter.increment()
        await shrink()
        return removed ?? 0
    }

    /// The counts of this process and of all, and the contents of the file.
    package func statistics() async -> CacheStatistics {
        await flush()
        takeFurtherCounts()
        let found = await access.read { database in
            (
                try ResponseTable.contents(in: database), try DatabasePages(database).fileBytes,
                try TotalTable.totals(in: database)
            )
        }
        let contents = found?.0 ?? ResponseTable.Contents()
        let (counts, unsaved) = state.withLock { ($0.counts, $0.unsaved) }
        var lifetime = found?.2.counts ?? CacheCounts()
        lifetime += unsaved
        var statistics = CacheStatistics(
            path: path, entries: contents.entries, bytes: found?.1 ?? 0, maxBytes: maximumBytes)
        statistics.oldest = contents.oldest
        statistics.newest = contents.newest
        statistics.hosts = contents.hosts
        statistics.counts = counts
        statistics.lifetime = lifetime
        statistics.since = found?.2.since
        return statistics
    }

    /// Returns free pages in steps of about 4 MB, then truncates the log.
    private func shrink() async {
        var isLeft = true
        while isLeft {
            isLeft =
                await access.write { database in
                    try DatabasePages.release(1024, in: database)
                    return try DatabasePages(database).freeBytes > 0
                } ?? false
        }
        await access.checkpoint()
    }
}
