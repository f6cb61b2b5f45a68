import FoundationEssentials
import SQLite

extension ResponseTable {
    /// Writes a response, replacing an older one.
    ///
    /// A slower process must not replace a newer response by an older one. A response from after
    /// `now` is always replaced.
    static func write(
        _ response: StoredResponse, now: Date, in database: Connection
    ) throws {
        let newer = try database.integer(
            isNewer, response.key.url, response.key.method, response.key.identity.bytes,
            response.varying.text, response.requestedAt.milliseconds, now.milliseconds)
        guard newer == nil else { return }
        let body = DeflatedBody(response.body)
        try database.execute(
            CacheTable.response.insertion,
            response.key.url, response.key.method, response.key.identity.bytes,
            response.varying.text, response.status, response.requestedAt.milliseconds,
            response.receivedAt.milliseconds, response.usedAt.milliseconds,
            FieldText.text(response.fields), response.tags.map { "\n\($0)\n" }.joined(),
            body.length, body.bytes)
    }

    private static let isNewer = """
        SELECT 1 FROM response WHERE url = ? AND method = ? AND identity = ? AND varying = ?
            AND requestedAt > ? AND requestedAt <= ? AND \(CacheTable.response.isSound)
        """

    static func markUsed(row: Int64, at date: Date, in database: Connection) throws {
        try database.execute(use, date.milliseconds, row)
    }

    private static let use = """
        UPDATE response SET usedAt = ?1, digest = \(CacheTable.response.digest(["usedAt": "?1"]))
        WHERE id = ?2 AND \(CacheTable.response.isSound)
        """

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
        try database.delete("FROM response WHERE instr(tags, ?) > 0", "\n\(tag)\n")
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
