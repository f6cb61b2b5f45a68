import TestSupport
import Foundation
import HTTPCore
import SQLite
import Synchronization
import Testing

@testable import HTTPCache

/// Files that can be read but temporarily not written.
@Suite struct UnwritableFileTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private static let full = "warning: cache file cannot grow: new entries are kept in memory"

    /// Prevents the file of `store` from growing, or allows it again.
    private func fill(_ store: ResponseStore, isFull: Bool = true) async throws {
        let database = try #require(await store.access.database())
        try await database.database.withWriter { connection in
            let pages = isFull ? "1" : "1000000"
            try connection.execute("PRAGMA max_page_count = \(pages)")
        }
    }

    private func keep(_ count: Int, from first: Int = 0, in store: ResponseStore) async {
        for number in first..<(first + count) {
            await fixture.keep(
                .noise(10_000), for: .get("/\(number)"), in: store)
        }
        await store.flush()
    }

    @Test func `on a full disk everything is found and one warning is logged`() async throws {
        let store = fixture.store()
        await keep(3, in: store)
        try await fill(store)
        await keep(3, from: 3, in: store)
        await keep(3, from: 6, in: store)
        for number in 0..<9 {
            #expect(await fixture.text(for: .get("/\(number)"), in: store) != nil, "\(number)")
        }
        #expect(fixture.log.messages == [Self.full])
        await store.close()
        let again = fixture.store()
        #expect(await fixture.text(for: .get("/2"), in: again) != nil)
        #expect(await fixture.text(for: .get("/3"), in: again) == nil)
        await again.close()
    }

    @Test func `unwritten responses are written once there is space`() async throws {
        let store = fixture.store()
        await keep(1, in: store)
        try await fill(store)
        await keep(3, from: 1, in: store)
        try await fill(store, isFull: false)
        await keep(1, from: 4, in: store)
        await store.close()
        let again = fixture.store()
        #expect(await again.statistics().entries == 5)
        await again.close()
    }

    @Test func `unwritten responses stay within their size limit`() async throws {
        let store = fixture.store()
        _ = await store.statistics()
        try await fill(store)
        let body = [UInt8].noise(1 << 20)
        for number in 0..<20 {
            await fixture.keep(body, for: .get("/\(number)"), in: store)
        }
        await store.flush()
        #expect(store.state.withLock { $0.pending.bodyBytes } <= PendingWrites.maximumBytes)
        #expect(await fixture.text(for: .get("/19"), in: store) != nil)
        #expect(await fixture.text(for: .get("/0"), in: store) == nil)
        await store.close()
    }

    @Test func `cleared responses are not found even if the file cannot be written`() async throws {
        let store = fixture.store()
        _ = await store.statistics()
        try await fill(store)
        await keep(2, in: store)
        await store.remove(await store.key(of: .get("/0")))
        #expect(await fixture.text(for: .get("/0"), in: store) == nil)
        #expect(await fixture.text(for: .get("/1"), in: store) != nil)
        _ = await store.clear()
        #expect(await fixture.text(for: .get("/1"), in: store) == nil)
        await store.close()
    }

    @Test func `a deleted file is created again`() async throws {
        let store = fixture.store()
        await fixture.keep("a", for: .get("/a"), in: store)
        await store.flush()
        for name in try fixture.directory.names {
            try FileManager.default.removeItem(atPath: fixture.directory.file(name))
        }
        await fixture.keep("b", for: .get("/b"), in: store)
        await store.flush()
        #expect(await fixture.text(for: .get("/b"), in: store) == "b")
        await store.close()
        #expect(
            fixture.log.messages == ["warning: cache file was deleted: a new one is created"])
        let again = fixture.store()
        #expect(await fixture.text(for: .get("/b"), in: again) == "b")
        await again.close()
    }

    @Test func `a file that becomes usable is used again after a minute`() async throws {
        let folder = fixture.directory.file("folder")
        try Data().write(to: URL(filePath: folder))
        let store = fixture.store("folder/cache.sqlite")
        await keep(2, in: store)
        try FileManager.default.removeItem(atPath: folder)
        await keep(1, from: 2, in: store)
        #expect(!FileManager.default.fileExists(atPath: folder))
        fixture.clock.advance(60)
        await keep(1, from: 3, in: store)
        #expect(await fixture.text(for: .get("/3"), in: store) != nil)
        await store.close()
        #expect(
            fixture.log.messages == [
                "error: cache is kept in memory: its file cannot be used",
                "warning: cache file is used again",
            ])
        let again = fixture.store("folder/cache.sqlite")
        #expect(await fixture.text(for: .get("/3"), in: again) != nil)
        await again.close()
    }

    @Test func `the wait for a stopped process's lock is limited`() async throws {
        let lock = CacheFile.lockPath(fixture.path)
        let descriptor = open(lock, O_RDWR | O_CREAT, 0o600)
        #expect(flock(descriptor, LOCK_EX) == 0)
        let store = fixture.store()
        await fixture.keep("a", in: store)
        await store.flush()
        #expect(await fixture.text(in: store) == "a")
        #expect(
            fixture.log.messages == ["error: cache is kept in memory: its file cannot be used"])
        await store.close()
        close(descriptor)
    }
}
