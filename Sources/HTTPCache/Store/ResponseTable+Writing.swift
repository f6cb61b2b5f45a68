import FoundationEssentials
import SQLite

extension ResponseTable {
    /// Writes a response, replacing an older one.
    ///
    /// A slower process must not replace a newer response by an older one. A response from after
    /// `now` is always replaced.
    static func write(
        _ response: StoredResponse, _ body: DeflatedBody, now: Date, in database: Connection
    ) throws {
        let id = try database.integer(
            """
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
            """,
            response.key.url, response.key.method, response.key.identity.bytes,
            response.varying.text, response.status, response.requestedAt.milliseconds,
            response.receivedAt.milliseconds, response.usedAt.milliseconds,
            FieldText.text(response.fields), body.bytes, body.length, now.milliseconds)
        guard let id else { return }
        for tag in response.tags {
            try database.execute(
                "INSERT OR IGNORE INTO tag (name, response) VALUES (?, ?)", tag, id)
        }
    }

    static func markUsed(row: Int64, at date: Date, in database: Connection) throws {
        try database.execute(
            "UPDATE response SET usedAt = ? WHERE id = ?", date.milliseconds, row)
    }

    // Each of these returns the number of responses removed.

    static func remove(_ key: CacheKey, in database: Connection) throws -> Int {
        try database.delete(
            "FROM response WHERE url = ? AND method = ? AND identity = ?",
            key.url, key.method, key.identity.bytes)
    }

    static func remove(url: String, in database: Connection) throws -> Int {
        try database.delete("FROM response WHERE url = ?", url)
    }

    static func remove(tag: String, in database: Connection) throws -> Int {
        try database.delete(
            "FROM response WHERE id IN (SELECT response FROM tag WHERE name = ?)", tag)
    }

    static func removeAll(in database: Connection) throws -> Int {
        try database.execute("DELETE FROM memo")
        try ResultTable.removeAll(in: database)
        return try database.delete("FROM response")
    }

    static func removeLeastRecentlyUsed(_ count: Int, in database: Connection) throws -> Int {
        try database.delete(
            "FROM response WHERE id IN (SELECT id FROM response ORDER BY usedAt, id LIMIT ?)",
            count)
    }
}
