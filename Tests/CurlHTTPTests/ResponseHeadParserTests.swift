import HTTPTypes
import Testing

@testable import CurlHTTP

@Suite struct ResponseHeadParserTests {
    /// Feeds the lines, each with its line end; they must give this status and these fields.
    private func check(
        _ lines: [String], gives status: Int?, _ fields: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var parser = ResponseHeadParser()
        for line in lines { parser.append(line: Array("\(line)\r\n".utf8)) }
        #expect(parser.head?.status.code == status, sourceLocation: sourceLocation)
        let found = parser.head?.headerFields.map { "\($0.name.rawName): \($0.value)" }
        #expect(found ?? [] == fields, sourceLocation: sourceLocation)
        #expect(parser.size == lines.map { $0.utf8.count + 2 }.reduce(0, +))
    }

    @Test func `a status line and fields make a head`() {
        check(["HTTP/1.1 200 OK", "ETag: \"a:b\"", ""], gives: 200, ["ETag: \"a:b\""])
    }

    @Test func `the reason phrase is kept, and may be missing`() {
        var parser = ResponseHeadParser()
        parser.append(line: Array("HTTP/1.1 404 Not Found\r\n".utf8))
        #expect(parser.head?.status.reasonPhrase == "Not Found")
        check(["HTTP/1.1 204", ""], gives: 204)
        check(["HTTP/2 200 ", "etag: x", ""], gives: 200, ["etag: x"])
    }

    @Test func `repeated fields are kept in order`() {
        check(
            ["HTTP/1.1 200 OK", "Vary: Accept", "Link: x", "Vary: Cookie", ""], gives: 200,
            ["Vary: Accept", "Link: x", "Vary: Cookie"])
    }

    @Test func `an interim response is replaced`() {
        check(
            ["HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 200 OK", "Link: b", ""],
            gives: 200, ["Link: b"])
    }

    @Test func `trailers are passed over`() {
        check(["HTTP/1.1 200 OK", "A: 1", "", "B: 2", ""], gives: 200, ["A: 1"])
    }

    @Test(arguments: ["no colon", "bad name: x", ": x", "Bäd: x"])
    func `a line that is no field is passed over`(line: String) {
        check(["HTTP/1.1 200 OK", line, "A: 1", ""], gives: 200, ["A: 1"])
    }

    @Test func `white space around a value is not part of it`() {
        check(
            ["HTTP/1.1 200 OK", "A: \t x y \t", "B:", "C:z", ""], gives: 200,
            ["A: x y", "B: ", "C: z"])
    }

    @Test func `a folded line goes on with the field before it`() {
        check(["HTTP/1.1 200 OK", "A: x", "\t y", ""], gives: 200, ["A: x y"])
        check(["HTTP/1.1 200 OK", " y", "bad name: x", " y", ""], gives: 200)
    }

    @Test func `a field that begins like a status line is a field`() {
        check(["HTTP/1.1 200 OK", "HTTP/1.1 500: x", "A: 1", ""], gives: 200, ["A: 1"])
    }

    @Test(arguments: ["HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 OK", "HTTP/1.1 +99 X", "200 OK"])
    func `a line without version and three digits is no status line`(line: String) {
        check([line, "A: 1", ""], gives: nil)
    }
}
