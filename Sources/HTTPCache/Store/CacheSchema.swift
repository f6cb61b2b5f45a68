import SQLite

/// The version of the tables in the cache file, in its `user_version`.
///
/// A file of an older version is begun anew, one of a newer version is left alone.
enum CacheSchema {
    /// Higher with every change of a table.
    static let version: Int64 = 5

    /// The file has tables that this program does not know.
    struct NewerVersion: Error, CustomStringConvertible {
        let found: Int64

        var description: String {
            "the file was made by a newer version: it has schema \(found), this server \(version)"
        }
    }

    /// Reads the version without changing the file. If it cannot be read this way, ``prepare(_:)``
    /// checks it.
    static func refuseNewerVersion(at path: String) throws(NewerVersion) {
        let found = try? Connection(path: path, .untouched).integer("PRAGMA user_version")
        if let found, found > version { throw NewerVersion(found: found) }
    }

    /// Makes the tables in a file without them. Only reads if they are current.
    ///
    /// - Throws: ``NewerVersion`` or `SQLiteError`.
    static func prepare(_ connection: Connection) throws {
        guard try isOlder(connection) else { return }
        // Must be set before the first table is created. In a file with tables `auto_vacuum` does
        // not change.
        try connection.execute(
            script: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
        try connection.transaction(.immediate) { connection in
            // Another process may have made them first.
            guard try isOlder(connection) else { return }
            let isOurs = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'identityKey'"
            if try connection.integer(isOurs) == 1 { try connection.execute(script: removal) }
            for table in CacheTable.all { try connection.execute(script: table.creation) }
            try connection.execute(script: indexes)
            try connection.execute(
                CacheTable.identityKey.insertion, (0..<32).map { _ in UInt8.random(in: 0...255) })
            try connection.execute(script: "PRAGMA user_version = \(version)")
        }
    }

    private static func isOlder(_ connection: Connection) throws -> Bool {
        let found = try connection.integer("PRAGMA user_version") ?? 0
        if found > version { throw NewerVersion(found: found) }
        return found < version
    }

    private static let indexes = """
        CREATE INDEX responseByUse ON response (usedAt);
        CREATE INDEX answerByExpiry ON answer (expiresAt);
        """

    /// The tables of older versions. Other tables may be a user's own.
    private static let removal = """
        DROP TABLE IF EXISTS tag; DROP TABLE IF EXISTS response; DROP TABLE IF EXISTS answer;
        DROP TABLE IF EXISTS memo; DROP TABLE IF EXISTS total; DROP TABLE IF EXISTS identityKey;
        DROP TABLE IF EXISTS grdb_migrations;
        """
}
