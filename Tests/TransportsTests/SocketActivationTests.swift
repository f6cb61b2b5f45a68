import Glibc
import JSONCore
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct SocketActivationTests {
    private func count(_ sockets: String?, _ process: String?) throws(TransportError) -> Int {
        try SocketActivation.count(sockets: sockets, process: process, ownID: 42)
    }

    @Test func `sockets belong only to the named process`() throws {
        #expect(try count("2", "42") == 2)
        #expect(try count("0", "42") == 0)
        #expect(try count("2", "43") == 0)
        #expect(try count("2", nil) == 0)
        #expect(try count(nil, "42") == 0)
        #expect(try count(nil, nil) == 0)
    }

    @Test(arguments: ["", "-1", "x", "2x", "99999999999999999999", "1001"])
    func `an invalid number of sockets is an error`(text: String) {
        #expect(throws: TransportError.invalidSocketCount(text)) { try count(text, "42") }
    }

    @Test func `the variables about sockets are not inherited`() async {
        // In a separate process, because nothing locks the environment.
        await #expect(processExitsWith: .success) {
            let names = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]
            for name in names {
                setenv(name, "1", 1)
            }
            let isEmpty = try SocketActivation.claim().isEmpty
            exit(isEmpty && names.allSatisfy { getenv($0) == nil } ? 0 : 1)
        }
    }

    @Test func `a descriptor that does not listen is refused`() throws {
        var pair: [CInt] = [0, 0]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let datagrams = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
        let file = open("/dev/null", O_RDONLY)
        for descriptor in [pair[0], datagrams, file] {
            #expect(throws: TransportError.notAListener(descriptor: descriptor)) {
                _ = try InheritedSocket(descriptor)
            }
        }
        for descriptor in pair + [datagrams, file] {
            close(descriptor)
        }
    }

    @Test func `an adopted socket is not inherited`() throws {
        let directory = try TemporaryDirectory()
        let descriptor = try UnixSocketFile.listen(at: directory.file("socket")).socket
        defer { close(descriptor) }
        try #require(fcntl(descriptor, F_SETFD, 0) == 0)
        _ = try InheritedSocket(descriptor)
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    }

    @Test func `an inherited socket is served, and its file is kept`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        var configuration = ServerConfiguration()
        configuration.inheritedSockets = [
            try InheritedSocket(try UnixSocketFile.listen(at: path).socket)
        ]
        try await TestServer.run(configuration) { server in
            #expect(server.addresses == [.unix(path: path)])
            let received = try await server.client { client throws(TransportError) in
                try client.send(request(1, "echo", [1]))
                return try client.receiveText()
            }
            #expect(received == answer(1, "[1]"))
        }
        #expect(mode(of: path) == 0o600)
    }
}
