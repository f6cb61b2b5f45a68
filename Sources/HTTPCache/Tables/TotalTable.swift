import FoundationEssentials
import HTTPCore
import SQLite

/// The statements on the counts of all processes. Each runs in its caller's transaction.
enum TotalTable {
    static func add(_ counts: CacheCounts, at now: Date, in database: Connection) throws {
        guard counts != CacheCounts() else { return }
        var (counted, since) = try totals(in: database)
        counted += counts
        let begun = (since ?? now).milliseconds
        for (name, count) in CacheCounts.names {
            try database.execute(CacheTable.total.insertion, name, counted[keyPath: count], begun)
        }
    }

    /// The counts, and the time of the first.
    static func totals(in database: Connection) throws -> (counts: CacheCounts, since: Date?) {
        var counts = CacheCounts()
        var since: Int64?
        try CacheTable.total.read(in: database) { row in
            let name = row.text(2)
            let begun = row.integer(4)
            since = min(since ?? begun, begun)
            // A newer version may have counts that this one does not know.
            guard let known = CacheCounts.names.first(where: { $0.name == name }) else { return }
            counts[keyPath: known.count] = Int(row.integer(3))
        }
        return (counts, since.map { Date(milliseconds: $0) })
    }
}

extension CacheCounts {
    /// Each count with its name in the file.
    static var names: [(name: String, count: WritableKeyPath<CacheCounts, Int>)] {
        [
            ("hits", \.hits), ("misses", \.misses), ("revalidations", \.revalidations),
            ("staleServed", \.staleServed), ("coalesced", \.coalesced),
            ("evictions", \.evictions), ("requestsSpared", \.requestsSpared),
            ("rateLimitSpared", \.rateLimitSpared),
        ]
    }

    static func += (left: inout CacheCounts, right: CacheCounts) {
        for (_, count) in names { left[keyPath: count] += right[keyPath: count] }
    }

    static func -= (left: inout CacheCounts, right: CacheCounts) {
        for (_, count) in names { left[keyPath: count] -= right[keyPath: count] }
    }
}
