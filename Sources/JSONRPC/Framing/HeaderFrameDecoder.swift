/// Cuts a byte stream into frames: a header block, a blank line, a body.
///
/// The decoder does no I/O and holds no bytes: it takes them from a queue.
///
/// - SeeAlso: Language Server Protocol 3.17, "Base Protocol".
struct HeaderFrameDecoder: Sendable {
    /// Longest body accepted, in bytes.
    ///
    /// A longer `Content-Length` is refused when its header is read, before any of the body is kept.
    var maximumBodySize: Int

    /// Longest header block accepted, in bytes, including its blank line.
    let maximumHeaderSize: Int

    private var contentLength: Int?

    /// The offset of the next header line.
    private var lineStart = 0

    /// Bytes of the header block that have been searched for a line's end.
    private var searched = 0

    /// Whether the header block has been read and the body is next.
    private var isInBody = false

    init(maximumBodySize: Int, maximumHeaderSize: Int) {
        self.maximumBodySize = maximumBodySize
        self.maximumHeaderSize = maximumHeaderSize
    }

    /// Whether only part of a frame has arrived.
    func isMidFrame(_ input: ByteQueue) -> Bool {
        isInBody || !input.isEmpty
    }

    /// Takes the next whole body out of `input`.
    ///
    /// - Returns: the body without its header, or nil if it has not all arrived.
    mutating func next(from input: inout ByteQueue) throws(FramingError) -> [UInt8]? {
        if !isInBody {
            var size = plainHeaderSize(input)
            if size == nil { size = try headerSize(input) }
            guard let size else { return nil }
            input.drop(size)
            if let contentLength { input.expect(contentLength) }
            isInBody = true
        }
        guard let length = contentLength, input.count >= length else { return nil }
        contentLength = nil
        lineStart = 0
        searched = 0
        isInBody = false
        return input.take(length)
    }

    /// Reads a block that has nothing but `Content-Length: N`, as nearly all clients write it; nil
    /// for any other, and for one that is not whole or not allowed.
    private mutating func plainHeaderSize(_ input: ByteQueue) -> Int? {
        guard searched == 0, input.starts(with: Self.plainName) else { return nil }
        var (offset, length) = (Self.plainName.utf8CodeUnitCount, 0)
        let firstDigit = offset
        while offset < input.count, offset - firstDigit < Self.mostPlainDigits {
            let digit = input[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            length = length * 10 + Int(digit)
            offset += 1
        }
        let size = offset + Self.plainEnd.utf8CodeUnitCount
        guard offset > firstDigit, length <= maximumBodySize, size <= maximumHeaderSize,
            input.starts(with: Self.plainEnd, at: offset)
        else { return nil }
        contentLength = length
        return size
    }

    private static let plainName: StaticString = "Content-Length: "
    private static let plainEnd: StaticString = "\r\n\r\n"
    private static let mostPlainDigits = 12

    /// Reads header lines up to the blank one; nil if that has not arrived.
    private mutating func headerSize(_ input: ByteQueue) throws(FramingError) -> Int? {
        while let end = input.firstOffset(of: UInt8(ascii: "\n"), from: searched) {
            let next = end + 1
            guard next <= maximumHeaderSize else {
                throw .headerTooLarge(maximum: maximumHeaderSize)
            }
            let line = input[lineStart..<end]
            guard line.last == UInt8(ascii: "\r") else { throw .malformedHeader(text(line)) }
            lineStart = next
            searched = next
            if line.count > 1 {
                try read(line.dropLast())
                continue
            }
            guard let length = contentLength else { throw .missingContentLength }
            guard length <= maximumBodySize else {
                throw .bodyTooLarge(maximum: maximumBodySize)
            }
            return next
        }
        searched = input.count
        guard searched < maximumHeaderSize else {
            throw .headerTooLarge(maximum: maximumHeaderSize)
        }
        return nil
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws(FramingError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(Self.isNameByte), !line.contains(UInt8(ascii: "\r"))
        else { throw .malformedHeader(text(line)) }
        guard isContentLength(line[..<colon]) else { return }
        guard contentLength == nil else { throw .repeatedContentLength }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let rest = line[(colon + 1)...].drop(while: isBlank)
        let value = text(rest.dropLast(rest.reversed().prefix(while: isBlank).count))
        // Int.init(_:) also takes a sign, which the header may not carry.
        guard value.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), let length = Int(value)
        else { throw .invalidContentLength(value) }
        contentLength = length
    }

    /// Compares without case.
    private func isContentLength(_ name: ArraySlice<UInt8>) -> Bool {
        name.elementsEqual("content-length".utf8) { $0 | 0x20 == $1 }
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(80), as: UTF8.self)
    }

    /// - SeeAlso: RFC 9110, section 5.6.2, `tchar`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || "-!#$%&'*+.^_`|~".utf8.contains(byte)
    }
}
