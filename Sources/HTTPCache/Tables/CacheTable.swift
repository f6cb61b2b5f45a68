import SQLite

/// A table of the cache file, whose rows each have a digest of their columns, the key included.
///
/// A row that differs from its digest was damaged, or has the contents of another row. It counts as
/// absent, and is removed when it is read (``DamagedRows``). So does a row with a number that no
/// server writes, because anyone can compute a digest.
struct CacheTable: Sendable {
    let name: String
    /// SQL that makes the table. A row has an `id`, its digest, and then the columns.
    let creation: String
    /// SQL that inserts a row in place of the one with the same key. The columns are the parameters.
    let insertion: String
    /// SQL for whether a row is as a server wrote it.
    let isSound: String
    /// SQL for a row's digest, with some columns replaced.
    let digest: @Sendable (_ replacements: [String: String]) -> String
    private let selection: String

    /// - Parameters:
    ///   - columns: names and types, in order.
    ///   - key: the columns that identify a row.
    ///   - bounds: SQL that holds for the numbers of every row.
    private init(
        _ name: String, _ columns: KeyValuePairs<String, String>, key: String? = nil,
        bounds: String = "TRUE"
    ) {
        self.name = name
        let names = columns.map(\.key)
        let list = names.joined(separator: ", ")
        let parameters = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let declared = columns.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let unique = key.map { ", UNIQUE (\($0))" } ?? ""
        creation = """
            CREATE TABLE \(name) (
                id INTEGER PRIMARY KEY, digest BLOB NOT NULL, \(declared)\(unique));
            """
        insertion = """
            INSERT OR REPLACE INTO \(name) (\(list), digest)
            VALUES (\(parameters), digest128('\(name)', \(parameters)))
            """
        isSound = "(digest IS digest128('\(name)', \(list)) AND \(bounds))"
        digest = { replacements in
            "digest128('\(name)', \(names.map { replacements[$0] ?? $0 }.joined(separator: ", ")))"
        }
        selection = "SELECT id, \(isSound), \(list) FROM \(name) "
    }

    /// Calls `body` with each sound row. Its columns begin at 2.
    ///
    /// - Parameter condition: SQL that follows the name of the table.
    /// - Throws: ``DamagedRows`` at the end, if there were others.
    func read(
        _ condition: String = "", _ arguments: any Bindable..., in database: Connection,
        body: (borrowing Row) throws -> Void
    ) throws {
        var damaged: [Int64] = []
        try database.forEach(selection + condition, arguments: arguments) { row in
            guard row.integer(1) == 1 else { return damaged.append(row.integer(0)) }
            try body(row)
        }
        if !damaged.isEmpty { throw DamagedRows(table: name, ids: damaged) }
    }

    /// The stored responses. The body is the last column, so that the others are on the row's first
    /// page. Times, here and below, are Unix times in milliseconds, rounded down.
    static let response = CacheTable(
        "response",
        [
            "url": "TEXT NOT NULL", "method": "TEXT NOT NULL", "identity": "BLOB NOT NULL",
            "varying": "TEXT NOT NULL", "status": "INTEGER NOT NULL",
            "requestedAt": "INTEGER NOT NULL", "receivedAt": "INTEGER NOT NULL",
            "usedAt": "INTEGER NOT NULL", "fields": "TEXT NOT NULL",
            // Each with a line feed on both sides.
            "tags": "TEXT NOT NULL",
            "followsRule": "INTEGER NOT NULL",
            // Before deflating; null if the body is not deflated.
            "bodyLength": "INTEGER", "body": "BLOB NOT NULL",
        ], key: "url, method, identity, varying",
        bounds: "status BETWEEN 200 AND 599 AND followsRule IN (0, 1)")

    /// Results. A part is a response's id and its receivedAt when the result was made.
    static let result = CacheTable(
        "result",
        [
            "question": "TEXT NOT NULL", "identity": "BLOB NOT NULL",
            "savedAt": "INTEGER NOT NULL", "expiresAt": "INTEGER NOT NULL",
            "requests": "INTEGER NOT NULL", "limited": "INTEGER NOT NULL",
            "parts": "TEXT NOT NULL", "text": "BLOB NOT NULL",
        ], key: "question, identity",
        // No result takes a million requests.
        bounds: "requests BETWEEN 0 AND 1000000 AND limited BETWEEN 0 AND 1000000")

    static let memo = CacheTable(
        "memo",
        [
            "key": "TEXT NOT NULL", "savedAt": "INTEGER NOT NULL", "expiresAt": "INTEGER NOT NULL",
            "value": "BLOB NOT NULL",
        ], key: "key")

    static let total = CacheTable(
        "total",
        ["name": "TEXT NOT NULL", "count": "INTEGER NOT NULL", "since": "INTEGER NOT NULL"],
        key: "name", bounds: "count BETWEEN 0 AND \(1 << 53)")

    /// What the cache did for each owner, by name (``Identity/name``).
    static let client = CacheTable(
        "client",
        [
            "name": "TEXT NOT NULL", "requests": "INTEGER NOT NULL", "spared": "INTEGER NOT NULL",
            "free": "INTEGER NOT NULL",
        ], key: "name",
        bounds: "requests BETWEEN 0 AND \(1 << 53) AND spared BETWEEN 0 AND \(1 << 53) "
            + "AND free BETWEEN 0 AND \(1 << 53)")

    /// One row, with the key of the ``Identity`` hashes.
    static let identityKey = CacheTable("identityKey", ["bytes": "BLOB NOT NULL"])

    static var all: [CacheTable] { [response, result, memo, total, client, identityKey] }
}

/// Rows that differ from their digests. Whoever reads them removes them, and reads again.
struct DamagedRows: Error, CustomStringConvertible {
    let table: String
    let ids: [Int64]

    var description: String { "\(ids.count) rows of \(table) differ from their digests" }

    func remove(in database: Connection) throws {
        for id in ids { try database.execute("DELETE FROM \(table) WHERE id = ?", id) }
    }
}
