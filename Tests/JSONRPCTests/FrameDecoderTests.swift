import JSONRPC
import TestSupport
import Testing

@Suite struct FrameDecoderTests {
    private static let limits = ConnectionLimits(maximumMessageBytes: 20, maximumHeaderBytes: 64)

    /// The messages up to the end or the error, and the error.
    private struct Decoded: Equatable {
        var bodies: [String] = []
        var error: FramingError?
    }

    private func decode(
        _ stream: [UInt8], _ framing: Framing, piece: Int, isComplete: Bool
    ) -> Decoded {
        var decoder = FrameDecoder(framing: framing, limits: Self.limits)
        var decoded = Decoded()
        do throws(FramingError) {
            for start in stride(from: 0, to: stream.count, by: piece) {
                decoder.append(stream[start..<min(start + piece, stream.count)])
                while let body = try decoder.next() {
                    decoded.bodies.append(String(decoding: body, as: UTF8.self))
                }
            }
            if isComplete { decoder.finish() }
            while let body = try decoder.next() {
                decoded.bodies.append(String(decoding: body, as: UTF8.self))
            }
        } catch {
            decoded.error = error
        }
        return decoded
    }

    /// Decodes `stream` whole, byte by byte and in pieces; all must give the same.
    private func check(
        _ stream: String, as framing: Framing = .automatic, gives bodies: [String] = [],
        error: FramingError? = nil, isComplete: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let bytes = Array(stream.utf8)
        for piece in [max(bytes.count, 1), 1, 2, 3, 7] {
            #expect(
                decode(bytes, framing, piece: piece, isComplete: isComplete)
                    == Decoded(bodies: bodies, error: error),
                "in pieces of \(piece)", sourceLocation: sourceLocation)
        }
    }

    @Test(.patience)
    func `white space that arrives byte by byte is scanned once`() throws {
        var decoder = FrameDecoder(
            framing: .lines, limits: ConnectionLimits(maximumMessageBytes: 1 << 20))
        for _ in 0..<400_000 {
            decoder.append([0x20])
            #expect(try decoder.next() == nil && !decoder.isMidFrame)
        }
        decoder.append("1\n".utf8)
        #expect(try decoder.next()?.last == UInt8(ascii: "1"))
    }

    @Test func `two frames in one read come out in order`() {
        check("Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]", gives: ["{}", "[]"])
    }

    @Test(arguments: [65_535, 65_537, 1 << 20, (1 << 20) + 1, 3 << 20])
    func `a long message comes out whole whatever follows it`(length: Int) throws {
        let long = (0..<length).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let header = "Content-Length: \(length)\r\n\r\n"
        let short = "Content-Length: 2\r\n\r\n{}"
        for stream in [
            Array(header.utf8) + long, Array(header.utf8) + long + Array(short.utf8),
            Array((short + header).utf8) + long,
        ] {
            var decoder = FrameDecoder(
                framing: .headers,
                limits: ConnectionLimits(maximumMessageBytes: 4 << 20, maximumHeaderBytes: 64))
            var bodies: [[UInt8]] = []
            for start in stride(from: 0, to: stream.count, by: 65_536) {
                decoder.append(stream[start..<min(start + 65_536, stream.count)])
                while let body = try decoder.next() { bodies.append(body) }
            }
            #expect(bodies.filter { $0.count != 2 } == [long])
            #expect(decoder.pending == 0)
        }
    }

    @Test func `two lines in one read come out in order`() {
        check("{}\n[]\n", gives: ["{}", "[]"])
    }

    @Test(arguments: ["content-length:2", "CONTENT-LENGTH: 2", "Content-Length:\t 2 \t"])
    func `a header's name is case-insensitive and white space around its value is ignored`(
        header: String
    ) {
        check("\(header)\r\n\r\n{}", as: .headers, gives: ["{}"])
    }

    @Test func `other headers are ignored`() {
        check("X-A: b\r\nContent-Length: 2\r\nContent-Type: x; y=z\r\n\r\n{}", gives: ["{}"])
    }

    @Test func `an empty body is a message`() {
        check("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", gives: ["", "{}"])
    }

    @Test func `a length counts bytes, not characters`() {
        check("Content-Length: 4\r\n\r\n\"é\"", gives: ["\"é\""])
    }

    @Test(arguments: ["", "-1", "+2", "0x2", "2 2", "2,2", "٢", "99999999999999999999"])
    func `a length that is not plain decimal is refused`(value: String) {
        check(
            "Content-Length: \(value)\r\n\r\n{}", as: .headers, error: .invalidContentLength(value))
    }

    @Test func `a header block without a length is refused`() {
        check("\r\n{}", as: .headers, error: .missingContentLength)
        check("Content-Type: a\r\n\r\n{}", error: .missingContentLength)
    }

    @Test func `a second length is refused, even an equal one`() {
        check(
            "Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}", error: .repeatedContentLength)
    }

    @Test(arguments: [
        ("Content-Length: 2\n\n{}", "Content-Length: 2"),
        ("Content-Length\r\n\r\n", "Content-Length"),
        ("Content-Length : 2\r\n\r\n{}", "Content-Length : 2"), (": 2\r\n\r\n{}", ": 2"),
        ("A: b\rc\r\n\r\n", "A: b\rc"), ("{}\r\n", "{}"),
    ])
    func `a line that is not a header is refused`(stream: String, line: String) {
        check(stream, as: .headers, error: .malformedHeader(line))
    }

    @Test func `a header block of the maximum size is accepted, and one byte more is not`() {
        let padding = String(
            repeating: "x", count: 64 - "A: \r\nContent-Length: 2\r\n\r\n".utf8.count)
        check("A: \(padding)\r\nContent-Length: 2\r\n\r\n{}", gives: ["{}"])
        check(
            "A: \(padding)x\r\nContent-Length: 2\r\n\r\n{}", error: .headerTooLarge(maximum: 64))
    }

    @Test func `an endless header block is refused when the limit is passed`() {
        check(String(repeating: "x", count: 64), error: .headerTooLarge(maximum: 64))
        check(String(repeating: "x", count: 63))
    }

    @Test func `a body of the maximum size is accepted, and a longer one refused from its length`()
    {
        let body = String(repeating: "1", count: 20)
        check("Content-Length: 20\r\n\r\n\(body)", gives: [body])
        check("Content-Length: 21\r\n\r\n", error: .bodyTooLarge(maximum: 20))
        check("Content-Length: 9223372036854775807\r\n\r\n", error: .bodyTooLarge(maximum: 20))
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a line of the maximum size is accepted, and a longer one refused before its end`(
        end: String
    ) {
        let line = String(repeating: "1", count: 20)
        check(line + end, gives: [line])
        check("{}\n" + line + "1", gives: ["{}"], error: .bodyTooLarge(maximum: 20))
        check("{}\n" + line + "1" + end, gives: ["{}"], error: .bodyTooLarge(maximum: 20))
    }

    @Test func `lines may end in CR LF, and blank lines are ignored`() {
        check("{}\r\n\r\n \t\n[]\n\n", gives: ["{}", "[]"])
    }

    @Test func `white space counts towards the size of a line`() {
        check(
            "{}\n" + String(repeating: " ", count: 30) + "\n", gives: ["{}"],
            error: .bodyTooLarge(maximum: 20))
    }

    @Test func `the end of the input ends the last line`() {
        check("{}\n[]", gives: ["{}", "[]"], isComplete: true)
        check("{}\n[]", gives: ["{}"])
        check("{}\n \n ", gives: ["{}"], isComplete: true)
    }

    @Test(arguments: ["Content-Length: 3\r\n\r\n{}", "Content-Length: 3\r\n", "Con", "GE"])
    func `a frame cut off by the end of the input is an error`(stream: String) {
        check(stream, error: .unfinishedFrame, isComplete: true)
    }

    @Test(arguments: ["", " \r\n\t"])
    func `white space alone is no message`(stream: String) {
        check(stream, isComplete: true)
    }

    @Test(arguments: ["{}", "[]", "1", "-1", "\"a\""])
    func `the first byte of a JSON text selects lines`(text: String) {
        check(" \r\n\t\(text)\n", gives: [text])
    }

    @Test func `a letter after white space selects headers`() {
        check("\r\n content-length: 2\r\n\r\n{}", gives: ["{}"])
        check("Putative: 1\r\nContent-Length: 2\r\n\r\n{}", gives: ["{}"])
    }

    @Test(
        arguments: [
            ("\u{FEFF}{}\n", 0xEF), ("\u{16}\u{3}\u{1}", 0x16), ("(", 0x28), ("\u{0}", 0),
        ] as [(String, UInt8)])
    func `any other first byte is refused`(stream: String, byte: UInt8) {
        check(stream, error: .unknownFraming(byte))
    }

    @Test(
        arguments: [
            "GET / HTTP/1.1\r\n", "POST ", "PUT /", "HEAD /", "OPTIONS *", "DELETE /", "PATCH /",
            "CONNECT a:1", "TRACE /",
        ], Framing.allCases)
    func `an HTTP request line is refused in any framing`(line: String, framing: Framing) {
        check(line, as: framing, error: .httpRequest)
    }

    @Test func `a name that only begins like an HTTP method is a header`() {
        check("POSTS: 1\r\nContent-Length: 2\r\n\r\n{}", gives: ["{}"])
        check("CONTENT-LENGTH: 2\r\n\r\n{}", gives: ["{}"])
    }

    @Test func `a connection with a given framing does not detect it`() {
        check("Content-Length: 2\r\n\r\n", as: .lines, gives: ["Content-Length: 2"])
        check("\u{FEFF}{}\n", as: .lines, gives: ["\u{FEFF}{}"])
    }

    @Test(arguments: [
        ("", false), (" \n", false), ("{", true), ("{}\n", false), ("{}\n ", false),
        ("{}\n1", true), ("C", true), ("Content-Length: 2\r\n\r\n", true),
        ("Content-Length: 2\r\n\r\n{}", false), ("Content-Length: 2\r\n\r\n{}C", true),
    ])
    func `a frame is unfinished from its first byte to its last`(stream: String, isMidFrame: Bool)
        throws
    {
        var decoder = FrameDecoder(framing: .automatic, limits: Self.limits)
        decoder.append(Array(stream.utf8))
        while try decoder.next() != nil {}
        #expect(decoder.isMidFrame == isMidFrame)
    }
}
