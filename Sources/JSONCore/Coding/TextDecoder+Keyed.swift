/// The members of an object that is being decoded.
struct KeyedTextDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: JSONTextMembers
    let codingPath: [any CodingKey]
    /// ``TextDecoder/limit`` of each member.
    let limit: Int

    var allKeys: [Key] {
        members.names.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool {
        members[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try member(key).isNull
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
        memberOrNull(JSONCodingKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        memberOrNull(key)
    }

    private func member(_ key: Key) throws -> TextDecoder {
        guard let member = find(key) else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "expected a member \(key.stringValue), found none"))
        }
        return member
    }

    private func memberOrNull(_ key: any CodingKey) -> TextDecoder {
        find(key)
            ?? TextDecoder(text: Array("null".utf8)[...], codingPath: codingPath + [key])
    }

    private func find(_ key: any CodingKey) -> TextDecoder? {
        members[key.stringValue].map {
            TextDecoder(text: $0, codingPath: codingPath + [key], limit: limit)
        }
    }
}
