package import HTTPTypes

/// Header fields as one text, one field per line, in order and with their names as sent.
package enum FieldText {
    static func text(_ fields: HTTPFields) -> String {
        fields.map { "\($0.name.rawName):\($0.value)" }.joined(separator: "\n")
    }

    package static func fields(_ text: String) -> HTTPFields {
        var fields = HTTPFields()
        // By bytes: a character at a value's beginning may combine with the colon.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = HTTPField.Name(String(Substring(line[..<colon])))
            else { continue }
            let value = String(Substring(line[line.index(after: colon)...]))
            fields.append(HTTPField(name: name, value: value))
        }
        return fields
    }
}
