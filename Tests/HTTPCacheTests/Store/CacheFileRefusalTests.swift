import Foundation
import Glibc
import LinuxSystem
import SQLite
import TestSupport
import Testing

@testable import HTTPCache

/// Files that another user may have written or may replace are not used.
@Suite struct CacheFileRefusalTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private var path: String { fixture.path }

    /// The refusal, or nil if the file is used.
    private func refusal() -> CacheFileRefusal? {
        do throws(CacheFileRefusal) {
            try CacheFileRefusal.check(path)
            return nil
        } catch {
            return error
        }
    }

    private func makeFile() async {
        let store = fixture.store()
        await fixture.keep("a", in: store)
        await store.close()
    }

    @Test func `the user's own file is accepted, and so is a missing one`() async {
        #expect(refusal() == nil)
        await makeFile()
        #expect(refusal() == nil)
    }

    @Test(arguments: [(0o644, false), (0o620, true), (0o602, true)])
    func `a file that other users may write is refused`(mode: Int, isRefused: Bool) async throws {
        await makeFile()
        chmod(path, mode_t(mode))
        #expect(refusal() == (isRefused ? .writable(path: path) : nil))
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal", ".lock"])
    func `files beside the cache file must not have another owner`(suffix: String) async throws {
        await makeFile()
        let file = path + suffix
        if access(file, F_OK) != 0 { try Data().write(to: URL(fileURLWithPath: file)) }
        chmod(file, 0o600)
        #expect(refusal() == nil)
        // Only root can give a file away. Other users still trust root's files.
        if geteuid() == 0 {
            chown(file, 12345, 12345)
            #expect(refusal() == .foreign(path: file))
        } else {
            #expect(throws: CacheFileRefusal.self) {
                try CacheFileRefusal.check(path, user: geteuid() + 1)
            }
        }
    }

    @Test(arguments: [(0o755, false), (0o770, false), (0o777, true), (0o1777, false)])
    func `a directory in which other users may replace files is refused`(
        mode: Int, isRefused: Bool
    ) async throws {
        await makeFile()
        let directory = Directory.parent(of: path)
        chmod(directory, mode_t(mode))
        #expect(refusal() == (isRefused ? .writable(path: directory) : nil))
        // Only root can give a directory to a group of others.
        if geteuid() == 0, mode == 0o770 {
            chown(directory, 0, 12345)
            #expect(refusal() == .writable(path: directory))
        }
        chmod(directory, 0o700)
    }

    @Test func `the user's own link is followed and its target is checked`() async throws {
        let place = fixture.directory.file("place")
        try Directory.make(place)
        symlink("\(place)/target", path)
        #expect(refusal() == nil)
        await makeFile()
        #expect(refusal() == nil)
        chmod(place, 0o777)
        #expect(refusal() == .writable(path: place))
        chmod(place, 0o700)
        chmod("\(place)/target", 0o666)
        #expect(refusal() == .writable(path: path))
    }

    @Test func `a store does not use or change a refused file`() async throws {
        await makeFile()
        chmod(path, 0o666)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let store = fixture.store()
        #expect(await fixture.text(in: store) == nil)
        await fixture.keep("b", in: store)
        await store.flush()
        #expect(await fixture.text(in: store) == "b")
        await store.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(
            fixture.log.messages == ["error: cache is kept in memory: its file cannot be used"])
    }
}
