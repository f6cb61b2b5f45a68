/// The members of an object that is being decoded.
struct KeyedValueDecoder<Key: CodingKey>: MemberDecoder {
    let members: JSONObject
    let codingPath: [any CodingKey]

    var allKeys: [Key] {
        members.compactMap { Key(stringValue: $0.key) }
    }

    func contains(_ key: Key) -> Bool {
        members[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try member(key).value.isNull
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try member(key).decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try member(key).decode(type)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try member(key).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: member(key))
    }

    func member(_ key: Key) throws -> ValueDecoder {
        guard let value = members[key.stringValue] else {
            throw missing(key)
        }
        return ValueDecoder(value: value, path: DecodingPath(codingPath, key))
    }

    func memberOrNull(_ key: any CodingKey) -> ValueDecoder {
        ValueDecoder(
            value: members[key.stringValue] ?? .null, path: DecodingPath(codingPath, key))
    }
}
