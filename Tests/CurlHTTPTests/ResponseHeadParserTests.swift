import HTTPTypes
import Testing

@testable import CurlHTTP

@Suite struct ResponseHeadParserTests {
    /// Passes the lines with their line ends to the parser, and checks the status and the fields.
    private func check(
        _ lines: [String], gives status: Int?, _ fields: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var parser = ResponseHeadParser(maximumSize: 1000, maximumLines: 10)
        for line in lines { try parser.append(line: Array("\(line)\r\n".utf8)) }
        #expect(parser.head?.status.code == status, sourceLocation: sourceLocation)
        let found = parser.head?.headerFields.map { "\($0.name.rawName): \($0.value)" }
        #expect(found ?? [] == fields, sourceLocation: sourceLocation)
    }

    /// The last of the lines must be refused.
    private func check(_ lines: [String], _ refusal: ResponseHeadParser.Refusal) {
        var parser = ResponseHeadParser(maximumSize: 1000, maximumLines: 10)
        #expect(throws: Never.self) {
            for line in lines.dropLast() { try parser.append(line: Array(line.utf8)) }
        }
        #expect(throws: refusal) { try parser.append(line: Array(lines.last!.utf8)) }
    }

    @Test func `a status line and fields form a head`() throws {
        try check(["HTTP/1.1 200 OK", "ETag: \"a:b\"", ""], gives: 200, ["ETag: \"a:b\""])
    }

    @Test func `the reason phrase is kept and may be missing`() throws {
        var parser = ResponseHeadParser(maximumSize: 1000, maximumLines: 10)
        try parser.append(line: Array("HTTP/1.1 404 Not Found\r\n".utf8))
        #expect(parser.head?.status.reasonPhrase == "Not Found")
        try check(["HTTP/1.1 204", ""], gives: 204)
        try check(["HTTP/2 200 ", "etag: x", ""], gives: 200, ["etag: x"])
    }

    @Test func `repeated fields are kept in order`() throws {
        try check(
            ["HTTP/1.1 200 OK", "Vary: Accept", "Link: x", "Vary: Cookie", ""], gives: 200,
            ["Vary: Accept", "Link: x", "Vary: Cookie"])
    }

    @Test func `an interim response is replaced`() throws {
        try check(
            ["HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 200 OK", "Link: b", ""],
            gives: 200, ["Link: b"])
    }

    @Test func `trailers are ignored`() throws {
        try check(["HTTP/1.1 200 OK", "A: 1", "", "B: 2", ""], gives: 200, ["A: 1"])
    }

    @Test(arguments: ["no colon", "bad name: x", ": x", "Bäd: x"])
    func `a line that is not a field is ignored`(line: String) throws {
        try check(["HTTP/1.1 200 OK", line, "A: 1", ""], gives: 200, ["A: 1"])
    }

    @Test func `white space around a value is removed`() throws {
        try check(
            ["HTTP/1.1 200 OK", "A: \t x y \t", "B:", "C:z", ""], gives: 200,
            ["A: x y", "B: ", "C: z"])
    }

    @Test func `a folded line is always refused`() {
        check(["HTTP/1.1 200 OK", "A: x", "\t y"], .folded)
        check(["HTTP/1.1 200 OK", " y"], .folded)
        check(["HTTP/1.1 103 Hints", "A: x", " y"], .folded)
    }

    @Test func `all lines together are limited in bytes and in number`() {
        let start = ["HTTP/1.1 103 Hints", "", "HTTP/1.1 200 OK"]
        check(start + ["A: " + String(repeating: "x", count: 1000)], .tooLong(maximum: 1000))
        check(start + Array(repeating: "A: x", count: 8), .tooManyLines(maximum: 10))
    }

    @Test func `a field that looks like a status line is a field`() throws {
        try check(["HTTP/1.1 200 OK", "HTTP/1.1 500: x", "A: 1", ""], gives: 200, ["A: 1"])
    }

    @Test(arguments: ["HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 +99 X", "200 OK"])
    func `a line without a version and three digits is not a status line`(line: String) throws {
        try check([line, "A: 1", ""], gives: nil)
    }
}
