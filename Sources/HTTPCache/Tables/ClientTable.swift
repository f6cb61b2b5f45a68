import HTTPCore
import SQLite

/// The statements on the counts of owners. Each runs in its caller's transaction.
enum ClientTable {
    /// Owners with the fewest requests are forgotten beyond this number.
    private static let maximum = 1000

    static func add(_ counts: [String: ClientCounts], in database: Connection) throws {
        guard !counts.isEmpty else { return }
        let known = try all(in: database)
        for (name, new) in counts {
            let sum = (known[name] ?? ClientCounts()) + new
            try database.execute(
                CacheTable.client.insertion, name, sum.requests, sum.spared, sum.free)
        }
        try database.execute(
            """
            DELETE FROM client WHERE id NOT IN (
                SELECT id FROM client ORDER BY requests DESC LIMIT \(maximum))
            """)
    }

    static func all(in database: Connection) throws -> [String: ClientCounts] {
        var counts: [String: ClientCounts] = [:]
        try CacheTable.client.read(in: database) { row in
            var count = ClientCounts()
            count.requests = Int(row.integer(3))
            count.spared = Int(row.integer(4))
            count.free = Int(row.integer(5))
            counts[row.text(2)] = count
        }
        return counts
    }
}

extension ClientCounts {
    static func + (left: ClientCounts, right: ClientCounts) -> ClientCounts {
        var sum = left
        sum.requests += right.requests
        sum.spared += right.spared
        sum.free += right.free
        return sum
    }

    static func - (left: ClientCounts, right: ClientCounts) -> ClientCounts {
        var rest = left
        rest.requests -= right.requests
        rest.spared -= right.spared
        rest.free -= right.free
        return rest
    }
}
