import HTTPServer
import NIOCore

/// A client's bytes on a WebSocket, decoded whole, in pieces, and by a simple reader of whole frames.
///
/// The first byte of the input selects the size of the pieces.
enum WebSocketTarget {
    // Small, so that short inputs exceed it.
    static let maximumMessageBytes = 40

    static func run(_ input: [UInt8]) throws(Finding) {
        guard let choice = input.first else { return }
        let stream = Array(input.dropFirst())
        let whole = try decode(stream, inPiecesOf: stream.count)
        for size in [1, 2 + Int(choice)] {
            let pieces = try decode(stream, inPiecesOf: size)
            try Finding.unless(
                pieces == whole, "in pieces of \(size): \(pieces), but whole: \(whole)")
        }
        var plain = PlainFrames(stream)
        let expected = plain.read()
        try Finding.unless(whole == expected, "decoded \(whole), but it is \(expected)")
    }

    private static func decode(
        _ stream: [UInt8], inPiecesOf size: Int
    ) throws(Finding) -> [PlainFrames.Event] {
        var decoder = WebSocketDecoder(maximumMessageBytes: maximumMessageBytes)
        var events: [PlainFrames.Event] = []
        var message: [UInt8] = []
        do throws(WebSocketClosing) {
            for start in stride(from: 0, to: stream.count, by: max(size, 1)) {
                var piece = ByteBuffer(bytes: stream[start..<min(start + size, stream.count)])
                while let event = try decoder.next(from: &piece) {
                    switch event {
                    case .data(let part):
                        message += part.bytes.readableBytesView
                        guard part.endsMessage else { continue }
                        events.append(.message(isText: part.isText, message))
                        message = []
                    case .ping(let payload): events.append(.ping(Array(buffer: payload)))
                    case .pong: events.append(.pong)
                    case .close(let code):
                        events.append(.close(code))
                        return events
                    }
                }
                guard piece.readableBytes == 0 else { break }
            }
        } catch {
            events.append(.failure(error.code))
            return events
        }
        try Finding.unless(
            message.count <= maximumMessageBytes, "a message has \(message.count) bytes")
        return events
    }
}
