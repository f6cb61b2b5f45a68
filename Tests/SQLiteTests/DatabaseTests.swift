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

    @Test func `reads continue during a write`() async throws {
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

    @Test func `a lock of another connection is waited for, then a temporary error`()
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
            _ = try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
        }
    }

    @Test func `a file that is not a database counts as damaged`() throws {
        try Data(String(repeating: "garbage ", count: 1_000).utf8)
            .write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: SQLiteError.self) { try Connection(path: path) }
        #expect(error?.isDamage == true)
    }

    @Test func `a closed database gives an error`() async throws {
        try await withDatabase { database in
            database.close()
            await #expect(throws: SQLiteError.closed) {
                _ = try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
            }
            await #expect(throws: SQLiteError.closed) {
                try await database.read { try $0.integer("SELECT 1") }
            }
        }
    }

    @Test func `the last close moves the log into the file`() async throws {
        try await withDatabase { database in
            _ = try await database.write { try $0.execute("INSERT INTO number VALUES (1)") }
            _ = try await database.read { try $0.integer("SELECT 1") }
            database.close()
            let names = try directory.names
            #expect(names == ["database"])
        }
    }
}
