import Foundation
import JSONCore
import Synchronization

@testable import GitHubSandbox

/// A sandbox without sockets, with a clock that a test moves.
struct TestSandbox {
    static let start = 1_750_000_000_000

    let service: SandboxService
    private let time: TestClock

    init(_ configuration: SandboxConfiguration = SandboxConfiguration(), replay: ReplayStore? = nil)
    {
        let time = TestClock()
        self.time = time
        service = SandboxService(configuration, replay: replay ?? ReplayStore()) { time.now }
    }

    func advance(seconds: Int) {
        time.advance(milliseconds: seconds * 1000)
    }

    /// - Parameter headers: override those of every request; an empty value removes one.
    @discardableResult
    func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: String = ""
    ) -> Reply {
        var sent = ["User-Agent": "test", "Host": "sandbox.test"]
        if target.contains("/_sandbox/") { sent["Content-Type"] = "application/json" }
        sent.merge(headers) { $1 }
        let request = SandboxRequest(
            method: method, target: target,
            headers: sent.filter { !$0.value.isEmpty }.map { ($0.key, $0.value) },
            body: Array(body.utf8), ownHost: "sandbox.test")
        let reply = service.reply(to: request)
        if reply.isCounted { service.finished() }
        return reply
    }

    @discardableResult
    func get(_ target: String, _ headers: [String: String] = [:]) -> Reply {
        send("GET", target, headers: headers)
    }

    func json(_ target: String, _ headers: [String: String] = [:]) throws -> JSONValue {
        try get(target, headers).json
    }
}

/// The clock in milliseconds, advanced by the test.
final class TestClock: Sendable {
    private let milliseconds = Mutex(TestSandbox.start)

    var now: Int {
        milliseconds.withLock { $0 }
    }

    func advance(milliseconds count: Int) {
        milliseconds.withLock { $0 += count }
    }
}

extension Reply {
    func header(_ name: String) -> String? {
        headers[name]
    }

    var json: JSONValue {
        get throws { try JSONParser().parse(body) }
    }

    var text: String {
        String(decoding: body, as: UTF8.self)
    }
}

/// Facts about GitHub, in `Tests/Recordings`.
enum Facts {
    static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Recordings/\(name)")
            .standardizedFileURL.path
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// All of GitHub's recordings if the variable names their file, otherwise the facts about them.
    static let recordingsPath =
        ProcessInfo.processInfo.environment["GITXPLORER_RECORDINGS"] ?? path("exchanges.jsonl")

    /// The recorded exchanges of GitHub, one per line.
    static func recordings() throws -> [JSONValue] {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: recordingsPath)))
        return try bytes.split(separator: UInt8(ascii: "\n")).map {
            try JSONParser().parse($0)
        }
    }
}
