extension ResponseStore {
    /// Removes everything, memos too, and gives the space back.
    ///
    /// - Returns: the number of responses removed.
    package func clear() async -> Int {
        await flush()
        state.withLock { $0.pending.remove { _ in true } }
        let removed = await access.write { try ResponseTable.removeAll(in: $0) }
        noteRemoval()
        clearCounter.increment()
        await shrink()
        return removed ?? 0
    }

    /// Removes the responses that were kept with `tag`, letter case aside, under every identity.
    ///
    /// - Returns: the number of responses removed.
    package func clear(tag: String) async -> Int {
        await flush()
        let name = tag.lowercased()
        state.withLock { $0.pending.remove { $0.tags.contains(name) } }
        let removed = await access.write { database in
            try AnswerTable.removeAll(in: database)
            return try ResponseTable.remove(tag: name, in: database)
        }
        noteRemoval()
        clearCounter.increment()
        await shrink()
        return removed ?? 0
    }

    /// The counts of this process and of all, and what the file holds, whoever filled it.
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
        return CacheStatistics(
            path: path, entries: contents.entries, bytes: found?.1 ?? 0, maxBytes: maximumBytes,
            oldest: contents.oldest, newest: contents.newest, hosts: contents.hosts,
            counts: counts, lifetime: lifetime, since: found?.2.since)
    }

    /// Gives free pages back in steps of 4 MB or so, then cuts the log back.
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
