import Glibc
import TestSupport
import Testing

@testable import Transports

@Suite struct SocketDirectoryTests {
    private func check(
        _ mode: mode_t, owner: uid_t = 1000, group: gid_t = 1000
    ) -> (isOpen: Bool, others: String?) {
        let directory = SocketDirectory(mode: mode, owner: owner, group: group)
        return (directory.isOpenToEverybody, directory.others(than: 1000, of: 1000))
    }

    @Test(arguments: [0o700, 0o755, 0o1777, 0o1770] as [mode_t])
    func `a directory in which nobody else may replace files is accepted`(mode: mode_t) {
        #expect(check(mode) == (false, nil))
        #expect(check(mode, owner: 0, group: 0) == (false, nil))
    }

    @Test(arguments: [0o777, 0o702, 0o733] as [mode_t])
    func `a directory in which everybody may is refused`(mode: mode_t) {
        #expect(check(mode).isOpen)
        #expect(check(mode, owner: 0).isOpen)
    }

    @Test func `the user's own group is trusted, another group is not`() {
        #expect(check(0o770) == (false, nil))
        #expect(check(0o770, group: 50) == (false, "group 50"))
        #expect(check(0o750, group: 50) == (false, nil))
        #expect(check(0o1770, group: 50) == (false, nil))
    }

    @Test func `another owner than root is not trusted`() {
        #expect(check(0o700, owner: 1001) == (false, "user 1001"))
        #expect(check(0o1777, owner: 1001).others == "user 1001")
    }

    @Test func `a socket is not created where everybody could replace it`() throws {
        let directory = try TemporaryDirectory()
        let error = TransportError.directoryOpenToOthers(path: directory.path)
        chmod(directory.path, 0o777)
        #expect(throws: error) { _ = try UnixSocketFile.listen(at: directory.file("socket")) }
        #expect(mode(of: directory.file("socket")) == nil)
        chmod(directory.path, 0o1777)
        _ = try UnixSocketFile.listen(at: directory.file("socket"))
    }
}
