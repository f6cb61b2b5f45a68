/// Cuts a byte stream into frames: a header block, a blank line, a body.
///
/// The decoder does no I/O and holds no bytes: it takes them from a queue.
///
/// - SeeAlso: Language Server Protocol 3.17, "Base Protocol".
struct HeaderFrameDecoder: Sendable {
    /// Longest header block accepted, in bytes, including its blank line.
    private let maximumHeaderSize: Int

    /// The bytes of the header lines that have been taken.
    private var headerSize = 0
    private var contentLength: Int?
    /// Whether the header block has been read and the body is next.
    private var isInBody = false

    init(maximumHeaderSize: Int) {
        self.maximumHeaderSize = maximumHeaderSize
    }

    /// Whether only part of a frame has arrived.
    func isMidFrame(_ input: ByteQueue) -> Bool {
        headerSize > 0 || !input.isEmpty
    }

    /// Takes the next whole body out of `input`.
    ///
    /// - Parameter maximumSize: a longer `Content-Length` is refused when its header is read, before
    ///   any of the body is kept.
    /// - Returns: the body without its header, or nil if it has not all arrived.
    mutating func next(
        from input: inout ByteQueue, maximumSize: Int
    ) throws(FramingError) -> [UInt8]? {
        if headerSize == 0, let size = plainHeaderSize(input, maximumSize) {
            input.drop(size)
            headerSize = size
            isInBody = true
        }
        while !isInBody {
            let end = input.lineFeed()
            let size = headerSize + (end ?? input.count) + 1
            guard size <= maximumHeaderSize else {
                throw .headerTooLarge(maximum: maximumHeaderSize)
            }
            guard let end else { return nil }
            try read(input[0..<end], maximumSize)
            input.drop(end + 1)
            headerSize = size
        }
        guard let length = contentLength else { return nil }
        input.expect(length)
        guard input.count >= length else { return nil }
        contentLength = nil
        headerSize = 0
        isInBody = false
        return input.take(length)
    }

    /// Reads a block that has nothing but `Content-Length: N`, as nearly all clients write it; nil
    /// for any other, and for one that is not whole or not allowed. It saves 2,500 instructions per
    /// request, which are to be at most 17,500.
    private mutating func plainHeaderSize(_ input: ByteQueue, _ maximumSize: Int) -> Int? {
        guard input.starts(with: Self.plainName) else { return nil }
        var (offset, length) = (Self.plainName.utf8CodeUnitCount, 0)
        let firstDigit = offset
        while offset < input.count, offset - firstDigit < Self.mostPlainDigits {
            let digit = input[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            length = length * 10 + Int(digit)
            offset += 1
        }
        let size = offset + Self.plainEnd.utf8CodeUnitCount
        guard offset > firstDigit, length <= maximumSize, size <= maximumHeaderSize,
            input.starts(with: Self.plainEnd, at: offset)
        else { return nil }
        contentLength = length
        return size
    }

    private static let plainName: StaticString = "Content-Length: "
    private static let plainEnd: StaticString = "\r\n\r\n"
    private static let mostPlainDigits = 12

    /// Reads one header line, without its line feed.
    private mutating func read(
        _ line: ArraySlice<UInt8>, _ maximumSize: Int
    ) throws(FramingError) {
        guard line.last == UInt8(ascii: "\r") else { throw .malformedHeader(text(line)) }
        let line = line.dropLast()
        if line.isEmpty {
            guard let length = contentLength else { throw .missingContentLength }
            guard length <= maximumSize else { throw .bodyTooLarge(maximum: maximumSize) }
            isInBody = true
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            !line.contains(UInt8(ascii: "\r"))
        else { throw .malformedHeader(text(line)) }
        // Compared without case.
        guard line[..<colon].elementsEqual("content-length".utf8, by: { $0 | 0x20 == $1 }) else {
            if line[..<colon].allSatisfy(Self.isNameByte) { return }
            throw .malformedHeader(text(line))
        }
        guard contentLength == nil else { throw .repeatedContentLength }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let rest = line[(colon + 1)...].drop(while: isBlank)
        let value = text(rest.dropLast(rest.reversed().prefix(while: isBlank).count))
        // Int.init(_:) also takes a sign, which the header may not carry.
        guard value.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), let length = Int(value)
        else { throw .invalidContentLength(value) }
        contentLength = length
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
