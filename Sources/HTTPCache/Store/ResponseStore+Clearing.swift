package import HTTPCore
import SQLite
import Synchronization

extension ResponseStore {
    /// Removes everything, including memos, and returns the number of responses.
    package func clear() async -> Int {
        await marking(where: { _ in true }) { try ResponseTable.removeAll(in: $0) }
    }

    /// Removes and counts the responses of every identity with `tag`, in any letter case.
    package func clear(tag: String) async -> Int {
        let name = tag.lowercased()
        return await marking(where: { $0.tags.contains(name) }) { database in
            try ResultTable.removeAll(in: database)
            return try ResponseTable.remove(tag: name, in: database)
        }
    }

    /// Changes the mark before removing, which invalidates results in memory, and after, which
    /// invalidates those made meanwhile.
    private func marking(
        where condition: (StoredResponse) -> Bool,
        _ removal: @escaping @Sendable (Connection) throws -> Int
    ) async -> Int {
        await flush()
        await access.markCleared()
        let removed: Int? =
            switch await remove(where: condition, removal) {
            case .done(let count): count
            case .busy: nil
            case .inMemory, .failed: await access.clear(removal)
            }
        await access.markCleared()
        guard let removed else { return 0 }
        _ = await access.write { try $0.releaseFreePages() }
        await access.checkpoint()
        return removed
    }

    /// The counts of this process and of all, and the contents of the file.
    package func statistics() async -> CacheStatistics {
        await flush()
        let empty = CacheStatistics(path: path, entries: 0, bytes: 0, maxBytes: maximumBytes)
        var statistics =
            await access.read { database in
                var statistics = empty
                try ResponseTable.addContents(to: &statistics, in: database)
                statistics.bytes = try database.fileBytes
                (statistics.lifetime, statistics.since) = try TotalTable.totals(in: database)
                statistics.clients = try ClientTable.all(in: database)
                return statistics
            } ?? empty
        state.withLock { state in
            statistics.counts = state.counts
            statistics.lifetime += state.unsaved
            statistics.clients.merge(state.clients, uniquingKeysWith: +)
        }
        return statistics
    }
}
