package import NIOCore

/// Cuts a client's bytes into parts of messages and control frames.
///
/// The decoder does no I/O. It holds no bytes of messages: parts are handed out as they arrive, so
/// that the code above decides how much is kept.
///
/// - SeeAlso: RFC 6455, sections 5, 7.4 and 8.1.
package struct WebSocketDecoder: Sendable {
    private let maximumMessageBytes: Int
    /// How many bytes of the frame's header have arrived.
    private var headerBytes = 0
    /// Where in the header the length ends. The mask follows, and then the payload.
    private var lengthEnd = 2
    private var opcode = WebSocketOpcode.continuation
    private var isFinal = false
    /// The bytes of the payload that have not been taken, once the header has arrived.
    private var remaining = 0
    /// The key, turned so that the lowest byte is the one of the next byte of the payload.
    private var mask: UInt32 = 0
    /// The payload of a control frame.
    private var control = ByteBuffer()
    /// The kind of the message that has begun; nil between messages.
    private var isText: Bool?
    private var messageBytes = 0
    private var text = UTF8Validator()

    /// - Parameter maximumMessageBytes: a frame that would make a message longer is refused by its
    ///   header.
    package init(maximumMessageBytes: Int) {
        self.maximumMessageBytes = maximumMessageBytes
    }

    /// Whether only part of a frame has arrived.
    package var isMidFrame: Bool { headerBytes > 0 }

    /// Whether a frame or a message has begun and not ended.
    var isUnfinished: Bool { isMidFrame || isText != nil }

    /// Takes the next event out of the bytes.
    ///
    /// - Returns: nil if more bytes are needed; then `input` is empty.
    /// - Throws: the reason to close the connection. The rest of the stream means nothing.
    package mutating func next(
        from input: inout ByteBuffer
    ) throws(WebSocketClosing) -> WebSocketEvent? {
        while headerBytes < lengthEnd + 4 {
            guard let byte: UInt8 = input.readInteger() else { return nil }
            try takeHeader(byte)
        }
        let count = min(remaining, input.readableBytes)
        guard count > 0 || remaining == 0 else { return nil }
        var bytes = takePayload(count, of: &input)
        if remaining == 0 { headerBytes = 0 }
        if let isText, !opcode.isControl { return try data(bytes, isText: isText) }
        control.writeBuffer(&bytes)
        guard remaining == 0 else { return nil }
        defer { control = ByteBuffer() }
        switch opcode {
        case .ping: return .ping(control)
        case .close: return .close(try closeCode())
        default: return .pong
        }
    }

    private mutating func takeHeader(_ byte: UInt8) throws(WebSocketClosing) {
        headerBytes += 1
        switch headerBytes {
        case 1: return try begin(byte)
        case 2:
            guard byte & 0x80 != 0 else { throw .brokenFrame("a client's frames must be masked") }
            remaining = Int(byte & 0x7F)
            guard remaining < 126 || !opcode.isControl else {
                throw .brokenFrame("a control frame may have at most 125 bytes")
            }
            lengthEnd = remaining < 126 ? 2 : remaining == 126 ? 4 : 10
            if lengthEnd > 2 { remaining = 0 }
        case ...lengthEnd:
            guard headerBytes > 3 || lengthEnd == 4 || byte & 0x80 == 0 else {
                throw .brokenFrame("a length must be below 2^63")
            }
            remaining = remaining << 8 | Int(byte)
        default: mask = mask >> 8 | UInt32(byte) << 24
        }
        guard
            headerBytes != lengthEnd || opcode.isControl
                || remaining <= maximumMessageBytes - messageBytes
        else {
            throw WebSocketClosing(1009, "a message may have at most \(maximumMessageBytes) bytes")
        }
    }

    /// Takes the first byte of a frame.
    private mutating func begin(_ byte: UInt8) throws(WebSocketClosing) {
        guard byte & 0x70 == 0, let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else {
            throw .brokenFrame("reserved bits must be 0, and reserved opcodes have no meaning")
        }
        isFinal = byte & 0x80 != 0
        self.opcode = opcode
        switch opcode {
        case .continuation:
            if isText == nil { throw .brokenFrame("there is no message to continue") }
        case .text, .binary:
            if isText != nil { throw .brokenFrame("the message before has not ended") }
            isText = opcode == .text
            messageBytes = 0
        case .close, .ping, .pong:
            guard isFinal else { throw .brokenFrame("a control frame may not be fragmented") }
        }
    }

    private mutating func data(
        _ bytes: ByteBuffer, isText: Bool
    ) throws(WebSocketClosing) -> WebSocketEvent {
        messageBytes += bytes.readableBytes
        let endsMessage = remaining == 0 && isFinal
        if endsMessage { self.isText = nil }
        if isText { try text.check(bytes, isWhole: endsMessage) }
        return .data(WebSocketPart(bytes: bytes, isText: isText, endsMessage: endsMessage))
    }

    private func closeCode() throws(WebSocketClosing) -> UInt16? {
        guard control.readableBytes > 0 else { return nil }
        var reason = control
        guard let code: UInt16 = reason.readInteger(), WebSocketClosing.isSendable(code) else {
            throw .brokenFrame("a close frame may not have this code")
        }
        var text = UTF8Validator()
        try text.check(reason, isWhole: true)
        return code
    }

    /// Unmasks the next bytes of the payload into a buffer of their own.
    private mutating func takePayload(_ count: Int, of input: inout ByteBuffer) -> ByteBuffer {
        // One more, so that the end of a line needs no larger buffer.
        var bytes = ByteBufferAllocator().buffer(capacity: count + 1)
        input.readWithUnsafeReadableBytes { source in
            bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { target in
                let key = (UInt64(mask) << 32 | UInt64(mask)).littleEndian
                let words = count & ~7
                for index in stride(from: 0, to: words, by: 8) {
                    let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    target.storeBytes(of: word ^ key, toByteOffset: index, as: UInt64.self)
                }
                for index in words..<count {
                    target[index] =
                        source[index] ^ UInt8(truncatingIfNeeded: mask >> (8 * (index & 3)))
                }
                return count
            }
        }
        remaining -= count
        // A shift by 32 gives 0.
        mask = mask >> (8 * (count & 3)) | mask << (32 - 8 * (count & 3))
        return bytes
    }
}
