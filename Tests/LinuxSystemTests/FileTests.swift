import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct FileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `missing directories are created for their owner only`() throws {
        let path = directory.file("a/b/c")
        try Directory.make(path)
        try Directory.make(path)
        var status = stat()
        #expect(stat(Directory.parent(of: path), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("/", "/")])
    func `the parent of a path is found`(path: String, parent: String) {
        #expect(Directory.parent(of: path) == parent)
    }

    @Test func `a directory below a file cannot be created`() throws {
        let file = directory.file("file")
        try TemporaryFile.replace(file, with: "x".utf8, mode: 0o600)
        #expect(throws: Errno(ENOTDIR)) { try Directory.make(file + "/a") }
    }

    @Test func `a file is replaced as a whole, and no other file is left`() throws {
        let folder = directory.path
        let path = folder + "/file"
        try TemporaryFile.replace(path, with: "former".utf8, mode: 0o600)
        try TemporaryFile.replace(path, with: "new".utf8, mode: 0o600, isDurable: true)
        let file = OwnedDescriptor(owning: open(path, O_RDONLY))
        #expect(try file.read(upTo: 100) == Array("new".utf8))
        #expect(try file.status().st_mode & 0o777 == 0o600)
        let entries = try #require(opendir(folder))
        defer { closedir(entries) }
        var count = 0
        while readdir(entries) != nil { count += 1 }
        #expect(count == 3)
    }

    @Test func `a failed replacement keeps the former file`() throws {
        let folder = directory.path
        #expect(throws: Errno(ENOENT)) {
            try TemporaryFile.replace(folder + "/none/file", with: "x".utf8, mode: 0o600)
        }
        #expect(throws: Errno(EISDIR)) {
            try TemporaryFile.replace(folder, with: "x".utf8, mode: 0o600)
        }
    }

    @Test func `a thread runs its work with all signals blocked`() async throws {
        let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
        let thread = try DedicatedThread {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            continuation.yield(sigismember(&mask, SIGTERM) == 1)
            continuation.finish()
        }
        #expect(!thread.isCurrent)
        thread.join()
        #expect(await results.first { _ in true } == true)
    }
}
