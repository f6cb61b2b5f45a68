/// The members of an object that is being decoded.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
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

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder(JSONCodingKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder(key)
    }

    private func member(_ key: Key) throws -> ValueDecoder {
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "expected a member \(key.stringValue), found none"))
        }
        return ValueDecoder(value: value, path: DecodingPath(codingPath, key))
    }

    /// A missing member is decoded from null.
    private func decoder(_ key: any CodingKey) -> ValueDecoder {
        ValueDecoder(
            value: members[key.stringValue] ?? .null, path: DecodingPath(codingPath, key))
    }
}
