/// Cuts a byte stream into RESP3 values.
///
/// The decoder does no I/O. Append bytes as they arrive, in pieces of any size, and take whole
/// values out with ``next()``. Its time is linear in the bytes, however they are cut; its memory is
/// bounded by the bytes received, not by the lengths that they state.
///
/// Attributes and streamed values, which an engine sends only on request, are refused. The stream
/// cannot be resynchronized after an error, so the connection closes.
///
/// - SeeAlso: https://github.com/redis/redis-specifications/blob/master/protocol/RESP3.md
package struct RESPDecoder: Sendable {
    package struct Limits: Sendable {
        /// Of one value with all nested values, in bytes.
        package var bytes = 64 << 20
        /// Of lines: simple strings, errors and numbers.
        package var lineBytes = 64 << 10
        /// Of one value at any depth; a null takes three bytes on the wire and ten times that here.
        package var elements = 1 << 20
        /// Nested aggregates.
        package var depth = 8

        package init() {}
    }

    /// An aggregate whose elements have not all arrived.
    private struct Frame {
        let isPush: Bool
        var missing: Int
        var values: [RESPValue] = []

        var value: RESPValue { isPush ? .push(values) : .array(values) }
    }

    private let limits: Limits
    private var buffer: [UInt8] = []
    /// Where the next token begins.
    private var start = 0
    /// No line end was found before this offset.
    private var scanned = 0
    /// A blob whose length is known and whose bytes have not all arrived.
    private var blob: (type: Unicode.Scalar, length: Int)?
    private var frames: [Frame] = []
    /// Of the value that is being decoded.
    private var bytesTaken = 0
    private var elementsTaken = 0

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        // Each byte that is taken pays for moving at most one byte.
        if start > buffer.count / 2 {
            // A new array releases the memory of a large value.
            buffer = Array(buffer[start...])
            scanned -= start
            start = 0
        }
        buffer += bytes
    }

    /// Takes the next whole value out of the bytes.
    ///
    /// - Returns: nil if it has not all arrived.
    /// - Throws: ``RedisError/malformed(_:)``
    package mutating func next() throws(RedisError) -> RESPValue? {
        scalars: while var value = try scalar() {
            // Closes every aggregate that this value completes.
            while var frame = frames.popLast() {
                frame.values.append(value)
                frame.missing -= 1
                guard frame.missing == 0 else {
                    frames.append(frame)
                    continue scalars
                }
                value = frame.value
            }
            (bytesTaken, elementsTaken) = (0, 0)
            return value
        }
        return nil
    }

    /// Whether a part of a value has arrived that is no push.
    package var isInReply: Bool {
        if let frame = frames.first { return !frame.isPush }
        return blob != nil || start < buffer.count && buffer[start] != UInt8(ascii: ">")
    }

    /// The next value that is not an aggregate with elements; opens the aggregates before it.
    private mutating func scalar() throws(RedisError) -> RESPValue? {
        while blob == nil {
            guard let line = try line() else { return nil }
            elementsTaken += 1
            guard elementsTaken <= limits.elements else { throw .tooManyElements }
            let rest = line.dropFirst()
            let type = line.first.map { Unicode.Scalar($0) } ?? "\r"
            switch type {
            case "_":
                guard rest.isEmpty else { throw .malformed(line) }
                return .null
            case ":": return .number(try number(in: line))
            case "+", "(", ",", "#": return .simpleString(String(decoding: rest, as: UTF8.self))
            case "-": return .error(String(decoding: rest, as: UTF8.self))
            case "$", "!", "=": if try opensBlob(type, line) { return .null }
            case "*", "~", "%", ">": if let value = try opensFrame(type, line) { return value }
            default: throw .malformed("expected a type, found byte \(type.value)")
            }
        }
        return try blobValue()
    }

    /// - Returns: whether it is the null of RESP2, which has no bytes.
    private mutating func opensBlob(
        _ type: Unicode.Scalar, _ line: ArraySlice<UInt8>
    ) throws(RedisError) -> Bool {
        let length = try number(in: line)
        if length == -1 { return true }
        guard length >= 0 else { throw .malformed(line) }
        guard length <= limits.bytes - bytesTaken else { throw .valueTooLong }
        blob = (type, Int(length))
        return false
    }

    /// - Returns: the aggregate, if it has no elements, or the null of RESP2.
    private mutating func opensFrame(
        _ type: Unicode.Scalar, _ line: ArraySlice<UInt8>
    ) throws(RedisError) -> RESPValue? {
        let count = try number(in: line)
        if count == -1, type == "*" { return .null }
        guard count >= 0 else { throw .malformed(line) }
        guard count <= limits.elements else { throw .tooManyElements }
        guard frames.count < limits.depth else { throw .malformed("a value is nested too deeply") }
        let missing = Int(count) * (type == "%" ? 2 : 1)
        let frame = Frame(isPush: type == ">", missing: missing)
        if missing == 0 { return frame.value }
        frames.append(frame)
        return nil
    }

    private func number(in line: ArraySlice<UInt8>) throws(RedisError) -> Int64 {
        guard let number = Int64(String(decoding: line.dropFirst(), as: UTF8.self)) else {
            throw .malformed(line)
        }
        return number
    }

    /// The next line without its end, or nil if it has not all arrived.
    private mutating func line() throws(RedisError) -> ArraySlice<UInt8>? {
        let end = buffer[max(scanned, start)...].firstIndex(of: 0x0A)
        guard (end ?? buffer.count) - start <= limits.lineBytes else {
            throw .malformed("a line is too long")
        }
        guard let end else {
            scanned = buffer.count
            return nil
        }
        let line = buffer[start..<end]
        guard line.last == 0x0D else { throw .malformed(line) }
        try take(line.count + 1)
        return line.dropLast()
    }

    /// The value of the opened blob, or nil if its bytes have not all arrived.
    private mutating func blobValue() throws(RedisError) -> RESPValue? {
        guard let (type, length) = blob, buffer.count - start >= length + 2 else { return nil }
        let bytes = buffer[start..<start + length]
        guard buffer[start + length] == 0x0D, buffer[start + length + 1] == 0x0A else {
            throw .malformed("expected CR LF after a blob")
        }
        blob = nil
        try take(length + 2)
        switch type {
        case "$": return .blobString(Array(bytes))
        case "!": return .error(String(decoding: bytes, as: UTF8.self))
        default:
            // Verbatim. The text follows a format of three letters and a colon.
            guard bytes.dropFirst(3).first == UInt8(ascii: ":") else { throw .malformed(bytes) }
            return .blobString(Array(bytes.dropFirst(4)))
        }
    }

    private mutating func take(_ count: Int) throws(RedisError) {
        start += count
        scanned = start
        bytesTaken += count
        guard bytesTaken <= limits.bytes else { throw .valueTooLong }
    }
}

extension RedisError {
    fileprivate static let valueTooLong = malformed("a value is too long")
    fileprivate static let tooManyElements = malformed("a value has too many elements")

    /// The first bytes of a line suffice.
    fileprivate static func malformed(_ line: ArraySlice<UInt8>) -> RedisError {
        .malformed("malformed value '\(String(decoding: line.prefix(32), as: UTF8.self))'")
    }
}
