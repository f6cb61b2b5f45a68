import NIOCore

/// Checks UTF-8 that arrives in pieces, cut anywhere.
struct UTF8Validator: Sendable {
    /// The beginning of a character whose rest has not arrived.
    private var beginning: [UInt8] = []

    /// Takes the next bytes of a text.
    ///
    /// - Throws: the reason to close the connection, as soon as the text cannot become valid.
    mutating func check(_ bytes: ByteBuffer, isWhole: Bool) throws(WebSocketClosing) {
        var rest = bytes
        while !beginning.isEmpty, let byte: UInt8 = rest.readInteger() {
            beginning.append(byte)
            if try Self.endOfCharacters(in: beginning.span) > 0 { beginning = [] }
        }
        let end = try Self.endOfCharacters(in: rest.readableBytesUInt8Span)
        if end < rest.readableBytes { beginning = Array(rest.readableBytesView.dropFirst(end)) }
        guard beginning.isEmpty || !isWhole else { throw .notUTF8 }
    }

    /// Where the last whole character ends.
    private static func endOfCharacters(
        in bytes: Span<UInt8>
    ) throws(WebSocketClosing) -> Int {
        do throws(UTF8.ValidationError) {
            return try UTF8Span(validating: bytes).count
        } catch {
            guard error.kind == .truncatedScalar, error.byteOffsets.upperBound == bytes.count
            else { throw .notUTF8 }
            return error.byteOffsets.lowerBound
        }
    }
}

extension WebSocketClosing {
    fileprivate static let notUTF8 = WebSocketClosing(1007, "expected UTF-8")
}
