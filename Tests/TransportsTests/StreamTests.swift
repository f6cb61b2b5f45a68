import Glibc
import JSONCore
import JSONRPC
import TestSupport
import Testing

@testable import Transports

extension StreamEnds {
    var streams: StandardStreams { StandardStreams(input: server.input, output: server.output) }

    func send(_ id: Int, _ method: String, _ params: JSONValue = []) {
        send(request(id, method, params) + [UInt8(ascii: "\n")])
    }

    /// Waits for one line, without its end.
    func expect(
        _ line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let received = try await blocking {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(reader, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            return String(decoding: line, as: UTF8.self)
        }
        #expect(received == line, sourceLocation: sourceLocation)
    }
}

@Suite(.patience) struct StreamTests {
    /// Runs `body` against a server on streams of this kind; `body` ends the input.
    private func check(
        _ kind: StreamEnds.Kind, _ configuration: ServerConfiguration = ServerConfiguration(),
        exits status: Int32 = 0, _ body: @Sendable (StreamEnds, TestServer) async throws -> Void
    ) async throws {
        let ends = try StreamEnds(kind)
        let exitStatus = try await TestServer.run(
            configuration, streams: ends.streams, stopping: false
        ) { try await body(ends, $0) }
        #expect(exitStatus == status)
    }

    @Test(arguments: StreamEnds.Kind.allCases)
    func `requests are answered as they arrive`(kind: StreamEnds.Kind) async throws {
        try await check(kind) { ends, server in
            #expect(server.addresses == [.stdio])
            ends.send(1, "echo", [1])
            try await ends.expect(answer(1, "[1]"))
            ends.send(2, "echo", [2])
            try await ends.expect(answer(2, "[2]"))
            ends.endInput(kind)
        }
    }

    @Test(arguments: StreamEnds.Kind.allCases)
    func `accepted requests are answered after the end of the input`(
        kind: StreamEnds.Kind
    ) async throws {
        try await check(kind) { ends, server in
            ends.send(1, "hold")
            ends.endInput(kind)
            await server.methods.begun.wait()
            server.methods.open()
            try await ends.expect(answer(1, "true"))
        }
    }

    @Test(arguments: StreamEnds.Kind.allCases)
    func `the flags of the open file are not changed`(kind: StreamEnds.Kind) async throws {
        let ends = try StreamEnds(kind)
        let copy = dup(ends.server.output)
        let flags = fcntl(copy, F_GETFL)
        try await TestServer.run(ServerConfiguration(), streams: ends.streams) { server in
            ends.send(1, "echo")
            try await ends.expect(answer(1, "[]"))
            #expect(fcntl(copy, F_GETFL) == flags)
        }
        #expect(fcntl(copy, F_GETFL) == flags)
    }

    @Test func `more requests than may run at once are all answered after the end`() async throws {
        try await check(.pipes) { ends, server in
            let requests = (1...2000).flatMap { request($0, "fill", [1]) + [UInt8(ascii: "\n")] }
            async let answers = blocking { readToEnd(ends.reader) }
            try await blocking {
                ends.send(requests)
                ends.endInput(.pipes)
            }
            let lines = try await answers.split(separator: UInt8(ascii: "\n"))
            #expect(Set(lines.map { String(decoding: $0, as: UTF8.self) }).count == 2000)
        }
    }

