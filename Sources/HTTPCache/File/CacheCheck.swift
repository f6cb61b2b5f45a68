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
        let problems = examine(path, .readOnly)
        return problems.isEmpty ? .sound : .damaged(problems)
    }

    private static func examine(_ path: String, _ access: Connection.Access) -> [String] {
        var problems: [String] = []
        do {
            let connection = try Connection(path: path, access)
            try connection.forEach("PRAGMA integrity_check") { row in
                if row.text(0) != "ok" { problems.append(row.text(0)) }
            }
            // The tables of other versions are not known.
            if try connection.integer("PRAGMA user_version") == CacheSchema.version {
                problems += try CacheTable.all.compactMap { try damage(of: $0, in: connection) }
            }
        } catch let error as SQLiteError where error.mustWrite && access == .readOnly {
            return examine(path, .readWrite)
        } catch {
            problems.append("\(error)")
        }
        return problems
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
