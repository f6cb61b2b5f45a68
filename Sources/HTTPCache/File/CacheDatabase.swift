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
    /// - Throws: `SQLiteError`, or ``CacheSchema/NewerVersion``; the file is then unchanged.
    init(path: String?) throws {
        let connection = try Connection(path: path ?? ":memory:", busyTimeout: Self.patience.writes)
        // The write-ahead log is truncated to this many bytes after it has grown.
        try connection.execute(
            script: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304")
        try CacheSchema.prepare(connection)
        identityKey = try Self.identityKey(in: connection)
        file = path.flatMap { FileIdentifier(path: $0) }
        database = Database(connection, path: path, patience: Self.patience)
    }

    private static func identityKey(in connection: Connection) throws -> [UInt8] {
        var key: [UInt8]?
        do {
            try CacheTable.identityKey.read(in: connection) { key = $0.blob(2) }
        } catch let damage as DamagedRows {
            // No response that belongs to a token can be found without its key.
            throw SQLiteError.corrupt("\(damage)")
        }
        guard let key else { throw SQLiteError.corrupt("no identity key") }
        return key
    }

    /// In a WAL file, reads wait only for a process that locks the whole file, and a client waits
    /// for the reader.
    private static let patience: Database.Patience = (.milliseconds(500), .seconds(5))
}
