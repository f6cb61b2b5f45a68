import CSQLite
import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite struct DatabaseTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("database")
    }

    /// Runs `body` on a database in WAL mode with one table, then closes it.
    private func withDatabase(
        writes: Duration = .milliseconds(20), _ body: (Database) async throws -> Void
    ) async throws {
        let connection = try Connection(path: path, busyTimeout: writes)
        try connection.execute(script: "PRAGMA journal_mode = WAL; CREATE TABLE number (n)")
        let database = Database(
            connection, path: path,
            patience: (reads: .milliseconds(20), writes: writes))
        try await body(database)
        database.close()
    }

    private static let endless = """
        WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter)
        SELECT MAX(n) FROM counter
        """

    @Test func `reads go on while a write is under way`() async throws {
        try await withDatabase { database in
            let (began, begin) = AsyncStream.makeStream(of: Void.self)
            let mayEnd = DispatchSemaphore(value: 0)
            async let write: Void = database.write { connection in
                try connection.execute("INSERT INTO number VALUES (1)")
                begin.yield()
                mayEnd.wait()
            }
            for await _ in began { break }
            let during = try await database.read { try $0.integer("SELECT COUNT(*) FROM number") }
            mayEnd.signal()
            try await write
            let after = try await database.read { try $0.integer("SELECT COUNT(*) FROM number") }
            #expect(during == 0)
            #expect(after == 1)
        }
    }

    @Test func `released memory is read again`() async throws {
        try await withDatabase { database in
            try await database.write { connection in
                for n in 1...5000 { try connection.execute("INSERT INTO number VALUES (?)", n) }
            }
            let before = try await database.withWriter { Self.cachedBytes($0) }
            await database.releaseMemory()
            let after = try await database.withWriter { Self.cachedBytes($0) }
            #expect(after < before / 4)
            let count = try await database.read { try $0.integer("SELECT COUNT(*) FROM number") }
            #expect(count == 5000)
        }
    }

    /// What the connection's pages take in memory.
    private static func cachedBytes(_ connection: Connection) -> Int32 {
        var current: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(
            connection.handle, SQLITE_DBSTATUS_CACHE_USED, &current, &highest, 0)
        return current
    }

    @Test func `cancelling the task interrupts its statement and no other`() async throws {
        try await withDatabase { database in
            let reading = Task { try await database.read { try $0.integer(Self.endless) } }
            _ = try await database.read { try $0.integer("SELECT 1") }
            reading.cancel()
            let result = await reading.result
            #expect(throws: (any Error).self) { try result.get() }
            #expect(try await database.read { try $0.integer("SELECT 2") } == 2)
        }
    }

    @Test func `a lock of another connection is waited for, then said to be temporary`()
        async throws
    {
        try await withDatabase { database in
            let other = try Connection(path: path)
            try other.execute("BEGIN IMMEDIATE")
            let error = await #expect(throws: SQLiteError.self) {
                try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
            }
            #expect(error?.isTemporary == true)
            try other.execute("ROLLBACK")
            try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
        }
    }

    @Test func `a file that is no database is said to be damaged`() throws {
        try Data(String(repeating: "garbage ", count: 1_000).utf8)
            .write(to: URL(fileURLWithPath: path))
        let connection = try Connection(path: path)
        let error = #expect(throws: SQLiteError.self) {
            try connection.integer("SELECT COUNT(*) FROM sqlite_schema")
        }
        #expect(error?.isDamage == true)
    }

    @Test func `a closed database gives an error`() async throws {
        try await withDatabase { database in
            database.close()
            await #expect(throws: SQLiteError.closed) {
                try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
            }
            await #expect(throws: SQLiteError.closed) {
                try await database.read { try $0.integer("SELECT 1") }
            }
        }
    }

    @Test func `the last close moves the log into the file`() async throws {
        try await withDatabase { database in
            try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
            _ = try await database.read { try $0.integer("SELECT 1") }
            database.close()
            let names = try directory.names
            #expect(names == ["database"])
        }
    }
}
