import TestSupport
import Foundation
import HTTPCore
import SQLite
import Testing

@testable import HTTPCache

@Suite struct DamagedFileTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private var path: String { fixture.path }

    /// Stores a response over the file in its current state, and finds it in the same store;
    /// after a restart only if it `survives`. The log has the messages `said`.
    private func check(
        survives: Bool, said: [String], movesAside: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let store = fixture.store()
        await fixture.keep("new", for: .get("/new"), in: store)
        await store.flush()
        #expect(
            await fixture.text(for: .get("/new"), in: store) == "new",
            sourceLocation: sourceLocation)
        await store.close()
        #expect(fixture.log.messages == said, sourceLocation: sourceLocation)
        let names = try fixture.directory.names
        #expect(
            names.contains { $0.hasPrefix("cache.sqlite.damaged-") } == movesAside,
            sourceLocation: sourceLocation)
        let again = fixture.store()
        #expect(
            await fixture.text(for: .get("/new"), in: again) == (survives ? "new" : nil),
            sourceLocation: sourceLocation)
        await again.close()
    }

    private static let replaced = [
        "error: cache file is damaged: it is moved aside, and a new one is created"
    ]
    private static let inMemory = ["error: cache is kept in memory: its file cannot be used"]

    /// Makes a valid file with `count` responses.
    private func makeFile(count: Int) async {
        let store = fixture.store()
        for number in 0..<count {
            await fixture.keep(
                .noise(5_000), for: .get("/\(number)"), in: store)
        }
        await store.close()
    }

    /// Overwrites the file from its third page on.
    private func overwritePages() throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 2 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xAA, count: Int(size) - 2 * 4096))
        try handle.close()
    }

    /// Changes the file without the stores' knowledge.
    private func change(_ script: String) throws {
        try Connection(path: path).execute(script: script)
    }

    @Test func `an empty file gets tables`() async throws {
        try Data().write(to: URL(fileURLWithPath: path))
        try await check(survives: true, said: [])
    }

    @Test func `garbage is moved aside unchanged, and a new file is created`() async throws {
        let garbage = Data(String(repeating: "garbage ", count: 1_000).utf8)
        try garbage.write(to: URL(fileURLWithPath: path))
        try await check(survives: true, said: Self.replaced, movesAside: true)
        let name = try #require(try fixture.directory.names.first { $0.contains("damaged") })
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: fixture.directory.file(name))) == garbage)
    }

    @Test func `a truncated file is set aside when the damage is found`() async throws {
        await makeFile(count: 100)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 3 * 4096)
        try handle.close()
        let store = fixture.store()
        for number in 0..<100 {
            _ = await fixture.text(for: .get("/\(number)"), in: store)
        }
        await store.close()
        #expect(try fixture.directory.names.contains { $0.contains("damaged") })
        #expect(CacheCheck.run(path: path) == .sound)
    }

    @Test func `a file with damaged pages is moved aside during use`() async throws {
        await makeFile(count: 100)
        try overwritePages()
        guard case .damaged(let problems) = CacheCheck.run(path: path) else {
            Issue.record("the check finds nothing")
            return
        }
        #expect(!problems.isEmpty)
        let store = fixture.store()
        for number in 0..<100 {
            await fixture.keep("new", for: .get("/\(number)"), in: store)
            #expect(await fixture.text(for: .get("/\(number)"), in: store) == "new")
        }
        await store.close()
        #expect(try fixture.directory.names.contains { $0.contains("damaged") })
        #expect(CacheCheck.run(path: path) == .sound)
    }

    @Test func `two processes that find the same damage set the file aside once`() async throws {
        await makeFile(count: 100)
        let stores = [fixture.store(), fixture.store()]
        for store in stores { _ = await store.key(of: .get(token: "opens the file")) }
        try overwritePages()
        for (number, store) in stores.enumerated() {
            // The second one finds the damage in the file that has been set aside.
            for page in 0..<100 { _ = await fixture.text(for: .get("/\(page)"), in: store) }
            await fixture.keep("\(number)", for: .get("/new/\(number)"), in: store)
            await store.flush()
            for page in 0..<100 { _ = await fixture.text(for: .get("/\(page)"), in: store) }
            await fixture.keep("\(number)", for: .get("/new/\(number)"), in: store)
            await store.flush()
        }
        #expect(await fixture.text(for: .get("/new/0"), in: stores[1]) == "0")
        for store in stores { await store.close() }
        #expect(CacheCheck.run(path: path) == .sound)
        let moved = try fixture.directory.names.filter {
            $0.contains("damaged") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
        #expect(moved.count == 1)
        let aside = CacheCheck.run(path: fixture.directory.file(try #require(moved.first)))
        guard case .damaged = aside else {
            Issue.record("a sound file was moved aside")
            return
        }
    }

    @Test func `a file with a damaged identity key is moved aside`() async throws {
        await makeFile(count: 1)
        try change("UPDATE identityKey SET bytes = x'00'")
        try await check(survives: true, said: Self.replaced, movesAside: true)
    }

    @Test func `a damaged body is found each time it is read`() async throws {
        let store = fixture.store()
        for _ in 0..<2 {
            fixture.clock.advance(60)
            await fixture.keep("a", in: store)
            await store.flush()
            try change("UPDATE response SET body = x'00'")
            #expect(await fixture.text(in: store) == nil)
        }
        await fixture.keep("a", in: store)
        #expect(await fixture.text(in: store) == "a")
        await store.close()
        #expect(
            fixture.log.messages == ["warning: cache file has damaged rows: they are removed"])
    }

    @Test func `the log of a damaged file is moved with it`() async throws {
        await makeFile(count: 1)
        let log = URL(fileURLWithPath: path + "-wal")
        try Data("of the damaged file".utf8).write(to: log)
        let file = CacheFile(path: path, logger: fixture.log.logger, clock: fixture.clock.read)
        let found = try #require(FileIdentifier(path: path))
        let database = try file.open(damaged: (found, SQLiteError.corrupt("by this test")))
        database.database.close()
        let name = try #require(
            try fixture.directory.names.first { $0.contains("damaged") && $0.hasSuffix("-wal") })
        let moved = try Data(contentsOf: URL(fileURLWithPath: fixture.directory.file(name)))
        #expect(String(decoding: moved, as: UTF8.self) == "of the damaged file")
    }

    @Test func `after a file has failed twice the cache is in memory`() async throws {
        await makeFile(count: 1)
        try change("DROP TABLE response")
        try await check(
            survives: false, said: ["error: cache is kept in memory: its file failed"])
    }

    @Test func `a file of a newer version is not changed`() async throws {
        await makeFile(count: 1)
        try change("PRAGMA user_version = 99")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try await check(survives: false, said: Self.inMemory)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test func `an open file of a newer version and its log are not changed`() async throws {
        await makeFile(count: 1)
        let newer = try Connection(path: path)
        try newer.execute("PRAGMA user_version = 99")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        try await check(survives: false, said: Self.inMemory)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
        withExtendedLifetime(newer) {}
    }

    @Test(arguments: ["PRAGMA user_version = 5", "PRAGMA user_version = 0"])
    func `a file of an older version is made anew`(version: String) async throws {
        await makeFile(count: 1)
        try change("\(version); DROP TABLE result; CREATE TABLE tag (name)")
        let store = fixture.store()
        #expect(await fixture.text(for: .get("/0"), in: store) == nil)
        await store.close()
        let old = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'tag'"
        #expect(try Connection(path: path).integer(old) == 0)
        try await check(survives: true, said: [])
    }

    @Test func `a database of another program keeps its tables`() async throws {
        try change("CREATE TABLE other (n); INSERT INTO other VALUES (7)")
        await makeFile(count: 1)
        #expect(try Connection(path: path).integer("SELECT n FROM other") == 7)
    }

    @Test func `without a directory the cache is in memory`() async throws {
        try Data().write(to: URL(fileURLWithPath: fixture.directory.file("plain")))
        let store = fixture.store("plain/cache.sqlite")
        await fixture.keep("a", in: store)
        await store.flush()
        #expect(await fixture.text(in: store) == "a")
        #expect(fixture.log.messages == Self.inMemory)
        await store.close()
    }

    @Test func `a directory at the file's path is not changed`() async throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        try await check(survives: false, said: Self.inMemory)
    }

    @Test func `a read-only file is not changed`() async {
        // In a process of its own, which root makes another user's: root may write everything.
        await #expect(processExitsWith: .success) {
            let tests = try DamagedFileTests()
            await tests.makeFile(count: 1)
            chmod(tests.path, 0o400)
            if geteuid() == 0 {
                let nobody: uid_t = 65534
                for name in try tests.fixture.directory.names {
                    chown(tests.fixture.directory.file(name), nobody, nobody)
                }
                chown(tests.fixture.directory.path, nobody, nobody)
                try #require(setgroups(0, nil) == 0 && setgid(nobody) == 0 && setuid(nobody) == 0)
            }
            try await tests.check(survives: false, said: Self.inMemory)
        }
    }

    @Test func `a locked file does not block responses`() async throws {
        await makeFile(count: 1)
        let locker = try Connection(path: path)
        let store = fixture.store()
        _ = await store.statistics()
        try locker.execute("BEGIN IMMEDIATE")
        #expect(await fixture.text(for: .get("/0"), in: store) != nil)
        await fixture.keep("a", for: .get("/a"), in: store)
        #expect(await fixture.text(for: .get("/a"), in: store) == "a")
        try locker.execute("COMMIT")
        await store.flush()
        #expect(await fixture.text(for: .get("/a"), in: store) == "a")
        await store.close()
    }

    @Test func `the check distinguishes absent, sound and damaged files`() async throws {
        #expect(CacheCheck.run(path: path) == .absent)
        await makeFile(count: 3)
        #expect(CacheCheck.run(path: path) == .sound)
        try Data(repeating: 1, count: 8192).write(to: URL(fileURLWithPath: path))
        guard case .damaged = CacheCheck.run(path: path) else {
            Issue.record("garbage passes the check")
            return
        }
        #expect(try !fixture.directory.names.contains { $0.contains("damaged") })
    }
}
