import SQLite

/// The version of the tables in the cache file, in its `user_version`.
///
/// A file of an older version is made anew, one of a newer version is left alone.
enum CacheSchema {
    /// Higher with every change of a table.
    static let version: Int64 = 8

    /// The file has tables that this program does not know.
    struct NewerVersion: Error, CustomStringConvertible {
        let found: Int64

        var description: String {
            "the file was made by a newer version: it has schema \(found), this server \(version)"
        }
    }

    /// Does not change the file. If it cannot be read this way, ``prepare(_:)`` checks the version.
    static func refuseNewerVersion(at path: String) throws(NewerVersion) {
        let found = try? Connection(path: path, .untouched).integer("PRAGMA user_version")
        if let found, found > version { throw NewerVersion(found: found) }
    }

    /// Makes the tables in a new file, or in place of those of an older version. Only reads if they
    /// are current.
    static func prepare(_ connection: Connection) throws {
        let found = try connection.integer("PRAGMA user_version") ?? 0
        if found > version { throw NewerVersion(found: found) }
        guard found < version else { return }
        // Must be set before the first table is created.
        try connection.execute(
            script: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
        try connection.transaction { connection in
            try removeOldTables(in: connection)
            for table in CacheTable.all { try connection.execute(script: table.creation) }
            try connection.execute(script: indexes)
            try connection.execute(
                CacheTable.identityKey.insertion, (0..<32).map { _ in UInt8.random(in: 0...255) })
            try connection.execute(script: "PRAGMA user_version = \(version)")
        }
    }

    private static let indexes = """
        CREATE INDEX responseByUse ON response (usedAt);
        CREATE INDEX resultByExpiry ON result (expiresAt);
        """

    /// Removes nothing from a database of another program.
    private static func removeOldTables(in connection: Connection) throws {
        var tables: [String] = []
        try connection.forEach(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ) { tables.append($0.text(0)) }
        guard tables.contains(CacheTable.identityKey.name) else { return }
        for table in tables { try connection.execute(script: "DROP TABLE \"\(table)\"") }
    }
}
