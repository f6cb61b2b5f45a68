import FoundationEssentials
import GRDB

extension ResponseTable {
    /// Writes a response in the place of an older one.
    ///
    /// A slower process must not put its older response over a newer one; one that claims to
    /// come from after `now` gives way to any.
    static func write(
        _ response: StoredResponse, _ body: DeflatedBody, now: Date, in database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO response (
                    url, method, identity, varying, status, requestedAt, receivedAt, usedAt,
                    fields, body, bodyLength)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (url, method, identity, varying) DO UPDATE SET
                    status = excluded.status, requestedAt = excluded.requestedAt,
                    receivedAt = excluded.receivedAt, usedAt = excluded.usedAt,
                    fields = excluded.fields, body = excluded.body,
                    bodyLength = excluded.bodyLength
                WHERE requestedAt <= excluded.requestedAt OR requestedAt > ?
                RETURNING id
                """)
        let id = try Int64.fetchOne(
            statement,
            arguments: [
                response.key.url, response.key.method, Data(response.key.identity.bytes),
                response.varying.text, response.status, response.requestedAt.milliseconds,
                response.receivedAt.milliseconds, response.usedAt.milliseconds,
                FieldText.text(response.fields), body.data, body.length, now.milliseconds,
            ])
        guard let id else { return }
        for tag in response.tags {
            try database.execute(
                sql: "INSERT OR IGNORE INTO tag (name, response) VALUES (?, ?)",
                arguments: [tag, id])
        }
    }

    static func markUsed(row: Int64, at date: Date, in database: Database) throws {
        try database.execute(
            sql: "UPDATE response SET usedAt = ? WHERE id = ?",
            arguments: [date.milliseconds, row])
    }

    static func remove(_ key: CacheKey, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM response WHERE url = ? AND method = ? AND identity = ?",
            arguments: [key.url, key.method, Data(key.identity.bytes)])
    }

    static func remove(url: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM response WHERE url = ?", arguments: [url])
    }

    /// Each of these gives the number of responses removed.
    static func remove(tag: String, in database: Database) throws -> Int {
        try database.execute(
            sql: "DELETE FROM response WHERE id IN (SELECT response FROM tag WHERE name = ?)",
            arguments: [tag])
        return database.changesCount
    }

    static func removeAll(in database: Database) throws -> Int {
        try database.execute(sql: "DELETE FROM memo")
        try AnswerTable.removeAll(in: database)
        try database.execute(sql: "DELETE FROM response")
        return database.changesCount
    }

    static func removeLeastRecentlyUsed(_ count: Int, in database: Database) throws -> Int {
        try database.execute(
            sql: """
                DELETE FROM response WHERE id IN (
                    SELECT id FROM response ORDER BY usedAt, id LIMIT ?)
                """,
            arguments: [count])
        return database.changesCount
    }
}
