import FoundationEssentials
import HTTPCore
import HTTPTypes
import SQLite

/// The statements on stored responses. Each runs in its caller's transaction.
enum ResponseTable {
    typealias Found = (id: Int64, response: StoredResponse)

    static func response(
        for key: CacheKey, fields: HTTPFields, in database: Connection
    ) throws -> Found? {
        // Not sorted by SQLite, which would copy the bodies: there is nearly always one row.
        var newest: Found?
        try CacheTable.response.read(
            "WHERE url = ? AND method = ? AND identity = ?", key.url, key.method,
            key.identity.bytes, in: database
        ) { row in
            guard VaryingFields(text: row.text(5)).match(fields) else { return }
            let receivedAt = Date(milliseconds: row.integer(8))
            if newest.map({ $0.response.receivedAt < receivedAt }) ?? true {
                newest = try found(row)
            }
        }
        return newest
    }

    /// The newest response that fits the request, of any owner, whose entity tag follows the rule.
    static func verified(
        url: String, fields: HTTPFields, in database: Connection
    ) throws -> StoredResponse? {
        // Bodies are read only for the one that is wanted.
        var fitting: (id: Int64, receivedAt: Int64)?
        try database.forEach(
            "SELECT id, varying, receivedAt FROM response "
                + "WHERE url = ? AND method = 'GET' AND followsRule = 1", arguments: [url]
        ) { row in
            guard row.integer(2) > fitting?.receivedAt ?? .min,
                VaryingFields(text: row.text(1)).match(fields)
            else { return }
            fitting = (row.integer(0), row.integer(2))
        }
        guard let fitting else { return nil }
        var response: StoredResponse?
        try CacheTable.response.read("WHERE id = ?", fitting.id, in: database) {
            response = try found($0).response
        }
        return response
    }

    static func newest(
        urlPrefix: String, identity: Identity, limit: Int, in database: Connection
    ) throws -> [StoredResponse] {
        // In the index's order, a URL with the prefix lies between the prefix and the prefix with
        // the last of all characters. Bodies are read only for the responses that are wanted.
        var responses: [StoredResponse] = []
        try CacheTable.response.read(
            """
            WHERE id IN (
                SELECT id FROM response
                WHERE url >= ? AND url < ? AND method = 'GET' AND identity = ? AND status = 200
                ORDER BY receivedAt DESC LIMIT ?)
            ORDER BY receivedAt DESC
            """,
            urlPrefix, urlPrefix + "\u{10FFFF}", identity.bytes, limit, in: database
        ) { row in
            responses.append(try found(row).response)
        }
        return responses
    }

    /// Adds the contents by host. Reads every row, but not the bodies.
    static func addContents(
        to statistics: inout CacheStatistics, in database: Connection
    ) throws {
        try database.forEach(
            """
            SELECT substr(rest, 1, instr(rest || '/', '/') - 1) AS host, COUNT(*),
                SUM(size) AS bytes, MIN(receivedAt), MAX(receivedAt)
            FROM (SELECT substr(url, instr(url, '://') + 3) AS rest, LENGTH(body) AS size,
                receivedAt FROM response)
            GROUP BY host ORDER BY bytes DESC, host
            """
        ) { row in
            let host = CacheStatistics.Host(
                host: row.text(0), entries: Int(row.integer(1)), bytes: Int(row.integer(2)))
            statistics.hosts.append(host)
            statistics.entries += host.entries
            let oldest = Date(milliseconds: row.integer(3))
            let newest = Date(milliseconds: row.integer(4))
            statistics.oldest = min(statistics.oldest ?? oldest, oldest)
            statistics.newest = max(statistics.newest ?? newest, newest)
        }
    }

    /// - Parameter row: one of ``CacheTable/read(_:_:in:body:)``.
    private static func found(_ row: borrowing Row) throws -> Found {
        let key = CacheKey(
            identity: Identity(bytes: row.blob(4)), method: row.text(3), url: row.text(2))
        let body = DeflatedBody(
            bytes: row.blob(14), length: row.isNull(13) ? nil : Int(row.integer(13)))
        var response = StoredResponse(
            key: key, varying: VaryingFields(text: row.text(5)), status: Int(row.integer(6)),
            fields: FieldText.fields(row.text(10)), body: try body.body(),
            requestedAt: Date(milliseconds: row.integer(7)),
            receivedAt: Date(milliseconds: row.integer(8)),
            usedAt: Date(milliseconds: row.integer(9)))
        response.followsRule = row.integer(12) == 1
        return (row.integer(0), response)
    }

    // MARK: Writing

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
            response.followsRule ? 1 : 0, body.length, body.bytes)
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
        try database.execute(
            "DELETE FROM response WHERE url = ? AND method = ? AND identity = ?",
            key.url, key.method, key.identity.bytes)
    }

    static func urls(in database: Connection) throws -> Set<String> {
        var urls: Set<String> = []
        try database.forEach("SELECT DISTINCT url FROM response") { urls.insert($0.text(0)) }
        return urls
    }

    static func remove(url: String, in database: Connection) throws -> Int {
        try database.execute("DELETE FROM response WHERE url = ?", url)
    }

    static func remove(tag: String, in database: Connection) throws -> Int {
        try database.execute("DELETE FROM response WHERE instr(tags, ?) > 0", "\n\(tag)\n")
    }

    static func removeAll(in database: Connection) throws -> Int {
        try database.execute("DELETE FROM memo")
        try ResultTable.removeAll(in: database)
        return try database.execute("DELETE FROM response")
    }

    static func removeLeastRecentlyUsed(_ count: Int, in database: Connection) throws -> Int {
        try database.execute(
            "DELETE FROM response WHERE id IN (SELECT id FROM response ORDER BY usedAt, id LIMIT ?)",
            count)
    }
}
