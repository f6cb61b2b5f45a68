import Glibc
import TestSupport
import Testing

@testable import HTTPCache

@Suite struct ClearMarkTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func `all marks of a file change with one of them, without waiting for its lock`() throws
    {
        let marks = (0..<2).map { _ in ClearMark(cachePath: fixture.path) }
        #expect(marks.map(\.value) == [0, 0])
        try FileSystem.withLock(CacheFile.lockPath(fixture.path)) { marks[0].change() }
        #expect(marks[0].value != 0)
        #expect(marks[0].value == marks[1].value)
    }

    @Test func `a lock file that is a pipe or a link does not block`() async throws {
        let lock = fixture.path + ".lock"
        for make in [{ mkfifo(lock, 0o600) }, { symlink("elsewhere", lock) }] {
            #expect(make() == 0)
            let mark = ClearMark(cachePath: fixture.path)
            let before = mark.value
            mark.change()
            #expect(mark.value != before)
            unlink(lock)
        }
    }
}
