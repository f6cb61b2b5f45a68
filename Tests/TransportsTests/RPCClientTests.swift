import Dispatch
import Glibc
import JSONCore
import JSONRPC
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct RPCClientTests {
    private static let tcp = ServerConfiguration().with(
        \.tcp, HostAndPort(host: "127.0.0.1", port: 0))

    /// Runs `body` with a client of a Unix and of a TCP server, in each framing.
    private func check(
        _ body: @escaping @Sendable (ClientConnection) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        let unix = ServerConfiguration().with(\.socketPath, folder.file("a.sock"))
        defer { withExtendedLifetime(folder) {} }
        for configuration in [unix, Self.tcp] {
            for framing in [Framing.lines, .headers] {
                try await TestServer.run(configuration) { server in
                    try await RPCClient.withConnection(
                        to: server.addresses[0], framing: framing
                    ) { try await body($0) }
                }
            }
        }
    }

    /// A program that answers the first line with `answer`, and then reads to the end.
    private func program(answering answer: String) -> [String] {
        ["sh", "-c", "read -r line; printf '%s\\n' \"$1\"; cat > /dev/null", "sh", answer]
    }

    @Test func `calls are answered`() async throws {
        try await check { server in
            let echoed = try await server.call("echo", [1, "b"])
            #expect(try await server.call("echo", [1, 2], as: [Int].self) == [1, 2])
            await #expect(throws: DecodingError.self) {
                try await server.call("echo", [1, "b"], as: [Int].self)
            }
            #expect(echoed == [1, "b"])
            await #expect(throws: RPCError.self) { try await server.call("none") }
        }
    }

    @Test func `a long message is passed in both directions`() async throws {
        let text = JSONValue.string(String(repeating: "0123456789", count: 500_000))
        try await check { server in
            let params = try #require(RPCParams([text]))
            let echoed = try await server.call("echo", params)
            #expect(echoed == [text])
        }
    }

    @Test func `many calls can wait at the same time`() async throws {
        try await check { server in
            let sum = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for number in 0..<200 {
                    tasks.addTask {
                        try await server.call("echo", [JSONValue(number)])[0]?.intValue ?? -1
                    }
                }
                return try await tasks.reduce(0, +)
            }
            #expect(sum == 199 * 200 / 2)
        }
    }

    @Test func `a started program answers over its pipes`() async throws {
        let answer = #"{"jsonrpc":"2.0","id":1,"result":"from a program"}"#
        let result = try await RPCClient.withProgram(program(answering: answer)) { server in
            try await server.call("any")
        }
        #expect(result == "from a program")
    }

    @Test func `a program that ends fails the calls`() async throws {
        await #expect(throws: ClientError.closed) {
            try await RPCClient.withProgram(["true"]) { server in
                try await server.call("any")
            }
        }
    }

    @Test func `a program that sends anything else fails the calls`() async throws {
        await #expect(throws: ClientError.notJSON(JSONSyntaxError(.expectedValue, offset: 0))) {
            try await RPCClient.withProgram(program(answering: "Hello!")) { server in
                try await server.call("any")
            }
        }
    }

    @Test func `a call is sent although the pool is busy`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("received")
        try #require(mkfifo(path, 0o600) == 0)
        let received = open(path, O_RDWR)
        defer { close(received) }
        let command = ["sh", "-c", "read -r line; printf '%s' \"$line\" > \"$1\"", "sh", path]
        let pool = BusyPool()
        let calling = Task(executorPreference: pool) {
            try await RPCClient.withProgram(command) { try await $0.call("any") }
        }
        let isSent = try await blocking {
            var descriptor = pollfd(fd: received, events: Int16(POLLIN), revents: 0)
            return poll(&descriptor, 1, CInt(Duration.patience / .milliseconds(1))) > 0
        }
        #expect(isSent)
        pool.free()
        await #expect(throws: ClientError.closed) { try await calling.value }
    }

    @Test func `a program that does not exist is named`() async throws {
        let folder = try TemporaryDirectory()
        let missing = folder.file("program")
        await #expect(throws: TransportError.couldNotStart(program: missing, Errno(2))) {
            try await RPCClient.withProgram([missing]) { _ in }
        }
    }

    @Test func `a program that does not end is killed`() async throws {
        let program = try ServerProgram(["sleep", "1000"], patience: .milliseconds(1))
        program.streams.closeBoth()
        await program.end()
    }

    @Test func `a program that does not read does not block its client`() async throws {
        // More than a server may leave unread.
        let text = JSONValue.string(String(repeating: "0123456789", count: 300_000))
        try await RPCClient.withProgram(["sleep", "60"]) { server in
            server.notify("a", RPCParams([text]) ?? .none)
        }
    }

    @Test func `an error thrown by the body is passed on`() async throws {
        struct Mine: Error {}
        await #expect(throws: Mine.self) {
            try await RPCClient.withProgram(["cat"]) { _ in throw Mine() }
        }
    }

    @Test func `a server that ends fails the calls`() async throws {
        let configuration = Self.tcp.with(\.drainTime, .milliseconds(50))
        try await TestServer.run(configuration, stopping: false) { server in
            await #expect(throws: (any Error).self) {
                try await RPCClient.withConnection(to: server.addresses[0]) { client in
                    async let held = client.call("hold", ["key": "a"])
                    server.server.stop()
                    return try await held
                }
            }
        }
    }

    @Test func `without a server there is no connection`() async throws {
        let nowhere = ServerAddress.unix(path: "/nonexistent/a.sock")
        await #expect(throws: TransportError.self) {
            try await RPCClient.withConnection(to: nowhere) { _ in }
        }
        await #expect(throws: TransportError.invalidAddress("stdio")) {
            try await RPCClient.withConnection(to: .stdio) { _ in }
        }
    }
}

/// Runs one piece of a task, and no other until it is free.
private final class BusyPool: TaskExecutor {
    private let queue = DispatchQueue(label: "pool")
    private let isBusy = Atomic(false)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = !isBusy.exchange(true, ordering: .relaxed)
        queue.async { [self] in
            if isFirst { queue.suspend() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    func free() {
        queue.resume()
    }
}
