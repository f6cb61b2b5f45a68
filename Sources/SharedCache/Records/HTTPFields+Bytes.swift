import HTTPTypes

extension ByteWriter {
    mutating func write(_ fields: HTTPFields) {
        write(UInt16(clamping: fields.count))
        for field in fields.prefix(Int(UInt16.max)) {
            write(field.name.rawName)
            write(field.value)
        }
    }
}

extension ByteReader {
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
}
