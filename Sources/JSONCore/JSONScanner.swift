/// Walks a JSON text from front to back, checking every byte and building nothing.
///
/// One pass decides everything: grammar, UTF-8, escapes, numbers, depth. The caller takes apart
/// what it needs to know and skips the rest:
///
///     try scanner.beginObject()
///     while let name = try scanner.nextName() {
///         ranges[name] = try scanner.skipValue()
///     }
///     try scanner.finish()
///
/// Offsets and ranges count bytes from the start of the text. After an error the scanner is of no
/// more use. It borrows the bytes: use it inside ``scan(_:maximumDepth:_:)-([UInt8],_,_)``, or
/// inside the closure that lent the pointer.
///
/// - SeeAlso: RFC 8259.
package struct JSONScanner {
    /// Deepest nesting of arrays and objects unless the caller says otherwise.
    package static let defaultMaximumDepth = 128

    let bytes: UnsafeBufferPointer<UInt8>

    /// Bytes walked over so far.
    package internal(set) var offset = 0

    /// Arrays and objects that are open.
    package internal(set) var depth = 0

    /// An array or object at a greater depth is refused.
    ///
    /// The calls that skip or build a whole value recurse, at most this deep.
    package let maximumDepth: Int

    /// Whether the innermost open array or object has had none of its contents read.
    var isAtStart = false

    package init(
        _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = defaultMaximumDepth
    ) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Lends the bytes to a scanner for the length of `body`.
    package static func scan<Result, Failure: Error>(
        _ bytes: [UInt8], maximumDepth: Int = defaultMaximumDepth,
        _ body: (inout JSONScanner) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
            return try body(&scanner)
        }
    }

    /// Lends the bytes to a scanner for the length of `body`; offsets count from the slice's start.
    package static func scan<Result, Failure: Error>(
        _ bytes: ArraySlice<UInt8>, maximumDepth: Int = defaultMaximumDepth,
        _ body: (inout JSONScanner) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
            return try body(&scanner)
        }
    }

    /// What the next value is, by its first byte; the scanner stays before it.
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

    /// Walks over one whole value, and says where it is.
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

    /// Makes sure that only white space is left.
    package mutating func finish() throws(JSONSyntaxError) {
        skipWhiteSpace()
        if offset < bytes.count { throw error(.textAfterValue) }
    }

    /// The byte that is next, 0 at the end: no rule of JSON's expects a 0.
    @inline(__always)
    var byte: UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// An error here: `reason`, or that the text has ended.
    func error(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(offset < bytes.count ? reason : .unexpectedEnd, offset: offset)
    }

    /// - SeeAlso: RFC 8259, section 2, `ws`.
    @inline(__always)
    mutating func skipWhiteSpace() {
        // Most texts have none, and all that it skips is below this.
        while offset < bytes.count, bytes[offset] <= 0x20 {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }
}
