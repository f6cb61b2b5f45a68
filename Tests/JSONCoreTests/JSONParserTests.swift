import Testing

@testable import JSONCore

@Suite struct JSONParserTests {
    /// Parses `text`, and scans it without building values; both must agree.
    private func check(_ bytes: [UInt8], maximumDepth: Int = 128) throws(JSONSyntaxError)
        -> JSONValue
    {
        let parsed = Result { () throws(JSONSyntaxError) in
            try JSONParser(maximumDepth: maximumDepth).parse(bytes)
        }
        let walked = Result { () throws(JSONSyntaxError) in
            try JSONScanner.scan(bytes[...], maximumDepth: maximumDepth) {
                (scanner) throws(JSONSyntaxError) in
                try scanner.skipValue()
                try scanner.finish()
            }
        }
        switch (parsed, walked) {
        case (.success, .success): break
        case (.failure(let one), .failure(let other)): #expect(one == other)
        default: Issue.record("parser and scanner disagree")
        }
        return try parsed.get()
    }

    private func check(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try check(Array(text.utf8))
    }

    @Test(arguments: try JSONCorpus.read("accepted"))
    func `text that RFC 8259 allows is accepted and round-trips`(
        example: JSONCorpus.Case
    ) throws {
        let value = try check(example.text)
        #expect(try check(value.text) == value)
        #expect(try check(value.pretty()) == value)
    }

    @Test(arguments: try JSONCorpus.read("refused"))
    func `text that RFC 8259 forbids is refused`(example: JSONCorpus.Case) {
        #expect(throws: JSONSyntaxError.self) { try check(example.text) }
    }

    @Test(arguments: try JSONCorpus.read("either"))
    func `text whose verdict RFC 8259 leaves open is handled as the corpus says`(
        example: JSONCorpus.Case
    ) {
        #expect((try? check(example.text).bytes) == example.value)
    }

    @Test func `the corpus is not empty`() throws {
        let counts = try ["accepted", "refused", "either"].map { try JSONCorpus.read($0).count }
        #expect(counts[0] > 150 && counts[1] > 300 && counts[2] > 30)
    }

    @Test(arguments: try JSONCorpus.read("refused") + JSONCorpus.read("accepted"))
    func `no input is read past its end`(example: JSONCorpus.Case) {
        // Every prefix, so that each rule meets the end of the text.
        for count in 0...example.text.count {
            do throws(JSONSyntaxError) {
                _ = try check(Array(example.text.prefix(count)))
            } catch {
                #expect(error.offset <= count)
            }
        }
    }

    @Test(
        arguments: [
            // Overlong forms
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            // Surrogates
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80],
            // Past U+10FFFF
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFE], [0xFF],
            // Truncated
            [0x80], [0xBF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1],
            [0xC3, 0xC3], [0xE9],
        ] as [[UInt8]])
    func `invalid UTF-8 is refused where it begins`(bytes: [UInt8]) {
        for prefix in ["", "abc", "12345678"] {
            let text = Array("\"\(prefix)".utf8) + bytes + Array("\"".utf8)
            #expect(throws: JSONSyntaxError(.invalidUTF8, offset: 1 + prefix.utf8.count)) {
                try check(text)
            }
            let name = Array("{\"\(prefix)".utf8) + bytes + Array("\":1}".utf8)
            #expect(throws: JSONSyntaxError(.invalidUTF8, offset: 2 + prefix.utf8.count)) {
                try check(name)
            }
        }
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[1,2", .unexpectedEnd, 4),
            ("{\"a\"", .unexpectedEnd, 4), ("\"abc", .unexpectedEnd, 4), ("tru", .unexpectedEnd, 3),
            ("1.", .unexpectedEnd, 2), ("\u{FEFF}1", .byteOrderMark, 0), ("x", .expectedValue, 0),
            ("[1,x]", .expectedValue, 3), ("[1,]", .expectedValue, 3),
            ("[1,trux]", .expectedValue, 3),
            ("{a:1}", .expectedMemberName, 1), ("{\"a\":1,}", .expectedMemberName, 7),
            ("{\"a\" 1}", .expectedColon, 5), ("[1 2]", .expectedCommaOrBracket, 3),
            ("[1}", .expectedCommaOrBracket, 2), ("{\"a\":1]", .expectedCommaOrBrace, 6),
            ("1 2", .textAfterValue, 2), ("{}x", .textAfterValue, 2), ("[01]", .invalidNumber, 2),
            ("-x", .invalidNumber, 1), ("1.x", .invalidNumber, 2), ("1ex", .invalidNumber, 2),
            ("\"ab\\x\"", .invalidEscape, 3), ("\"\\u00g0\"", .invalidEscape, 1),
            ("\"a\nb\"", .controlCharacter, 2), ("[\"€\", \u{0}]", .expectedValue, 8),
        ] as [(String, JSONSyntaxError.Reason, Int)])
    func `an error has the reason and the byte offset`(
        text: String, reason: JSONSyntaxError.Reason, offset: Int
    ) {
        #expect(throws: JSONSyntaxError(reason, offset: offset)) { try check(text) }
    }

    @Test func `offsets in a slice count from its start`() {
        let bytes = Array("xxxx[1,]".utf8)
        #expect(throws: JSONSyntaxError(.expectedValue, offset: 3)) {
            try JSONParser().parse(bytes[4...])
        }
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
    func `the depth limit counts arrays and objects`(open: String, close: String) throws {
        let levels = open.count { "[{".contains($0) }
        func nested(_ count: Int) -> [UInt8] {
            let text = String(repeating: open, count: count) + "1"
            return Array((text + String(repeating: close, count: count)).utf8)
        }
        let value = try check(nested(128 / levels))
        #expect(value.text.utf8.elementsEqual(nested(128 / levels)))
        let offset = open.utf8.count * 128 / levels
        #expect(throws: JSONSyntaxError(.tooDeep(maximum: 128), offset: offset)) {
            try check(nested(128 / levels + 1))
        }
        #expect(throws: JSONSyntaxError.self) { try check(nested(1), maximumDepth: levels - 1) }
    }

    @Test func `closed arrays and objects do not count as depth`() throws {
        let text = "[" + String(repeating: "[{}],", count: 1000) + "[]]"
        #expect(try check(Array(text.utf8), maximumDepth: 3).arrayValue?.count == 1001)
    }

    @Test func `hostile nesting stops at the limit without exhausting the stack`() {
        #expect(throws: JSONSyntaxError(.tooDeep(maximum: 128), offset: 128)) {
            try check([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test func `of duplicate names the last value counts, in the place of the first`() throws {
        let value = try check(#"{"a":1,"b":2,"\u0061":3}"#)
        #expect(value.text == #"{"a":3,"b":2}"#)
    }

    @Test func `canonically equivalent names are different names`() throws {
        let value = try check("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value.objectValue?.count == 2)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
    }

    @Test func `parsing an object of very many members takes linear time`() throws {
        let members = (0..<50_000).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
        let value = try check("{\(members)}")
        #expect(value["name49999"] == 49_999)
        #expect(value.objectValue?.count == 50_000)
    }
}
