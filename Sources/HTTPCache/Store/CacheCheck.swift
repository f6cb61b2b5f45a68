import SQLite

/// The outcome of checking a cache file.
package enum CacheCheck: Hashable, Sendable {
    /// There is no file yet, which is not a problem.
    case absent
    case sound
    /// One sentence per problem.
    case damaged([String])

    /// Runs SQLite's integrity check, and compares every row with its digest. Does not change,
    /// repair or move the file at `path`, except that SQLite undoes a write that ended halfway, as
    /// it does at each start. Blocks.
    package static func run(path: String) -> CacheCheck {
        guard path != ":memory:", FileIdentifier(path: path) != nil else { return .absent }
        var problems: [String] = []
        do {
            do {
                try examine(Connection(path: path, .readOnly), &problems)
            } catch let error as SQLiteError where error.mustWrite {
                problems = []
                try examine(Connection(path: path), &problems)
            }
        } catch {
            problems.append("\(error)")
        }
        return problems.isEmpty ? .sound : .damaged(problems)
    }

    private static func examine(_ connection: Connection, _ problems: inout [String]) throws {
        var found: [String] = []
        defer { problems += found }
        try connection.forEach("PRAGMA integrity_check") { row in
            if row.text(0) != "ok" { found.append(row.text(0)) }
        }
        // The tables of other versions are not known.
        if try connection.integer("PRAGMA user_version") == CacheSchema.version {
            found += try CacheTable.all.compactMap { try damage(of: $0, in: connection) }
        }
    }

    private static func damage(of table: CacheTable, in database: Connection) throws -> String? {
        var problem: String?
        let counts = "SELECT COUNT(*), TOTAL(NOT (\(table.isSound))) FROM \(table.name)"
        try database.forEach(counts) { row in
            guard row.integer(1) > 0 else { return }
            problem =
                "\(row.integer(1)) of \(row.integer(0)) rows of \(table.name) differ from their digests"
        }
        return problem
    }
}
