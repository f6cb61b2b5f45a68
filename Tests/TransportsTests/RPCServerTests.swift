import Foundation
import Glibc
import JSONCore
import JSONRPC
import LinuxSystem
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct RPCServerTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs `body` against a server on a Unix socket.
    private func check(
        _ configuration: ServerConfiguration = ServerConfiguration(), stopping: Bool = true,
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let configuration = SocketKind.unix.listener(for: configuration, in: directory)
        try await TestServer.run(configuration, stopping: stopping, body)
    }

    @Test func `a stop answers running requests and accepts no more`() async throws {
        try await check { server in
            async let answers = server.client { client throws(TransportError) in
                try client.send(request(1, "hold"))
                return [try client.receiveText(), try client.receiveText()]
            }
            await server.methods.begun.wait()
            server.server.stop()
            server.methods.open()
            let received = try await answers
            #expect(received == [answer(1, "true"), nil])
        }
    }

    @Test func `a server without listeners does not run`() async throws {
        let server = RPCServer(on: ServerConfiguration())
        let methods = MethodRegistry([]) { _ in .cancelled }
        await #expect(throws: TransportError.nothingToServe) { try await server.run(methods) }
    }

    @Test func `a request that is not answered in time is cancelled and says so`() async throws {
        let configuration = ServerConfiguration().with(\.drainTime, .milliseconds(20))
        try await check(configuration) { server in
            async let answers = server.client { client throws(TransportError) in
                try client.send(request(1, "hold"))
                return [try client.receiveText(), try client.receiveText()]
            }
            await server.methods.begun.wait()
            server.server.stop()
            let received = try await answers
            #expect(received[0]?.contains("-32800") == true)
            #expect(received[1] == nil)
            await server.methods.cancelled.wait()
        }
    }

    @Test func `a stop does not wait for idle clients`() async throws {
        let (answered, continuation) = AsyncStream.makeStream(of: Void.self)
        let configuration = ServerConfiguration().with(\.drainTime, .seconds(1000))
        try await check(configuration) { server in
            async let end = server.client { client throws(TransportError) in
                try client.send(request(1, "echo"))
                _ = try client.receive()
                continuation.yield()
                return try client.receiveText()
            }
            await answered.wait()
            server.server.stop()
            let received = try await end
            #expect(received == nil)
        }
    }

    @Test func `a stop does not wait for a client that does not read`() async throws {
        var pipe: [CInt] = [0, 0]
        try #require(Glibc.pipe(&pipe) == 0)
        let (reader, writer) = (pipe[0], pipe[1])
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let configuration = ServerConfiguration().with(\.drainTime, .milliseconds(20))
        try await check(configuration) { server in
            Task {
                try await server.client { client throws(TransportError) in
                    try client.send(request(1, "fill", [5_000_000]))
                    _ = client.hasInput()
                    continuation.yield()
                    // Stays connected until the server has ended.
                    _ = readToEnd(reader)
                    close(reader)
                }
            }
            await begun.wait()
        }
        close(writer)
    }

    @Test func `the ready file lists every listener`() async throws {
        let ends = try StreamEnds(.pipes)
        var configuration = SocketKind.unix.listener(for: ServerConfiguration(), in: directory)
        configuration.tcp = HostAndPort(host: "127.0.0.1", port: 0)
        configuration.readyFile = directory.file("ready")
        let path = directory.file("ready")
        let directory = directory.path
        try await TestServer.run(
            configuration, streams: ends.streams, furtherReadyLines: ["sandbox:http://127.0.0.1:1"]
        ) { server in
            guard case .tcp(let bound) = server.addresses.last else {
                Issue.record("not TCP: \(server.addresses)")
                return
            }
            let lines = try contents(of: path).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(
                lines == [
                    "stdio", "unix:\(directory)/socket", "tcp:127.0.0.1:\(bound.port)",
                    "sandbox:http://127.0.0.1:1", "",
                ])
        }
    }

    @Test(arguments: [true, false])
    func `a file planted next to the ready file is left alone`(isLink: Bool) async throws {
        let (ready, victim) = (directory.file("ready"), directory.file("victim"))
        try write("precious", to: victim)
        let planted = "\(ready).\(getpid()).tmp"
        try #require((isLink ? symlink(victim, planted) : mkfifo(planted, 0o600)) == 0)
        try await check(ServerConfiguration().with(\.readyFile, ready)) { _ in
            let lines = try contents(of: ready)
            #expect(lines.hasPrefix("unix:"))
        }
        #expect(try contents(of: victim) == "precious")
        #expect(mode(of: planted) != nil)
    }

    @Test func `another process's lock on the directory does not prevent the start`()
        async throws
    {
        let lock = open(directory.path, O_RDONLY | O_CLOEXEC)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        try await check { server in
            let received = try await server.client { client throws(TransportError) in
                try client.send(request(1, "echo"))
                return try client.receiveText()
            }
            #expect(received == answer(1, "[]"))
        }
    }

    @Test func `a ready file that cannot be written ends the server and is named`() async throws {
        var configuration = SocketKind.unix.listener(for: ServerConfiguration(), in: directory)
        let path = directory.file("no/ready")
        configuration.readyFile = path
        let refused = configuration
        await #expect(throws: TransportError.file(path: path, Errno(ENOENT))) {
            try await TestServer.run(refused) { _ in }
        }
        #expect(mode(of: directory.file("socket")) == nil)
    }

    @Test func `a server without connections ends after the idle time`() async throws {
        let configuration = ServerConfiguration().with(\.idleExit, .milliseconds(20))
        try await check(configuration, stopping: false) { _ in }
    }

    @Test func `every open connection is notified`() async throws {
        try await check { server in
            let notice = #"{"jsonrpc":"2.0","method":"auth.changed","params":{}}"#
            let (answered, continuation) = AsyncStream.makeStream(of: Void.self)
            async let told = withThrowingTaskGroup { tasks in
                for _ in 0..<3 {
                    tasks.addTask {
                        try await server.client { client throws(TransportError) in
                            try client.send(request(1, "echo"))
                            _ = try client.receive()
                            continuation.yield()
                            return try client.receiveText()
                        }
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            await answered.wait(for: 3)
            server.server.forEachConnection { $0.send(notification: "auth.changed", params: [:]) }
            let received = try await told
            #expect(received == [notice, notice, notice])
        }
    }

    @Test func `cancelling the task ends the server at once`() async throws {
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let configuration = SocketKind.unix.listener(for: ServerConfiguration(), in: directory)
        let running = Task {
            try await TestServer.run(configuration, stopping: false) { server in
                _ = try await server.client { client throws(TransportError) in
                    try client.send(request(1, "hold"))
                    continuation.yield()
                    return try client.receiveText()
                }
            }
        }
        await begun.wait()
        running.cancel()
        #expect(try await running.value == 0)
    }

    @Test func `a server ends with its parent`() async throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        var configuration = SocketKind.unix.listener(for: ServerConfiguration(), in: directory)
        configuration.parentProcess = process.processIdentifier
        try await TestServer.run(configuration, stopping: false) { _ in
            try input.fileHandleForWriting.close()
        }
        process.waitUntilExit()
    }
}
