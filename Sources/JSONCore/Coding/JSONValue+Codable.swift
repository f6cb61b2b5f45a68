extension JSONValue: Decodable {
    /// ``JSONTextDecoder`` passes the value through unchanged. Other decoders give numbers as `Int`
    /// or `Double`.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? TextDecoder {
            // The text and its depth have been checked.
            self = (try? JSONParser(maximumDepth: .max).parse(decoder.text)) ?? .null
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
}

extension JSONValue: Encodable {
    /// Gives numbers as `Int` if they are integers that fit, otherwise as `Double`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            try Dictionary(members.map { ($0, $1) }) { $1 }.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .string(let string): try string.encode(to: encoder)
        case .bool(let flag): try flag.encode(to: encoder)
        case .number(let number):
            try number.int?.encode(to: encoder) ?? number.double.encode(to: encoder)
        case .null: try String?.none.encode(to: encoder)
        }
    }
}
