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

    // The protocol's default implementations look a member up three times.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key)?.decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try Value(from: $0) }
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

    /// Nil for a member that is missing or null.
    private func present(_ key: Key) -> TextDecoder? {
        find(key).flatMap { $0.isNull ? nil : $0 }
    }

    private func memberOrNull(_ key: any CodingKey) -> TextDecoder {
        find(key)
            ?? TextDecoder(text: Array("null".utf8)[...], path: DecodingPath(codingPath, key))
    }

    private func find(_ key: any CodingKey) -> TextDecoder? {
        members[key.stringValue].map {
            TextDecoder(text: $0, path: DecodingPath(codingPath, key), limit: limit)
        }
    }
}
