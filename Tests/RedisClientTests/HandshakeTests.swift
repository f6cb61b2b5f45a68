import Testing

@testable import RedisClient

@Suite struct HandshakeTests {
    private let hello = RESPValue.array([
        .simpleString("server"), .simpleString("redis"),
        .simpleString("version"), .simpleString("7.0.15"),
        .simpleString("mode"), .simpleString("standalone"),
        .simpleString("role"), .simpleString("master"),
    ])

    private func words(_ url: String, channels: [String] = []) throws -> [String] {
        Handshake(try RedisConfiguration(parsing: url), channels: channels).commands.map {
            $0.arguments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        }
    }

    @Test func `the commands follow from the configuration`() throws {
        #expect(try words("redis://cache") == ["HELLO 3 SETNAME gitxplorer", "HELLO 3"])
        #expect(
            try words("redis://me:pass@cache/2", channels: ["a", "b"]) == [
                "HELLO 3 AUTH me pass SETNAME gitxplorer", "SELECT 2", "SUBSCRIBE a b", "HELLO 3",
            ])
        #expect(
            try words("redis://:pass@cache")[0] == "HELLO 3 AUTH default pass SETNAME gitxplorer")
    }

    @Test func `the handshake ends with the last reply`() throws {
        var handshake = Handshake(try RedisConfiguration(parsing: "redis://c/1"), channels: ["a"])
        #expect(try handshake.receive(hello) == nil)
        #expect(try handshake.receive(.simpleString("OK")) == nil)
        let facts = try handshake.receive(hello)
        #expect(facts == RedisServerFacts(server: "redis", version: "7.0.15", role: "master"))
    }

    @Test func `a refusal has the engine's words`() throws {
        var handshake = Handshake(try RedisConfiguration(parsing: "redis://c"), channels: ["a"])
        #expect(try handshake.receive(hello) == nil)
        #expect(throws: RedisError.refused("NOPERM no channel")) {
            try handshake.receive(.error("NOPERM no channel"))
        }
    }

    @Test func `the engine must run the probe unless it has no memory left`() throws {
        func probe(_ reply: RESPValue) throws -> RedisServerFacts? {
            var handshake = Handshake(
                try RedisConfiguration(parsing: "redis://c"), channels: ["a"],
                probe: [RedisCommand("EVAL")])
            _ = try handshake.receive(hello)
            #expect(try handshake.receive(reply) == nil)
            return try handshake.receive(hello)
        }
        for words in ["READONLY a replica", "ERR unknown command 'EVAL'"] {
            #expect(throws: RedisError.refused(words)) { try probe(.error(words)) }
        }
        for words in [
            "OOM command not allowed",
            "ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed",
        ] {
            #expect(try probe(.error(words)) != nil)
        }
    }

    @Test(arguments: ["cluster", "sentinel"])
    func `modes other than standalone are refused`(mode: String) throws {
        var handshake = Handshake(try RedisConfiguration(parsing: "redis://c"), channels: [])
        let reply = RESPValue.array([
            .simpleString("version"), .simpleString("7.0.15"),
            .simpleString("mode"), .simpleString(mode),
        ])
        #expect(throws: RedisError.mode(mode)) { try handshake.receive(reply) }
        #expect("\(RedisError.mode(mode))".contains(mode))
    }

    @Test func `an unexpected reply to HELLO is refused`() throws {
        var handshake = Handshake(try RedisConfiguration(parsing: "redis://c"), channels: [])
        #expect(throws: RedisError.unaskedReply) { try handshake.receive(.simpleString("OK")) }
    }
}
