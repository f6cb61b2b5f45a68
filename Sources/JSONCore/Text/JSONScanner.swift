/// Scans a JSON text from front to back, checking every byte and building no values.
///
/// One pass checks grammar, UTF-8, escapes, numbers and depth. The caller reads the parts that it
/// needs, skips the rest and calls ``finish()``.
///
/// Offsets and ranges count bytes from the start of the text. After an error the scanner must not
/// be used again. The scanner borrows the bytes: use it inside
/// ``scan(_:maximumDepth:_:)``.
///
/// - SeeAlso: RFC 8259.
package struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Bytes scanned so far.
    package internal(set) var offset = 0

    /// The number of open arrays and objects.
    package internal(set) var depth = 0

    /// Arrays and objects that are nested deeper are refused.
    ///
    /// Calls that skip or build a whole value recurse, at most to this depth.
    package let maximumDepth: Int

    /// Whether nothing in the innermost open array or object has been read.
    var isAtStart = false

    /// Calls `body` with a scanner for the bytes; offsets count from the slice's start.
    package static func scan<Result, Failure: Error>(
        _ bytes: ArraySlice<UInt8>, maximumDepth: Int = JSONParser.defaultMaximumDepth,
        _ body: (inout JSONScanner) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            var scanner = JSONScanner(bytes: bytes, maximumDepth: maximumDepth)
            return try body(&scanner)
        }
    }

    /// The kind of the next value, by its first byte. The scanner stays before it.
    package mutating func nextKind() throws(JSONSyntaxError) -> JSONKind {
        skipWhiteSpace()
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case 0xEF where offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]):
            throw error(.byteOrderMark)
        default: throw error(.expectedValue)
        }
    }

    /// Skips one whole value and returns its range.
    @discardableResult
    package mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
        let kind = try nextKind()
        let start = offset
        switch kind {
        case .null: try skipNull()
        case .boolean: _ = try bool()
        case .number: try skipNumber()
        case .string: _ = try skipString()
        case .array:
            try beginArray()
            while try nextElement() {
                try skipValue()
            }
        case .object:
            try beginObject()
            while try skipName() != nil {
                try skipValue()
            }
        }
        return start..<offset
    }

    /// Checks that only white space is left.
    package mutating func finish() throws(JSONSyntaxError) {
        skipWhiteSpace()
        if offset < bytes.count { throw error(.textAfterValue) }
    }

    /// The next byte, or 0 at the end: no rule of JSON expects a 0.
    @inline(__always)
    var byte: UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// An error at this offset: `reason`, or that the text has ended.
    func error(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(offset < bytes.count ? reason : .unexpectedEnd, offset: offset)
    }

    /// - SeeAlso: RFC 8259, section 2, `ws`.
    @inline(__always)
    mutating func skipWhiteSpace() {
        // Most texts have no white space, and all of it is at or below 0x20.
        while offset < bytes.count, bytes[offset] <= 0x20 {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }
}
