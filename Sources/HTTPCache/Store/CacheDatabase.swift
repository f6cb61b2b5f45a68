import SQLite

/// An open cache database: a file, or one in memory if no file can be used.
final class CacheDatabase: Sendable {
    let database: Database
    /// The key of the ``Identity`` hashes in this database.
    let identityKey: [UInt8]
    /// Nil in memory.
    let file: FileIdentifier?

    /// Opens the file at `path`, which is created if necessary, or a database in memory.
    ///
    /// - Throws: `SQLiteError`, or `Migrations.NewerVersion`; the file is then unchanged.
    init(path: String?) throws {
        let connection = try Connection(path: path ?? ":memory:", busyTimeout: Self.patience.writes)
        do {
            // The write-ahead log is truncated to this many bytes after it has grown.
            try connection.execute(
                script: """
                    PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL;
                    PRAGMA journal_size_limit = 4194304
                    """)
            try CacheSchema.prepare(connection)
        } catch {
            if error is Migrations.NewerVersion { connection.leaveLogOnClose() }
            throw error
        }
        let key = try connection.first("SELECT bytes FROM identityKey") { $0.blob(0) }
        guard let key, key.count == 32 else { throw SQLiteError.corrupt("no identity key") }
        identityKey = key
        file = path.flatMap { FileIdentifier(path: $0) }
        database = Database(connection, path: path, patience: Self.patience)
    }

    /// In a WAL file, reads wait only for a process that locks the whole file, and a client waits
    /// for the reader.
    private static let patience: Database.Patience = (.milliseconds(500), .seconds(5))
}
