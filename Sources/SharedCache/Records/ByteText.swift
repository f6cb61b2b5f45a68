/// Writes numbers, most significant byte first, and bytes after their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    mutating func write(bytes other: [UInt8]) {
        write(UInt32(other.count))
        bytes += other
    }

    mutating func write(_ text: String) {
        write(bytes: Array(text.utf8))
    }
}

/// Reads what ``ByteWriter`` wrote. Anything else eventually gives nil.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        let size = Number.bitWidth / 8
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(Number.zero) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = number(UInt32.self), rest.count >= Int(count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }

    mutating func text() -> String? {
        bytes().flatMap { String(validating: $0, as: UTF8.self) }
    }
}
