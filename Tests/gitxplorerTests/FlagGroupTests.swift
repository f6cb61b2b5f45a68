import ArgumentParser
import Testing

@testable import gitxplorer

/// ArgumentParser and ``FlagGroup/take(_:)`` read the same flags from the same tables.
@Suite struct FlagGroupTests {
    /// Checks that both readers set the same values, and other values than without `arguments`.
    private func check(_ arguments: [String]) throws {
        let quick = try #require(ServerProcess(quickly: arguments[...]))
        try checkAgreement(quick, arguments)
        let bare = try #require(ServerProcess(quickly: []))
        #expect(quick.serving != bare.serving || quick.upstream != bare.upstream)
    }

    private func checkAgreement(_ quick: ServerProcess, _ arguments: [String]) throws {
        let command = try #require(try ServeCommand.parseAsRoot(arguments) as? ServeCommand)
        #expect(quick.serving == command.serving, "\(arguments)")
        #expect(quick.upstream == command.upstream, "\(arguments)")
    }

    /// A command line with each flag of `serve`, and a value that it accepts.
    private static let examples: [[String]] =
        ServeOptions.flags.map { example($0.name, $0.takesValue) }
        + UpstreamOptions.flags.map { example($0.name, $0.takesValue) }

    private static func example(_ name: String, _ takesValue: Bool) -> [String] {
        guard takesValue else { return ["--\(name)"] }
        let value =
            switch name {
            case "framing": "lines"
            case "log-level": "debug"
            case "log-format": "json"
            case "api-url", "web-url": "https://ghe.example/api"
            case "shared-cache": "rediss://engine.example"
            case "sandbox-option": "users=7"
            case "max-memory": "7000000"
            default: "7"
            }
        return ["--\(name)", value]
    }

    @Test(arguments: examples)
    func `a flag means the same to both`(arguments: [String]) throws {
        // ArgumentParser refuses the engine's other flags without its address.
        let isOfEngine = arguments[0].hasPrefix("--shared-cache-")
        let engine = isOfEngine ? ["--shared-cache", "rediss://e"] : []
        try check(engine + arguments)
        if arguments.count == 2 { try check(engine + [arguments.joined(separator: "=")]) }
    }

    @Test func `without flags both have the defaults`() throws {
        try checkAgreement(try #require(ServerProcess(quickly: [])), [])
    }

    @Test func `the last of several values counts, and a repeatable flag keeps all`() throws {
        try check([
            "--max-in-flight", "3", "--sandbox-option", "seed=1", "--sandbox", "--max-in-flight=4",
            "--sandbox", "--sandbox-option=users=5",
        ])
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["--version"], ["--no-such-flag"], ["--framin", "lines"], ["more"],
        ["--"], [""], ["--framing"], ["--framing", "xml"], ["--framing", "--sandbox"],
        ["--framing="], ["--cache", ""], ["--cache", "-"], ["--sandbox=yes"], ["--stdio", "yes"],
        ["--max-in-flight", "0"], ["--max-in-flight", "many"], ["--parent-pid", "99999999999"],
        ["--idle-exit", "nan"], ["--api-url", "ftp://example.org"], ["-stdio"],
        ["--sandbox-option", "color=blue"], ["--shared-cache", "redis://user:password@engine"],
        ["--shared-cache-ca", "file", "--shared-cache", "redis://engine"],
    ])
    func `anything else is left to ArgumentParser`(arguments: [String]) {
        #expect(ServerProcess(quickly: arguments[...]) == nil)
    }

    @Test func `what is not refused means the same to both, whatever it is`() throws {
        let words =
            Self.examples.joined() + Self.examples.map { $0.joined(separator: "=") }
            + [
                "--cache=-1", "--cache==", "--max-in-flight=+5", "--upstream-timeout", "1e2", "=",
                "-",
            ]
        var random = Sequential(state: 14)
        var read = 0
        for _ in 0..<400 {
            let arguments = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                words.randomElement(using: &random)!
            }
            guard let quick = ServerProcess(quickly: arguments[...]) else { continue }
            read += 1
            try checkAgreement(quick, arguments)
        }
        #expect(read > 50)
    }
}

/// A linear congruential generator, so that every run tests the same.
private struct Sequential: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
