import FoundationEssentials
import GRDB

/// An open cache database: a file, or one in memory when there is no file to be had.
final class CacheDatabase: Sendable {
    let writer: any DatabaseWriter
    /// The key of the ``Identity`` hashes in this database.
    let identityKey: [UInt8]
    /// Nil in memory.
    let file: FileIdentifier?

    init(writer: any DatabaseWriter, file: FileIdentifier?) throws {
        self.writer = writer
        self.file = file
        identityKey = try writer.read { database in
            let key = try Data.fetchOne(database, sql: "SELECT bytes FROM identityKey")
            guard let key, key.count == 32 else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "no identity key")
            }
            return Array(key)
        }
    }

    /// An empty database in memory.
    static func inMemory() throws -> CacheDatabase {
        let queue = try DatabaseQueue(configuration: configuration)
        try CacheSchema.migrator.migrate(queue)
        return try CacheDatabase(writer: queue, file: nil)
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "GitXplorer cache"
        // In seconds: how long a write waits for another process's.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            if database.configuration.readonly {
                // In a WAL file reads wait only for who holds all of it, and somebody waits for
                // the reader. In milliseconds.
                try database.execute(sql: "PRAGMA busy_timeout = 500")
                return
            }
            // Takes effect in an empty file only, and there before anything is written. In another
            // it would only write, and wait for the disk.
            if try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 0 {
                try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
            // The log of a file that was written much is cut back to this many bytes.
            try database.execute(sql: "PRAGMA journal_size_limit = 4194304")
        }
        return configuration
    }
}
