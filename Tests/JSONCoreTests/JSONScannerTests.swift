import Testing

@testable import JSONCore

@Suite struct JSONScannerTests {
    /// The members of the object `text`, each value as its own text.
    private func check(_ text: String) throws -> [[String]] {
        let bytes = Array(text.utf8)
        return try JSONScanner.scan(bytes[...]) { scanner in
            var members: [[String]] = []
            try scanner.beginObject()
            while let name = try scanner.nextName() {
                let range = try scanner.skipValue()
                members.append([name, String(decoding: bytes[range], as: UTF8.self)])
            }
            try scanner.finish()
            return members
        }
    }

    @Test func `members have decoded names and the bytes of their values`() throws {
        #expect(
            try check(
                #" { "\u006dethod" : "a" , "id":  1.50 ,"params":[1, {"x":null}],"id":"1" } "#)
                == [
                    ["method", #""a""#], ["id", "1.50"], ["params", #"[1, {"x":null}]"#],
                    ["id", #""1""#],
                ])
        #expect(try check("{}") == [])
    }

    @Test func `skipped values are validated all the same`() {
        for value in ["01", "[1,]", #""\x""#, "{1:2}", "\u{1}", "nul"] {
            #expect(throws: JSONSyntaxError.self) { try check("{\"a\":\(value)}") }
        }
    }

    @Test func `values are read when the caller asks for them`() throws {
        let bytes = Array(#"[true, null, "a\n", 12, {"a":[]}, []]"#.utf8)
        try JSONScanner.scan(bytes[...]) { scanner in
            #expect(try scanner.nextKind() == .array)
            try scanner.beginArray()
            #expect(try scanner.nextElement())
            #expect(try scanner.bool())
            #expect(try scanner.nextElement())
            try scanner.skipNull()
            #expect(try scanner.nextElement())
            #expect(try scanner.string() == "a\n")
            #expect(try scanner.nextElement())
            #expect(try scanner.number().int == 12)
            #expect(try scanner.nextElement())
            #expect(try scanner.value() == ["a": []])
            #expect(try scanner.nextElement())
            #expect(try scanner.skipValue() == 34..<36)
            #expect(try scanner.nextElement() == false)
            #expect(scanner.depth == 0)
            try scanner.finish()
        }
    }

    @Test func `a value of another type is an error before it`() {
        let bytes = Array("  1".utf8)
        #expect(throws: JSONSyntaxError(.expectedKind(.object), offset: 2)) {
            try JSONScanner.scan(bytes[...]) { try $0.beginObject() }
        }
        #expect(throws: JSONSyntaxError(.expectedKind(.string), offset: 2)) {
            _ = try JSONScanner.scan(bytes[...]) { try $0.string() }
        }
    }

    @Test func `strings of every length with an escape anywhere are read`() throws {
        for length in 0..<40 {
            for place in 0...length {
                let before = String(repeating: "a", count: place)
                let after = String(repeating: "b", count: length - place)
                for (written, meant) in [("\\\"", "\""), ("é", "é"), ("😀", "😀"), ("", "")] {
                    let value = try JSONParser().parse("\"\(before)\(written)\(after)\"")
                    #expect(value == .string(before + meant + after))
                }
                #expect(throws: JSONSyntaxError(.controlCharacter, offset: place + 1)) {
                    try JSONParser().parse("\"\(before)\u{1F}\(after)\"")
                }
            }
        }
    }
}
