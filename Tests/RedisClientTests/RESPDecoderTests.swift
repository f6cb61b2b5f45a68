import Testing

@testable import RedisClient

@Suite struct RESPDecoderTests {
    /// Small, so that short inputs exceed them.
    private static var limits: RESPDecoder.Limits {
        var limits = RESPDecoder.Limits()
        (limits.bytes, limits.lineBytes, limits.elements, limits.depth) = (64, 24, 6, 3)
        return limits
    }

    private func decode(
        _ stream: String, inPiecesOf size: Int, _ limits: RESPDecoder.Limits
    ) throws(RedisError) -> [RESPValue] {
        var decoder = RESPDecoder(limits: limits)
        var values: [RESPValue] = []
        let bytes = Array(stream.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.append(bytes[start..<min(start + size, bytes.count)])
            while let value = try decoder.next() { values.append(value) }
        }
        return values
    }

    /// Decodes `stream` whole, then byte by byte; both must give `values`.
    private func check(
        _ stream: String, gives values: [RESPValue], limits: RESPDecoder.Limits = .init()
    ) throws {
        #expect(try decode(stream, inPiecesOf: max(stream.utf8.count, 1), limits) == values)
        #expect(try decode(stream, inPiecesOf: 1, limits) == values)
    }

    /// Decodes `stream` whole, then byte by byte; both must be refused.
    private func check(
        _ stream: String, throws reason: String, limits: RESPDecoder.Limits = .init()
    ) {
        for size in [stream.utf8.count, 1] {
            #expect(throws: RedisError.malformed(reason)) {
                try decode(stream, inPiecesOf: size, limits)
            }
        }
    }

    @Test(arguments: [
        ("_\r\n", RESPValue.null), ("$-1\r\n", .null), ("*-1\r\n", .null),
        ("#t\r\n", .simpleString("t")), (",1.5\r\n", .simpleString("1.5")),
        (":-12\r\n", .number(-12)),
        ("+OK\r\n", .simpleString("OK")), ("+\r\n", .simpleString("")),
        ("(12345678901234567890\r\n", .simpleString("12345678901234567890")),
        ("-ERR no\r\n", .error("ERR no")), ("!6\r\nERR no\r\n", .error("ERR no")),
        ("$0\r\n\r\n", .blobString([])), ("$4\r\na\r\nb\r\n", .blobString(Array("a\r\nb".utf8))),
        ("=6\r\ntxt:ab\r\n", .blobString(Array("ab".utf8))),
        ("*0\r\n", .array([])), ("%0\r\n", .array([])), (">0\r\n", .push([])),
        ("~1\r\n:1\r\n", .array([.number(1)])),
        ("*2\r\n*1\r\n_\r\n:2\r\n", .array([.array([.null]), .number(2)])),
        ("%1\r\n+a\r\n*0\r\n", .array([.simpleString("a"), .array([])])),
        (">2\r\n+message\r\n$1\r\nx\r\n", .push([.simpleString("message"), .blobString([0x78])])),
    ])
    func `each type is decoded`(stream: String, value: RESPValue) throws {
        try check(stream, gives: [value])
    }

    @Test func `an incomplete value is kept until the rest arrives`() throws {
        try check("+a\r\n:1\r\n$3\r\nab", gives: [.simpleString("a"), .number(1)])
        try check("*2\r\n:1\r\n", gives: [])
        try check("", gives: [])
    }

    @Test(arguments: [
        "_x\r\n", ":\r\n", ":1.5\r\n", ":99999999999999999999\r\n",
        "$-2\r\n", "$x\r\n", "*-2\r\n", "%-1\r\n", "$?\r\n", "=2\r\nab\r\n", "=4\r\ntxtx\r\n",
    ])
    func `malformed values are refused`(stream: String) {
        #expect {
            try decode(stream, inPiecesOf: 1, .init())
        } throws: { error in
            guard case .malformed(let reason) = error as? RedisError else { return false }
            return reason.hasPrefix("malformed value '")
        }
    }

    @Test func `a line ends with CR LF`() {
        check("+a\n", throws: "malformed value '+a'")
        check("$1\r\nabc\r\n", throws: "expected CR LF after a blob")
    }

    @Test(arguments: ["?", "|1\r\n", "G", "h", "\u{1}"])
    func `an unknown type is refused`(stream: String) {
        let stream = stream.hasSuffix("\r\n") ? stream : stream + "\r\n"
        check(stream, throws: "expected a type, found byte \(stream.utf8.first!)")
        check("\r\n", throws: "expected a type, found byte 13")
    }

    @Test func `lengths are checked before anything is kept`() throws {
        let limits = Self.limits
        check("$61\r\n", throws: "a value is too long", limits: limits)
        check("*7\r\n", throws: "a value has too many elements", limits: limits)
        check("%9223372036854775807\r\n", throws: "a value has too many elements", limits: limits)
        check(
            "+" + String(repeating: "x", count: 30), throws: "a line is too long",
            limits: limits)
        check(
            "*2\r\n$40\r\n" + String(repeating: "x", count: 40) + "\r\n$40\r\n",
            throws: "a value is too long", limits: limits)
        check(
            "*4\r\n*1\r\n_\r\n*1\r\n_\r\n*1\r\n_\r\n", throws: "a value has too many elements",
            limits: limits)
        // The limits apply to each value, not to the stream.
        let blob = "$40\r\n" + String(repeating: "x", count: 40) + "\r\n"
        try check(
            blob + blob,
            gives: Array(repeating: .blobString(Array(repeating: 0x78, count: 40)), count: 2),
            limits: limits)
    }

    @Test func `depth is bounded`() throws {
        let limits = Self.limits
        try check(
            "*1\r\n*1\r\n*1\r\n_\r\n", gives: [.array([.array([.array([.null])])])], limits: limits)
        check("*1\r\n*1\r\n*1\r\n*1\r\n", throws: "a value is nested too deeply", limits: limits)
        check("*1\r\n*1\r\n*1\r\n*0\r\n", throws: "a value is nested too deeply", limits: limits)
    }

    /// A decoder that scanned everything again with each byte would take minutes.
    @Test func `decoding takes linear time`() throws {
        let blob = String(repeating: "x", count: 300_000)
        let values = try decode("$300000\r\n\(blob)\r\n", inPiecesOf: 1, .init())
        #expect(values == [.blobString(Array(blob.utf8))])
        let line = String(repeating: "y", count: 60_000)
        #expect(try decode("+\(line)\r\n", inPiecesOf: 1, .init()) == [.simpleString(line)])
    }
}
