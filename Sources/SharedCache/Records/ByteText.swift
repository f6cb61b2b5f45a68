import HTTPTypes

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

    mutating func write(_ fields: HTTPFields) {
        write(UInt16(clamping: fields.count))
        for field in fields.prefix(Int(UInt16.max)) {
            write(field.name.rawName)
            write(field.value)
        }
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

    /// Nil for invalid names and values.
    mutating func fields() -> HTTPFields? {
        guard let count = number(UInt16.self) else { return nil }
        var fields = HTTPFields()
        for _ in 0..<count {
            guard let name = text().flatMap({ HTTPField.Name($0) }), let value = text(),
                HTTPField.isValidValue(value)
            else { return nil }
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }

    /// A count, or -1 for none.
    mutating func count() -> Int?? {
        guard let number = number(Int64.self), (-1...1 << 53).contains(number) else { return nil }
        return .some(number < 0 ? nil : Int(number))
    }
}
