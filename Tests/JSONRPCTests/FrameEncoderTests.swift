import JSONRPC
import Testing

@Suite struct FrameEncoderTests {
    private func check(_ messages: [String], as framing: Framing, gives stream: String) {
        var output: [UInt8] = []
        for message in messages {
            FrameEncoder.append(Array(message.utf8), framing: framing, to: &output)
        }
        #expect(String(decoding: output, as: UTF8.self) == stream)
    }

    @Test func `a header block has only a Content-Length, in bytes`() {
        check(
            ["\"é\"", "{}"], as: .headers,
            gives: "Content-Length: 4\r\n\r\n\"é\"Content-Length: 2\r\n\r\n{}")
    }

    @Test func `a line ends in a line feed`() {
        check(["1", "{}"], as: .lines, gives: "1\n{}\n")
    }

    @Test func `a client of unknown framing gets lines`() {
        check(["1"], as: .automatic, gives: "1\n")
    }

    @Test func `line feeds between tokens are removed from a line and kept in a body`() {
        check(["[1,\n2\n]", "3"], as: .lines, gives: "[1, 2 ]\n3\n")
        check(["[1,\n2]"], as: .headers, gives: "Content-Length: 6\r\n\r\n[1,\n2]")
    }
}
