import Glibc
import JSONCore
import JSONRPC
import LinuxSystem
import TestSupport
import Testing

@testable import Transports

/// The kind of socket of a test.
enum SocketKind: CaseIterable, Sendable {
    case unix, tcp

    /// Adds a listener of this kind if there is none.
    func listener(
        for configuration: ServerConfiguration, in directory: TemporaryDirectory
    ) -> ServerConfiguration {
        switch self {
        case .unix:
            configuration.with(\.socketPath, directory.file("socket"))
        case .tcp:
            configuration.with(
                \.tcp, configuration.tcp ?? HostAndPort(host: "127.0.0.1", port: 0))
        }
    }
}

@Suite(.patience) struct SocketServerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs `body` against a server on one socket.
    private func check(
        _ kind: SocketKind, limits: ConnectionLimits = ConnectionLimits(),
        _ configuration: ServerConfiguration = ServerConfiguration(),
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let configuration = kind.listener(for: configuration, in: directory)
        try await TestServer.run(configuration, limits: limits, body)
    }

    @Test(arguments: SocketKind.allCases)
    func `a request is answered`(kind: SocketKind) async throws {
        try await check(kind) { server in
            let answers = try await server.client { client throws(TransportError) in
                try client.send(request(1, "echo", [1]))
                let first = try client.receiveText()
                try client.send(request(2, "echo", [2]))
                return [first, try client.receiveText()]
            }
            #expect(answers == [answer(1, "[1]"), answer(2, "[2]")])
        }
    }

    @Test(arguments: SocketKind.allCases)
    func `a half-closed client gets all its responses, then the end`(
        kind: SocketKind
    ) async throws {
        try await check(kind) { server in
            async let answers = server.client { client throws(TransportError) in
                try client.send(request(1, "hold"))
                try client.send(request(2, "echo", [2]))
                client.finishSending()
                var answers: [String] = []
                while let answer = try client.receiveText() {
                    answers.append(answer)
                }
                return answers
            }
            await server.methods.begun.wait()
            server.methods.open()
            let received = try await Set(answers)
            #expect(received == [answer(1, "true"), answer(2, "[2]")])
        }
    }

    @Test(arguments: SocketKind.allCases)
    func `two concurrent clients do not wait for each other`(kind: SocketKind) async throws {
        try await check(kind) { server in
            async let slow = server.client { client throws(TransportError) in
                try client.send(request(1, "hold"))
                return try client.receiveText()
            }
            await server.methods.begun.wait()
            let quick = try await server.client { client throws(TransportError) in
                try client.send(request(1, "echo", [1]))
                return try client.receiveText()
            }
            #expect(quick == answer(1, "[1]"))
            #expect(server.server.connectionCount >= 1)
            server.methods.open()
            let received = try await slow
            #expect(received == answer(1, "true"))
        }
    }

    @Test(arguments: SocketKind.allCases)
    func `a disconnect cancels the client's requests`(kind: SocketKind) async throws {
        try await check(kind) { server in
            try await server.client { client throws(TransportError) in
                try client.send(request(1, "hold"))
                try client.send(request(2, "hold"))
                client.willReset()
            }
            await server.methods.cancelled.wait(for: 2)
        }
    }

    @Test(arguments: SocketKind.allCases)
    func `an abandoned frame gives an error and ends the connection`(kind: SocketKind) async throws
    {
        let configuration = ServerConfiguration().with(\.idleFrameTimeout, .milliseconds(50))
        try await check(kind, configuration) { server in
            let answers = try await server.client { client throws(TransportError) in
                // A complete request first: silence between two frames is no reason to close.
                try client.send(request(1, "echo", [1]))
                let first = try client.receiveText()
                client.sendRaw(#"{"jsonrpc""#)
                return [first, try client.receiveText(), try client.receiveText()]
            }
            #expect(answers[0] == answer(1, "[1]"))
            #expect(answers[1]?.contains("-32700") == true)
            #expect(answers[2] == nil)
        }
    }

    @Test(arguments: SocketKind.allCases)
    func `the error before a close reaches a client that is still sending`(
        kind: SocketKind
    ) async throws {
        let limits = ConnectionLimits(maximumMessageBytes: 1000)
        try await check(kind, limits: limits) { server in
            let answers = try await server.client { client throws(TransportError) in
                let long = JSONValue.string(String(repeating: "x", count: 200_000))
                try client.send(request(1, "echo", [long]))
                return [try client.receiveText(), try client.receiveText()]
            }
            #expect(answers[0]?.contains("-32600") == true)
            #expect(answers[1] == nil)
        }
    }

    @Test(arguments: SocketKind.allCases)
    func `reading stops from a client that does not read`(kind: SocketKind) async throws {
        let limits = ConnectionLimits(outputHighWater: 64 << 10)
        try await check(kind, limits: limits) { server in
            let sent = try await server.client { client throws(TransportError) in
                // 100 bytes request 8 KB each: without back-pressure this would never end.
                let bytes = request(1, "echo", [.string(String(repeating: "x", count: 8000))])
                return client.sendUntilFull(bytes + [UInt8(ascii: "\n")])
            }
            // More than two pairs of kernel buffers and the server's own limits can hold.
            #expect(sent < 64 << 20)
        }
    }

    @Test func `responses larger than any buffer arrive complete`() async throws {
        try await check(.unix) { server in
            let size = try await server.client { client throws(TransportError) in
                try client.send(request(1, "fill", [5_000_000]))
                return try client.receive()?.count
            }
            #expect(size == answer(1, "").utf8.count + 5_000_002)
        }
    }

    @Test func `clients that disconnect during their response do no harm`() async throws {
        try await check(.unix) { server in
            for _ in 0..<1000 {
                try await server.client { client throws(TransportError) in
                    try client.send(request(1, "fill", [10]))
                }
            }
            let received = try await server.client { client throws(TransportError) in
                try client.send(request(1, "echo", [1]))
                return try client.receiveText()
            }
            #expect(received == answer(1, "[1]"))
        }
    }

    @Test func `a process of another user is closed without a response`() async throws {
        let others = ServerConfiguration().with(\.userID, geteuid() + 1)
        try await check(.unix, others) { server in
            let answer = try await server.client { client throws(TransportError) in
                try client.send(request(1, "echo"))
                return try client.receiveText()
            }
            #expect(answer == nil)
        }
    }

    @Test(arguments: [(geteuid(), "HTTP/1.1 404 Not Found\r"), (geteuid() + 1, nil)])
    func `a process of another user gets nothing over HTTP`(
        user: uid_t, expected: String?
    ) async throws {
        let configuration = ServerConfiguration().with(\.userID, user)
            .with(\.httpSocketPath, directory.file("http"))
        try await TestServer.run(configuration) { server in
            let line = try await server.client { client throws(TransportError) in
                try client.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r".utf8))
                return try client.receiveText()
            }
            #expect(line == expected)
        }
    }

    @Test func `the socket file is private and removed with the server`() async throws {
        let path = directory.file("socket")
        try await check(.unix) { server in
            #expect(server.addresses == [.unix(path: path)])
            #expect(mode(of: path) == 0o600)
        }
        #expect(mode(of: path) == nil)
    }

    @Test(arguments: ["0.0.0.0", "::"])
    func `a host that is not loopback needs permission`(host: String) async throws {
        let refused = ServerConfiguration().with(\.tcp, HostAndPort(host: host, port: 0))
        await #expect(throws: TransportError.remoteNotAllowed(host: host)) {
            try await TestServer.run(refused) { _ in }
        }
    }

    @Test func `with permission any host may be used`() async throws {
        let configuration = ServerConfiguration().with(\.allowsRemote, true)
            .with(\.tcp, HostAndPort(host: "0.0.0.0", port: 0))
        try await check(.tcp, configuration) { server in
            guard case .tcp(let bound) = server.addresses[0] else {
                Issue.record("not TCP: \(server.addresses)")
                return
            }
            #expect(bound.host == "0.0.0.0" && bound.port != 0)
        }
    }

    @Test func `a port in use is reported with the system's message`() async throws {
        try await check(.tcp) { server in
            guard case .tcp(let taken) = server.addresses[0] else { return }
            let second = ServerConfiguration().with(\.tcp, taken)
            await #expect(
                throws: TransportError.couldNotListen(on: "\(taken)", Errno(EADDRINUSE))
            ) { try await TestServer.run(second) { _ in } }
        }
    }
}
