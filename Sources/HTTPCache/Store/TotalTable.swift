import FoundationEssentials
import GRDB

/// The statements on the counts over all processes. Each runs in the transaction of its caller.
enum TotalTable {
    static func add(_ counts: CacheCounts, at now: Date, in database: Database) throws {
        for (name, count) in CacheCounts.names where counts[keyPath: count] != 0 {
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO total (name, count, since) VALUES (?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET count = count + excluded.count
                    """)
            try statement.execute(
                arguments: [name, counts[keyPath: count], now.milliseconds])
        }
    }

    /// The counts, and when the first of them was.
    static func totals(in database: Database) throws -> (counts: CacheCounts, since: Date?) {
        var counts = CacheCounts()
        var since: Int64?
        let rows = try Row.fetchCursor(database, sql: "SELECT name, count, since FROM total")
        while let row = try rows.next() {
            let name: String = row["name"]
            let begun: Int64 = row["since"]
            since = min(since ?? begun, begun)
            // A newer version may count more than this one knows.
            guard let known = CacheCounts.names.first(where: { $0.name == name }) else { continue }
            counts[keyPath: known.count] = row["count"]
        }
        return (counts, since.map { Date(milliseconds: $0) })
    }
}
