import FoundationEssentials
import HTTPCore
import SQLite

/// The statements on stored results. Each runs in its caller's transaction.
enum ResultTable {
    /// The result for `question`, unless it has expired, comes from the future, or one of its
    /// responses has been removed or replaced.
    static func result(
        for question: String, _ identity: Identity, now: Date, in database: Connection
    ) throws -> StoredResult? {
        var found: StoredResult?
        try CacheTable.result.read(
            "WHERE question = ? AND identity = ? AND savedAt BETWEEN ? AND ? AND expiresAt > ?",
            question, identity.bytes, now.earliestSaving.milliseconds, now.milliseconds,
            now.milliseconds, in: database
        ) { row in
            guard try arePresent(parts: row.text(8), in: database) else { return }
            let last =
                Date(milliseconds: row.integer(4)) + Double(ResponseFreshness.longestLifetime)
            found = StoredResult(
                text: row.blob(9), expiresAt: min(Date(milliseconds: row.integer(5)), last),
                requests: Int(row.integer(6)), limited: Int(row.integer(7)))
        }
        return found
    }

    /// Writes each result whose responses are all in the file, and removes those that have expired
    /// or come from the future.
    static func write(_ results: [PendingResult], now: Date, in database: Connection) throws {
        guard !results.isEmpty else { return }
        try database.execute(
            "DELETE FROM result WHERE expiresAt <= ? OR savedAt > ?", now.milliseconds,
            now.milliseconds)
        for pending in results {
            guard let parts = try partsText(of: pending, in: database) else { continue }
            let result = pending.result
            try database.execute(
                CacheTable.result.insertion, pending.question, pending.identity.bytes,
                pending.savedAt.milliseconds,
                result.expiresAt.milliseconds, result.requests, result.limited, parts, result.text)
        }
    }

    static func removeAll(in database: Connection) throws {
        try database.execute("DELETE FROM result")
    }

    /// - Returns: the number of results removed.
    static func removeFirstToExpire(_ count: Int, in database: Connection) throws -> Int {
        try database.execute(
            "DELETE FROM result WHERE id IN (SELECT id FROM result ORDER BY expiresAt LIMIT ?)",
            count)
    }

    /// The rows of a result's responses, one per line; nil if one has been removed or replaced.
    private static func partsText(
        of result: PendingResult, in database: Connection
    ) throws -> String? {
        guard !result.parts.isEmpty else { return nil }
        var lines: [String] = []
        for part in result.parts {
            // A time that was read from the file may be rounded down once more.
            let time = part.receivedAt.milliseconds
            let line = try database.first(
                """
                SELECT id, receivedAt FROM response
                WHERE url = ? AND method = 'GET' AND identity = ? AND receivedAt BETWEEN ? AND ?
                """,
                arguments: [part.url, part.identity, time - 1, time + 1]
            ) { row in "\(row.integer(0)) \(row.integer(1))" }
            guard let line else { return nil }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    private static func arePresent(parts: String, in database: Connection) throws -> Bool {
        for line in parts.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 2,
                try database.integer("SELECT receivedAt FROM response WHERE id = ?", numbers[0])
                    == numbers[1]
            else { return false }
        }
        return true
    }
}
