import NIOCore
import Testing

@testable import HTTPServer

@Suite struct WebSocketDecoderTests {
    /// What a stream is, with the parts of messages joined.
    enum Seen: Hashable {
        case text(String)
        case binary([UInt8])
        case ping(String)
        case pong
        case close(UInt16?)
        case failure(UInt16)
    }

    private static let limit = 300

    /// Decodes the frames whole, byte by byte, and in pieces of 7.
    private func check(
        _ frames: [ClientFrame], gives expected: [Seen],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let stream = frames.flatMap(\.bytes)
        for size in [stream.count, 1, 7] {
            #expect(
                seen(stream, inPiecesOf: size) == expected, "in pieces of \(size)",
                sourceLocation: sourceLocation)
        }
    }

    private func seen(_ stream: [UInt8], inPiecesOf size: Int) -> [Seen] {
        var decoder = WebSocketDecoder(maximumMessageBytes: Self.limit)
        var message: [UInt8] = []
        var seen: [Seen] = []
        do throws(WebSocketClosing) {
            for start in stride(from: 0, to: stream.count, by: max(size, 1)) {
                var piece = ByteBuffer(bytes: stream[start..<min(start + size, stream.count)])
                while let event = try decoder.next(from: &piece) {
                    switch event {
                    case .data(let part):
                        message += part.bytes.readableBytesView
                        guard part.endsMessage else { continue }
                        seen.append(
                            part.isText
                                ? .text(String(decoding: message, as: UTF8.self))
                                : .binary(message))
                        message = []
                    case .ping(let payload): seen.append(.ping(String(buffer: payload)))
                    case .pong: seen.append(.pong)
                    case .close(let code): seen.append(.close(code))
                    }
                }
                #expect(piece.readableBytes == 0)
            }
        } catch {
            #expect(error.reason.utf8.count <= 123)
            seen.append(.failure(error.code))
        }
        return seen
    }

    @Test func `messages come out in order, whole and in fragments`() {
        check([.text("{}"), .text(""), .text("é")], gives: [.text("{}"), .text(""), .text("é")])
        check(
            [.text("a", isFinal: false), .rest("", isFinal: false), .rest("b")],
            gives: [.text("ab")])
        check([ClientFrame(opcode: 2, payload: [0xFF, 0])], gives: [.binary([0xFF, 0])])
        check([], gives: [])
    }

    @Test func `control frames may stand between fragments`() {
        check(
            [
                .text("a", isFinal: false), .ping("p"), ClientFrame(opcode: 10), .rest("b"),
                .ping(String(repeating: "x", count: 125)),
            ],
            gives: [
                .ping("p"), .pong, .text("ab"), .ping(String(repeating: "x", count: 125)),
            ])
    }

    @Test(arguments: [0, 1, 8, 125, 126, 299, 300])
    func `lengths may take more bytes than needed`(length: Int) {
        let text = String(repeating: "é", count: length / 2) + (length % 2 == 0 ? "" : "x")
        for bytes in [nil, 2, 8] {
            var frame = ClientFrame.text(text)
            frame.lengthBytes = bytes
            check([frame], gives: [.text(text)])
        }
    }

    static let broken: [(String, [ClientFrame])] = [
        ("without a mask", [ClientFrame(mask: nil, payload: [1])]),
        ("a first reserved bit", [ClientFrame(reservedBits: 4)]),
        ("a second reserved bit", [ClientFrame(reservedBits: 2)]),
        ("a third reserved bit in a ping", [ClientFrame(opcode: 9, reservedBits: 1)]),
        ("a fragmented ping", [ClientFrame(opcode: 9, isFinal: false)]),
        ("a fragmented close", [ClientFrame(opcode: 8, isFinal: false)]),
        ("a long ping", [.ping(String(repeating: "x", count: 126))]),
        ("a ping with a length of 8 bytes", [ClientFrame(opcode: 9, lengthBytes: 8)]),
        ("nothing to continue", [.rest("a")]),
        ("nothing left to continue", [.text("a", isFinal: false), .rest(""), .rest("")]),
        ("a message within a message", [.text("a", isFinal: false), .text("b")]),
        ("binary within text", [.text("a", isFinal: false), ClientFrame(opcode: 2)]),
        ("a length of 2^63", [ClientFrame(length: 1 << 63)]),
        ("half a close code", [ClientFrame(opcode: 8, payload: [3])]),
    ]

    @Test(arguments: broken.indices) func `a broken frame is 1002`(index: Int) {
        let (_, frames) = Self.broken[index]
        let before: [Seen] = frames.count == 3 ? [.text("a")] : []
        check(frames, gives: before + [.failure(1002)])
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
    func `a reserved opcode is 1002`(opcode: UInt8) {
        check([ClientFrame(opcode: opcode)], gives: [.failure(1002)])
    }

    @Test func `a message is too long as soon as its length is known`() {
        // Without a byte of their masks and payloads.
        check([ClientFrame(mask: [], length: 301)], gives: [.failure(1009)])
        check([ClientFrame(mask: [], length: 1 << 62)], gives: [.failure(1009)])
        check(
            [
                .text(String(repeating: "x", count: 200), isFinal: false), .ping(""),
                ClientFrame(opcode: 0, mask: [], length: 101),
            ],
            gives: [.ping(""), .failure(1009)])
        // The limit is that of a message.
        let half = String(repeating: "x", count: 200)
        check([.text(half), .text(half)], gives: [.text(half), .text(half)])
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xC3, 0x28],
            [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x98, 0x28],
        ] as [[UInt8]])
    func `text that is not UTF-8 is 1007 before its message ends`(bytes: [UInt8]) {
        let ascii = Array("eight or more".utf8)
        let frame = ClientFrame(isFinal: false, length: 100, payload: ascii + bytes)
        check([frame], gives: [.failure(1007)])
        check([ClientFrame(opcode: 2, payload: bytes)], gives: [.binary(bytes)])
        let close = ClientFrame(opcode: 8, payload: [3, 0xE8] + bytes)
        check([close], gives: [.failure(1007)])
    }

    @Test func `a character may be cut by a frame but not by the end`() {
        for text in ["é", "€", "😀", "\u{10FFFF}", "\u{D7FF}", "\u{E000}"] {
            let bytes = Array(text.utf8)
            for cut in 1..<bytes.count {
                let start = ClientFrame(isFinal: false, payload: Array(bytes[..<cut]))
                let rest = ClientFrame(opcode: 0, payload: Array(bytes[cut...]))
                check([start, .ping("p"), rest], gives: [.ping("p"), .text(text)])
                check([ClientFrame(payload: Array(bytes[..<cut]))], gives: [.failure(1007)])
            }
        }
    }

    @Test func `a close frame may have each code of the registry and no other`() {
        for code in UInt16.min ... .max {
            let isValid: Bool
            switch code {
            case 1004, 1005, 1006, 1015: isValid = false
            case 1000...1014, 3000...4999: isValid = true
            default: isValid = false
            }
            #expect(WebSocketClosing.isSendable(code) == isValid, "\(code)")
        }
        check([.close()], gives: [.close(nil)])
        check([.close(1000, "bye")], gives: [.close(1000)])
        check([.close(1005)], gives: [.failure(1002)])
    }

    @Test func `a long frame is handed out as it arrives`() throws {
        var decoder = WebSocketDecoder(maximumMessageBytes: 16 << 20)
        var frame = ClientFrame(opcode: 2, length: 16 << 20)
        frame.payload = Array(repeating: 1, count: 1000)
        var first = ByteBuffer(bytes: frame.bytes)
        guard case .data(let part) = try decoder.next(from: &first) else {
            Issue.record("no data")
            return
        }
        #expect(part.bytes.readableBytes == 1000)
        #expect(!part.endsMessage)
        #expect(decoder.isMidFrame)
        #expect(try decoder.next(from: &first) == nil)
    }
}
