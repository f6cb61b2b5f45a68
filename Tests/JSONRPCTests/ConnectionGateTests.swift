import FuzzTargets
import JSONCore
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite(.patience) struct ConnectionGateTests {
    private static let gate = gate(waiting: .zero)

    private static func gate(waiting delay: Duration) -> ConnectionGate {
        ConnectionGate(method: "session.authenticate", refusal: .refused, delay: { delay }) {
            $0 == ["secret": "abc"] ? nil : .refused
        }
    }

    /// A client of a server that waits before it checks the secret.
    private func client(waiting delay: Duration) -> SteppedClient {
        SteppedClient(gate: Self.gate(waiting: delay))
    }

    /// Sends `stream` to a connection with a secret.
    private func check(
        _ stream: String, framing: Framing = .lines, gives expected: [JSONValue], closes: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for piece in [Int.max, 1] {
            let client = SteppedClient(framing: framing, gate: Self.gate)
            client.send(raw: stream, inPiecesOf: piece)
            #expect(
                client.waiting.map(Messages.brief) == expected, sourceLocation: sourceLocation)
            #expect(client.isClosed == closes, sourceLocation: sourceLocation)
            #expect(client.connection.isGated == closes, sourceLocation: sourceLocation)
        }
    }

    private let secret = Messages.request(1, "session.authenticate", ["secret": "abc"]) + "\n"
    private let now = Messages.request(2, "now") + "\n"

    @Test func `the secret opens the connection`() {
        check(secret + now, gives: [[1, [:]], [2, .null]], closes: false)
    }

    @Test func `an observer learns of all requests, and of no unknown notification`() {
        let log = Log()
        var methods = TestMethods.registry()
        methods.observer = log
        let unknown = Messages.notification("$/unknown") + "\n"
        let wrong = secret.replacing("abc", with: "abd")
        let shutdown = Messages.request(3, "shutdown") + "\n"
        let old = #"{"id": 4, "method": "old"}"# + "\n"
        for (stream, expected) in [
            (secret + unknown + now, ["session.authenticate", "now"]),
            (wrong, ["session.authenticate 1401"]),
            (now, ["now 1401"]),
            (secret + old, ["session.authenticate", "old -32600"]),
            (secret + shutdown + now, ["session.authenticate", "shutdown", "now -32600"]),
        ] {
            SteppedClient(methods, gate: Self.gate).send(raw: stream)
            #expect(log.lines.withLock { $0.take() } == expected)
        }
    }

    @Test func `immediate results can be counted instead of observed`() {
        let log = Log(skipsImmediateResults: true)
        let names = Mutex<[String]>([])
        var methods = TestMethods.registry().notingImmediateResults { name in
            { names.withLock { $0.append(name) } }
        }
        methods.observer = log
        let unknown = Messages.request(3, "unknown") + "\n"
        SteppedClient(methods, gate: Self.gate).send(raw: secret + now + unknown)
        #expect(names.withLock(\.self) == ["now"])
        #expect(log.lines.withLock(\.self) == ["session.authenticate", "unknown -32601"])
    }

    @Test func `anything but the secret gives 1401, and the connection closes`() {
        check(now + secret, gives: [[2, 1401]], closes: true)
        check(Messages.request(1, "shutdown") + "\n" + now, gives: [[1, 1401]], closes: true)
        check("{}\n" + secret, gives: [[.null, 1401]], closes: true)
        check("[\n" + secret, gives: [[.null, 1401]], closes: true)
    }

    @Test func `a wrong secret gives 1401, and the connection closes`() {
        let wrong = Messages.request(1, "session.authenticate", ["secret": "abd"]) + "\n"
        check(wrong + secret, gives: [[1, 1401]], closes: true)
        let none = Messages.request(1, "session.authenticate") + "\n"
        check(none + secret, gives: [[1, 1401]], closes: true)
    }

    @Test func `a notification or a batch before the secret closes the connection`() {
        let notification = Messages.notification("session.authenticate", ["secret": "abc"])
        check(notification + "\n" + secret, gives: [[.null, 1401]], closes: true)
        check("[\(secret.dropLast())]\n" + secret, gives: [[.null, 1401]], closes: true)
        check(Messages.notification("exit") + "\n", gives: [[.null, 1401]], closes: true)
    }

    @Test func `a client without the secret cannot send much`() {
        check(
            "Content-Length: 65537\r\n\r\n", framing: .headers, gives: [[.null, 1401]], closes: true
        )
        let client = SteppedClient(gate: Self.gate)
        let text = String(repeating: "x", count: 100_000)
        client.send(raw: secret + Messages.request(2, "now", [.string(text)]) + "\n")
        #expect(client.waiting.map(Messages.brief) == [[1, [:]], [2, [.string(text)]]])
    }

    @Test func `a client without the secret gets no notification`() {
        let client = SteppedClient(serverFraming: .lines, gate: Self.gate)
        client.connection.send(notification: "a", params: 1)
        client.send(raw: secret)
        client.connection.send(notification: "b", params: 2)
        #expect(client.waiting.map { $0["method"] ?? $0["id"] } == [1, "b"])
    }

    @Test func `an HTTP request is closed without a response`() {
        check("GET / HTTP/1.1\r\n", gives: [], closes: true)
    }

    @Test func `after a wait the right secret opens the connection, also to later messages`()
        async
    {
        let client = client(waiting: .milliseconds(1))
        client.send(raw: secret + now)
        client.endInput()
        #expect(await client.receive(2).map(Messages.brief) == [[1, [:]], [2, .null]])
        #expect(await client.finish().isEmpty)
    }

    @Test func `after a wait a wrong secret gives 1401, and the connection closes`() async {
        let client = client(waiting: .milliseconds(1))
        client.send(raw: Messages.request(1, "session.authenticate") + "\n" + secret)
        #expect(await client.finish().map(Messages.brief) == [[1, 1401]])
        #expect(client.isClosed)
    }

    @Test func `a client that waits at the gate gets no response and is not read from`() {
        let client = client(waiting: .seconds(1000))
        client.send(raw: secret + now)
        #expect(!client.wantsInput)
        #expect(!client.isMidFrame)
        #expect(client.waiting.isEmpty && !client.isClosed)
        client.connection.peerVanished()
    }

    @Test(arguments: [ServerConnection.drain, ServerConnection.cancelAll])
    func `a draining server answers a client that waits at the gate and closes`(
        end: @Sendable (ServerConnection) -> () -> Void
    ) async {
        let client = client(waiting: .seconds(1000))
        client.send(raw: secret)
        end(client.connection)()
        #expect(await client.receive(.max).map(Messages.brief) == [[1, -32800]])
        #expect(client.isClosed)
        await client.connection.waitUntilFinished()
    }

    @Test func `a client that disconnects at the gate leaves nothing behind`() async {
        let client = client(waiting: .seconds(1000))
        client.send(raw: secret)
        client.connection.peerVanished()
        await client.connection.waitUntilFinished()
        #expect(client.waiting.isEmpty)
    }

    @Test func `without a gate the method is like any other`() {
        let client = SteppedClient()
        client.send(raw: secret)
        #expect(client.waiting.map(Messages.brief) == [[1, -32601]])
        #expect(!client.isClosed)
    }
}

private final class Log: RequestObserver {
    let lines = Mutex<[String]?>(nil)
    let skipsImmediateResults: Bool

    init(skipsImmediateResults: Bool = false) {
        self.skipsImmediateResults = skipsImmediateResults
    }

    func answered(_ method: String, _ context: RequestContext, _ outcome: Outcome) {
        var line = method
        if case .failure(let error) = outcome { line += " \(error.code)" }
        lines.withLock { $0 = ($0 ?? []) + [line] }
    }

    func observe(
        _ method: String, _ context: RequestContext, _ handle: () async -> Outcome
    ) async -> Outcome { await handle() }
}
