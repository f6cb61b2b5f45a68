import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Transports

@Suite struct UnixSocketFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
    }

    private func check(refused error: TransportError) {
        #expect(throws: error) {
            _ = try UnixSocketFile.listen(at: path)
        }
    }

    @Test func `the socket is private`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        #expect(mode(of: path) == 0o600)
        listening.file.remove()
        #expect(mode(of: path) == nil)
    }

    @Test func `a socket without a listener is replaced`() throws {
        close(try UnixSocketFile.listen(at: path).socket)
        #expect(mode(of: path) == 0o600)
        let listening = try UnixSocketFile.listen(at: path)
        _ = try RawClient(connectingTo: .unix(path: path))
        listening.file.remove()
    }

    @Test func `a socket with a listener is left alone`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        check(refused: .socketInUse(path: path))
        _ = try RawClient(connectingTo: .unix(path: path))
        listening.file.remove()
    }

    @Test func `a socket with a full queue is in use`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        try #require(Glibc.listen(listening.socket, 0) == 0)
        let first = try RawClient(connectingTo: .unix(path: path))
        check(refused: .socketInUse(path: path))
        first.finishSending()
        listening.file.remove()
    }

    @Test func `a file that is not a socket is left alone`() throws {
        try write("precious", to: path)
        check(refused: .notASocket(path: path))
        #expect(try contents(of: path) == "precious")
    }

    @Test func `a socket that another server has put in its place is not removed`() throws {
        let first = try UnixSocketFile.listen(at: path)
        unlink(path)
        let second = try UnixSocketFile.listen(at: path)
        first.file.remove()
        #expect(mode(of: path) == 0o600)
        second.file.remove()
    }

    @Test func `a path longer than the kernel allows is refused because of its length`() throws {
        let path = directory.file(String(repeating: "s", count: 108))
        let error = TransportError.socketPathTooLong(
            path: path, length: path.utf8.count, maximum: 107)
        #expect(throws: error) { _ = try UnixSocketFile.listen(at: path) }
    }

    @Test func `a missing directory is reported with the system's message`() throws {
        let path = directory.file("no/socket")
        let error = TransportError.couldNotListen(on: path, Errno(ENOENT))
        #expect(throws: error) { _ = try UnixSocketFile.listen(at: path) }
        #expect(error.description == "\(path): No such file or directory")
    }

    @Test func `nothing is sent to a server of another user`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        let error = TransportError.foreignServer(path: path, userID: geteuid())
        #expect(throws: error) {
            _ = try ClientSocket.connect(unix: path) { _ in false }
        }
        listening.file.remove()
    }

    @Test(arguments: [(1000, true), (0, true), (1001, false)])
    func `a server of the client's user or of root is trusted`(user: uid_t, isTrusted: Bool) {
        #expect(PeerCredentials(userID: user).isTrusted(by: 1000) == isTrusted)
    }

    @Test func `a socket without a listener is a connection error`() throws {
        close(try UnixSocketFile.listen(at: path).socket)
        let error = TransportError.couldNotConnect(to: "unix:\(path)", Errno(ECONNREFUSED))
        #expect(throws: error) { _ = try RawClient(connectingTo: .unix(path: path)) }
    }
}
