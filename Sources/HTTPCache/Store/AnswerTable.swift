import FoundationEssentials
import GRDB
import HTTPCore

/// The statements on stored answers. Each runs in the transaction of its caller.
enum AnswerTable {
    /// The answer to `question`, unless it has expired, comes from the future, or is made of a
    /// response that is gone or has become another one.
    static func answer(
        to question: String, _ identity: Identity, now: Date, in database: Database
    ) throws -> StoredAnswer? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT savedAt, expiresAt, requests, limited, parts, text FROM answer
                WHERE question = ? AND identity = ? AND savedAt <= ? AND expiresAt > ?
                """)
        let found = try Row.fetchOne(
            statement,
            arguments: [question, Data(identity.bytes), now.milliseconds, now.milliseconds])
        guard let row = found, try arePresent(parts: row["parts"], in: database) else {
            return nil
        }
        return StoredAnswer(
            question: question, identity: identity, text: Array(row["text"] as Data),
            savedAt: Date(milliseconds: row["savedAt"]),
            expiresAt: Date(milliseconds: row["expiresAt"]), requests: row["requests"],
            limited: row["limited"], parts: [])
    }

    /// Writes each answer whose responses are all in the file, and removes those that have
    /// expired or come from the future.
    static func write(_ answers: [StoredAnswer], now: Date, in database: Database) throws {
        guard !answers.isEmpty else { return }
        try database.execute(
            sql: "DELETE FROM answer WHERE expiresAt <= ? OR savedAt > ?",
            arguments: [now.milliseconds, now.milliseconds])
        for answer in answers {
            guard let parts = try partsText(of: answer, in: database) else { continue }
            let statement = try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO answer (
                        question, identity, savedAt, expiresAt, requests, limited, parts, text)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            try statement.execute(arguments: [
                answer.question, Data(answer.identity.bytes), answer.savedAt.milliseconds,
                answer.expiresAt.milliseconds, answer.requests, answer.limited, parts,
                Data(answer.text),
            ])
        }
    }

    static func removeAll(in database: Database) throws {
        try database.execute(sql: "DELETE FROM answer")
    }

    /// - Returns: the number of answers removed.
    static func removeFirstToExpire(_ count: Int, in database: Database) throws -> Int {
        try database.execute(
            sql: """
                DELETE FROM answer WHERE id IN (
                    SELECT id FROM answer ORDER BY expiresAt LIMIT ?)
                """,
            arguments: [count])
        return database.changesCount
    }

    /// The rows of an answer's responses, a line each; nil if one is not there as it was.
    private static func partsText(
        of answer: StoredAnswer, in database: Database
    ) throws -> String? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, receivedAt FROM response
                WHERE url = ? AND method = 'GET' AND identity = ?
                    AND receivedAt BETWEEN ? AND ?
                """)
        guard !answer.parts.isEmpty else { return nil }
        var lines: [String] = []
        for part in answer.parts {
            // A time that was read from the file may be rounded down once more.
            let time = part.receivedAt.milliseconds
            let row = try Row.fetchOne(
                statement, arguments: [part.url, Data(part.identity), time - 1, time + 1])
            guard let row else { return nil }
            lines.append("\(row[0] as Int64) \(row[1] as Int64)")
        }
        return lines.joined(separator: "\n")
    }

    private static func arePresent(parts: String, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT receivedAt FROM response WHERE id = ?")
        for line in parts.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 2,
                try Int64.fetchOne(statement, arguments: [numbers[0]]) == numbers[1]
            else { return false }
        }
        return true
    }
}
