extension JSONValue: Codable {
    /// Takes the value as it is from ``JSONValueDecoder`` and ``JSONTextDecoder``; from other
    /// decoders, numbers come as the `Int` or the `Double` that those give.
    package init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = decoder.value
            return
        }
        if let decoder = decoder as? TextDecoder {
            self = decoder.built.value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = JSONValue(value)
        } else if let value = try? container.decode(Double.self) {
            self = JSONValue(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            let members = try container.decode([String: JSONValue].self)
            self = .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0, $1) }))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder {
            encoder.node.content = .value(self)
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let number):
            if let value = number.int {
                try container.encode(value)
            } else {
                try container.encode(number.double)
            }
        case .string(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .object(let members):
            let pairs = members.map { ($0.key, $0.value) }
            try container.encode(Dictionary(pairs) { _, last in last })
        }
    }
}
