import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Hosting

@Suite struct GuardedFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `a guarded file is read only with permitted permissions`() throws {
        let path = directory.file("file")
        try TemporaryFile.replace(path, with: "secret".utf8, mode: 0o640)
        let read = try GuardedFile.read(path, upTo: 3, owner: geteuid(), forbidden: 0o022)
        #expect(read.bytes == Array("sec".utf8))
        #expect(read.permissions == 0o640)
        #expect(throws: GuardedFile.Refusal.mode(0o640)) {
            try GuardedFile.read(path, upTo: 3, forbidden: 0o077)
        }
        #expect(throws: GuardedFile.Refusal.system(Errno(ENOENT))) {
            try GuardedFile.read(path + "x", upTo: 3, forbidden: 0)
        }
    }

    /// Reads a file that a service manager handed over in the suite's directory, with this mode,
    /// and returns the permissions.
    @discardableResult
    private func readHandedOver(mode: mode_t) throws -> mode_t {
        let path = directory.file("credential")
        try TemporaryFile.replace(path, with: "secret".utf8, mode: 0o600)
        try #require(chmod(path, mode) == 0)
        return try GuardedFile.read(
            path, upTo: 3, forbidden: 0o077, secretDirectories: [directory.path]
        ).permissions
    }

    @Test(arguments: [0o400, 0o440, 0o444, 0o600, 0o644] as [mode_t])
    func `a file that was handed over may be readable by others`(mode: mode_t) throws {
        #expect(try readHandedOver(mode: mode) & 0o077 == 0)
    }

    @Test(arguments: [0o620, 0o602, 0o666] as [mode_t])
    func `a file that was handed over may not be writable by others`(mode: mode_t) throws {
        #expect(throws: GuardedFile.Refusal.mode(mode & 0o722)) {
            try readHandedOver(mode: mode)
        }
    }

    @Test func `nothing is handed over in a directory that others may write`() throws {
        try #require(chmod(directory.path, 0o777) == 0)
        #expect(throws: GuardedFile.Refusal.mode(0o444)) {
            try readHandedOver(mode: 0o444)
        }
    }

    @Test func `a pipe is not awaited where only a regular file may be`() throws {
        let path = directory.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let read = try GuardedFile.read(path, upTo: 3, forbidden: 0o077, mayBePipe: false)
        #expect(read.bytes == [])
    }
}
