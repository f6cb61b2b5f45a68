import TestSupport
import Foundation
import SQLite
import Testing

@testable import HTTPCache

/// A file of a newer version and the files next to it are left alone.
@Suite struct NewerFileTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private static let names = ["cache.sqlite", "cache.sqlite-wal", "cache.sqlite-shm"]

    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try fixture.directory.names where Self.names.contains(name) {
            contents[name] = try Data(
                contentsOf: URL(fileURLWithPath: fixture.directory.file(name)))
        }
        return contents
    }

    /// Makes a file, gives it an unknown version, and returns the open connection.
    private func makeNewerFile(_ name: String = "cache.sqlite") async throws -> Connection {
        let store = fixture.store(name)
        await fixture.keep("old", in: store)
        await store.close()
        let connection = try Connection(path: fixture.directory.file(name))
        try connection.execute("PRAGMA user_version = 99")
        return connection
    }

    /// Uses a store over the file; nothing in the directory may change.
    private func check(
        has names: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try contents()
        #expect(before.keys.sorted() == names.sorted(), sourceLocation: sourceLocation)
        let store = fixture.store()
        await fixture.keep("new", for: .get("/new"), in: store)
        await store.flush()
        #expect(await fixture.text(for: .get("/new"), in: store) == "new")
        #expect(await fixture.text(in: store) == nil)
        await store.close()
        #expect(try contents() == before, sourceLocation: sourceLocation)
        #expect(
            fixture.log.messages == ["error: cache is kept in memory: its file cannot be used"],
            sourceLocation: sourceLocation)
    }

    @Test func `a newer file that no process has open`() async throws {
        try await makeNewerFile().close()
        try await check(has: ["cache.sqlite"])
    }

    @Test func `a newer file with a log is left alone`() async throws {
        let connection = try await makeNewerFile("original")
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(
                atPath: fixture.directory.file("original\(suffix)"),
                toPath: fixture.directory.file("cache.sqlite\(suffix)"))
        }
        connection.close()
        try await check(has: Self.names)
    }

    @Test(arguments: ["a b", "a?b", "a#b", "a%41b", "ä"])
    func `the name of a file may have any character`(name: String) async throws {
        try await makeNewerFile(name).close()
        let connection = try Connection(path: fixture.directory.file(name), .untouched)
        #expect(try connection.integer("PRAGMA user_version") == 99)
    }
}
