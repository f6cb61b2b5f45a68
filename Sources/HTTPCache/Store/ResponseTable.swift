import FoundationEssentials
import GRDB
import HTTPTypes

/// The statements on stored responses. Each runs in the transaction of its caller.
enum ResponseTable {
    struct Found: Sendable {
        let id: Int64
        let response: StoredResponse
    }

    private static let columns = """
        id, url, method, identity, varying, status, requestedAt, receivedAt, usedAt, fields, body,
        bodyLength
        """

    static func response(
        for key: CacheKey, fields: HTTPFields, in database: Database
    ) throws -> Found? {
        // Not ordered by SQLite, which would copy the bodies: nearly always there is one row.
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM response WHERE url = ? AND method = ? AND identity = ?
                """)
        let rows = try Row.fetchCursor(
            statement, arguments: [key.url, key.method, Data(key.identity.bytes)])
        var newest: Found?
        while let row = try rows.next() {
            guard VaryingFields(text: row["varying"]).match(fields) else { continue }
            let receivedAt = Date(milliseconds: row["receivedAt"])
            if newest.map({ $0.response.receivedAt < receivedAt }) ?? true {
                newest = try found(row)
            }
        }
        return newest
    }

    static func newest(
        urlPrefix: String, identity: Identity, limit: Int, in database: Database
    ) throws -> [StoredResponse] {
        // In the index's order a URL with the prefix lies below the prefix and the last of all
        // characters. The bodies are read only of those that are wanted.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(columns) FROM response WHERE id IN (
                    SELECT id FROM response
                    WHERE url >= ? AND url < ? AND method = 'GET' AND identity = ? AND status = 200
                    ORDER BY receivedAt DESC LIMIT ?)
                ORDER BY receivedAt DESC
                """,
            arguments: [urlPrefix, urlPrefix + "\u{10FFFF}", Data(identity.bytes), limit])
        var responses: [StoredResponse] = []
        while let row = try rows.next() {
            responses.append(try found(row).response)
        }
        return responses
    }

    /// What is stored, by host. It looks at every row, but not at the bodies.
    static func contents(in database: Database) throws -> Contents {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT substr(rest, 1, instr(rest || '/', '/') - 1) AS host, COUNT(*) AS entries,
                    SUM(size) AS bytes, MIN(receivedAt) AS oldest, MAX(receivedAt) AS newest
                FROM (SELECT substr(url, instr(url, '://') + 3) AS rest, LENGTH(body) AS size,
                    receivedAt FROM response)
                GROUP BY host ORDER BY bytes DESC, host
                """)
        var contents = Contents()
        while let row = try rows.next() {
            let host = CacheStatistics.Host(
                host: row["host"], entries: row["entries"], bytes: row["bytes"])
            contents.hosts.append(host)
            contents.entries += host.entries
            let oldest = Date(milliseconds: row["oldest"])
            let newest = Date(milliseconds: row["newest"])
            contents.oldest = min(contents.oldest ?? oldest, oldest)
            contents.newest = max(contents.newest ?? newest, newest)
        }
        return contents
    }

    struct Contents: Sendable {
        var entries = 0
        var hosts: [CacheStatistics.Host] = []
        var oldest: Date?
        var newest: Date?
    }

    private static func found(_ row: Row) throws -> Found {
        let key = CacheKey(
            identity: Identity(bytes: Array(row["identity"] as Data)), method: row["method"],
            url: row["url"])
        let response = StoredResponse(
            key: key, varying: VaryingFields(text: row["varying"]), status: row["status"],
            fields: FieldText.fields(row["fields"]),
            body: try DeflatedBody(data: row["body"], length: row["bodyLength"]).body(),
            requestedAt: Date(milliseconds: row["requestedAt"]),
            receivedAt: Date(milliseconds: row["receivedAt"]),
            usedAt: Date(milliseconds: row["usedAt"]))
        return Found(id: row["id"], response: response)
    }
}

/// Header fields as one text, a line a field, in order and with their names as they were sent.
enum FieldText {
    static func text(_ fields: HTTPFields) -> String {
        fields.map { "\($0.name.rawName):\($0.value)" }.joined(separator: "\n")
    }

    static func fields(_ text: String) -> HTTPFields {
        var fields = HTTPFields()
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"),
                let name = HTTPField.Name(String(line[..<colon]))
            else { continue }
            let value = String(line[line.index(after: colon)...])
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }
}

extension Date {
    /// Unix time, rounded down, so that no stored time is later than it was.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
