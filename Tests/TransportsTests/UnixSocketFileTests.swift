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

    @Test func `the socket is its owner's alone`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        #expect(mode(of: path) == 0o600)
        listening.file.remove()
        #expect(mode(of: path) == nil)
    }

    @Test func `a socket on which nobody listens is replaced`() throws {
        close(try UnixSocketFile.listen(at: path).releaseSocket())
        #expect(mode(of: path) == 0o600)
        let listening = try UnixSocketFile.listen(at: path)
        _ = try RawClient(connectingTo: .unix(path: path))
        listening.file.remove()
    }

    @Test func `a socket on which somebody listens is left to them`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        check(refused: .socketInUse(path: path))
        _ = try RawClient(connectingTo: .unix(path: path))
        listening.file.remove()
    }

    @Test func `a socket whose queue is full is in use`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        try #require(Glibc.listen(listening.socket.raw, 0) == 0)
        let first = try RawClient(connectingTo: .unix(path: path))
        check(refused: .socketInUse(path: path))
        first.finishSending()
        listening.file.remove()
    }

    @Test func `a file that is no socket is left as it is`() throws {
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

    @Test func `a path longer than the kernel takes is refused by its length`() throws {
        let path = directory.file(String(repeating: "s", count: 108))
        let error = TransportError.socketPathTooLong(
            path: path, length: path.utf8.count, maximum: 107)
        #expect(throws: error) { _ = try UnixSocketFile.listen(at: path) }
    }

    @Test func `a directory that is not there is named with the system's words`() throws {
        let path = directory.file("no/socket")
        let error = TransportError.couldNotListen(on: path, Errno(ENOENT))
        #expect(throws: error) { _ = try UnixSocketFile.listen(at: path) }
        #expect(error.description == "\(path): No such file or directory")
    }

    @Test func `a server of another user is sent nothing`() throws {
        let listening = try UnixSocketFile.listen(at: path)
        let error = TransportError.foreignServer(path: path, userID: geteuid())
        #expect(throws: error) {
            _ = try ClientSocket.connect(unix: path) { _ in false }
        }
        listening.file.remove()
    }

    @Test(arguments: [(1000, true), (0, true), (1001, false)])
    func `a server is trusted that is the client's own or root's`(user: uid_t, isTrusted: Bool) {
        #expect(PeerCredentials(userID: user).isTrusted(by: 1000) == isTrusted)
    }

    @Test func `nobody behind a socket is an error of connecting`() throws {
        close(try UnixSocketFile.listen(at: path).releaseSocket())
        let error = TransportError.couldNotConnect(to: "unix:\(path)", Errno(ECONNREFUSED))
        #expect(throws: error) { _ = try RawClient(connectingTo: .unix(path: path)) }
    }
}