    @Test func `a request is cancelled while the client does not read`() async throws {
        try await check(.pipes) { ends, server in
            ends.send(1, "hold")
            await server.methods.begun.wait()
            ends.send(2, "fill", [500_000])
            ends.send(
                Array(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#.utf8))
            ends.send([UInt8(ascii: "\n")])
            await server.methods.cancelled.wait()
            ends.endInput(.pipes)
            let output = try await blocking { readToEnd(ends.reader) }
            #expect(output.count > 500_000)
        }
    }

    @Test(arguments: [StreamEnds.Kind.pipes, .socket])
    func `requests are cancelled when nobody reads any more`(
        kind: StreamEnds.Kind
    ) async throws {
        let configuration = ServerConfiguration().with(\.drainTime, .seconds(1000))
        try await check(kind, configuration) { ends, server in
            ends.send(1, "hold")
            await server.methods.begun.wait()
            close(ends.reader)
            await server.methods.cancelled.wait()
        }
    }

    @Test func `an abandoned frame gives an error and ends the connection`() async throws {
        let configuration = ServerConfiguration().with(\.idleFrameTimeout, .milliseconds(50))
        try await check(.pipes, configuration) { ends, _ in
            ends.send(1, "echo")
            try await ends.expect(answer(1, "[]"))
            ends.send(Array("Content".utf8))
            let rest = try await blocking { readToEnd(ends.reader) }
            #expect(String(decoding: rest, as: UTF8.self).contains("-32700"))
        }
    }

    @Test(arguments: [(true, 0), (false, 1)] as [(Bool, Int32)])
    func `exit ends the server, with status 0 only after shutdown`(
        shutsDown: Bool, status: Int32
    ) async throws {
        try await check(.pipes, exits: status) { ends, _ in
            if shutsDown {
                ends.send(1, "shutdown")
                try await ends.expect(answer(1, "null"))
            }
            ends.send(Array("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}\n".utf8))
        }
    }

    @Test func `a file of requests gives a file of responses`() async throws {
        let directory = try TemporaryDirectory()
        let requests = (1...300).map {
            String(decoding: request($0, "fill", [1000]), as: UTF8.self)
        }
        // The last line ends with the file.
        try write(requests.joined(separator: "\n"), to: directory.file("requests"))
        let input = open(directory.file("requests"), O_RDONLY)
        let output = open(directory.file("answers"), O_WRONLY | O_CREAT, 0o600)
        try await TestServer.run(
            ServerConfiguration(), streams: StandardStreams(input: input, output: output),
            stopping: false
        ) { _ in }
        let answers = try contents(of: directory.file("answers")).split(separator: "\n")
        let expected = (1...300).map { answer($0, "\"\(String(repeating: "x", count: 1000))\"") }
        #expect(Set(answers.map(String.init)) == Set(expected))
    }

    @Test func `a drain at the end of the input drops no line that lacks its end`() throws {
        let ends = try StreamEnds(.pipes)
        let connection = ServerConnection(registry: TestMethods().registry) {}
        var pump = StreamPump(connection, ends.streams, dropsUnwritable: false) {
            connection.drain()
        }
        ends.send(request(1, "echo", [1]))
        ends.endInput(.pipes)
        while pump.hasInput { _ = try pump.read() }
        #expect(pump.isDone)
        ends.streams.closeBoth()
        let output = String(decoding: readToEnd(ends.reader), as: UTF8.self)
        #expect(output == answer(1, "[1]") + "\n")
    }

    @Test func `the null device is an input without requests and an output without readers`()
        async throws
    {
        let streams = StandardStreams(
            input: open("/dev/null", O_RDONLY), output: open("/dev/null", O_WRONLY))
        let status = try await TestServer.run(
            ServerConfiguration(), streams: streams, stopping: false
        ) { _ in }
        #expect(status == 0)
    }

    @Test func `stdout is replaced by stderr, and stdin by the null device`() async throws {
        let input = try StreamEnds(.pipes)
        let errors = try StreamEnds(.pipes)
        let output = dup(input.server.output)
        let streams = try StandardStreams.take(
            input: input.server.input, output: output, errors: errors.server.output)
        #expect(Glibc.write(output, "stray\n", 6) == 6)
        try await errors.expect("stray")
        #expect(readToEnd(input.server.input).isEmpty)
        #expect(fcntl(streams.output, F_GETFD) & FD_CLOEXEC != 0)
        #expect(Glibc.write(streams.output, "frame\n", 6) == 6)
        try await input.expect("frame")
    }
}
