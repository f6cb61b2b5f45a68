extension ResponseStore {
    /// Removes everything, memos too, and gives the space back.
    ///
    /// - Returns: the number of responses removed.
    package func clear() async -> Int {
        await flush()
        let removed = await access.write { try ResponseTable.removeAll(in: $0) }
        await shrink()
        return removed ?? 0
    }

    /// Removes the responses that were kept with `tag`, letter case aside, under every identity.
    ///
    /// - Returns: the number of responses removed.
    package func clear(tag: String) async -> Int {
        await flush()
        let name = tag.lowercased()
        let removed = await access.write { try ResponseTable.remove(tag: name, in: $0) }
        await shrink()
        return removed ?? 0
    }

    /// The counts of this process, and the size of the file, whoever filled it.
    package func statistics() async -> CacheStatistics {
        await flush()
        let sizes = await access.read { database in
            (try ResponseTable.count(in: database), try DatabasePages(database).fileBytes)
        }
        return CacheStatistics(
            path: path, entries: sizes?.0 ?? 0, bytes: sizes?.1 ?? 0, maxBytes: maximumBytes,
            counts: state.withLock { $0.counts })
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
