import HTTPTypes

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

    /// Nil for a number out of `range`.
    mutating func number(in range: ClosedRange<Int>) -> Int? {
        number(Int64.self).flatMap(Int.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The same; -1 stands for none.
    mutating func optionalNumber(in range: ClosedRange<Int> = 0...1 << 53) -> Int?? {
        guard let number = number(in: -1...range.upperBound) else { return nil }
        if number == -1 { return .some(nil) }
        return range.contains(number) ? .some(number) : nil
    }
}
