import NIOCore

/// Collects whole messages.
struct WebSocketMessages: WebSocketCodec {
    private var bytes = ByteBuffer()

    mutating func decode(_ part: WebSocketPart) -> WebSocketMessage? {
        bytes.writeImmutableBuffer(part.bytes)
        guard part.endsMessage else { return nil }
        defer { bytes = ByteBuffer() }
        return part.isText ? .text(String(buffer: bytes)) : .binary(Array(buffer: bytes))
    }

    func encode(_ message: WebSocketMessage, to frames: inout ByteBuffer) {
        switch message {
        case .text(var text):
            text.withUTF8 { WebSocketEncoder.append(.text, .init($0), to: &frames) }
        case .binary(let bytes):
            bytes.withUnsafeBytes { WebSocketEncoder.append(.binary, $0, to: &frames) }
        }
    }

    var closing: WebSocketClosing { .serverEnds }

    func clientClosed() {}
}
