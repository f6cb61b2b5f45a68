/// Writes compact JSON into a byte buffer.
///
/// The helpers are for callers that write a result without building a ``JSONValue`` first.
public enum JSONWriter {
    /// Writes a quoted string; control characters, `"` and `\` are escaped.
    public static func write(_ text: String, to output: inout [UInt8]) {
        var text = text
        output.append(UInt8(ascii: "\""))
        text.withUTF8 { bytes in
            var start = 0
            while true {
                let end = bytes[start...].firstIndex(where: \.isEscaped) ?? bytes.count
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
                guard end < bytes.count else { break }
                writeEscape(bytes[end], to: &output)
                start = end + 1
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes an integer.
    public static func write(_ number: Int, to output: inout [UInt8]) {
        output.append(contentsOf: String(number).utf8)
    }

    /// Writes `true` or `false`.
    public static func write(_ value: Bool, to output: inout [UInt8]) {
        write(raw: value ? "true" : "false", to: &output)
    }

    /// Writes text that is already JSON.
    public static func write(raw text: StaticString, to output: inout [UInt8]) {
        output.append(
            contentsOf: UnsafeBufferPointer(
                start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a value. It recurses to the depth of the value.
    public static func write(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null: write(raw: "null", to: &output)
        case .bool(let value): write(value, to: &output)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): write(text, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(element, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                write(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// - SeeAlso: RFC 8259, section 7: the short forms, otherwise `\u00XX`.
    private static func writeEscape(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case 0x08: write(raw: "\\b", to: &output)
        case 0x09: write(raw: "\\t", to: &output)
        case 0x0A: write(raw: "\\n", to: &output)
        case 0x0C: write(raw: "\\f", to: &output)
        case 0x0D: write(raw: "\\r", to: &output)
        case 0x20...:
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        default:
            write(raw: "\\u00", to: &output)
            for digit in [byte >> 4, byte & 0xF] {
                output.append(digit + UInt8(ascii: digit < 10 ? "0" : "W"))
            }
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// Appends the value as compact JSON.
    public func write(to output: inout [UInt8]) {
        JSONWriter.write(self, to: &output)
    }

    /// The value as compact JSON in UTF-8.
    public var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    /// The value as compact JSON.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The value as compact JSON.
    public var description: String {
        text
    }
}
