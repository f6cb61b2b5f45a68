/// The members of an object that is being decoded, by a decoder for each.
protocol MemberDecoder: KeyedDecodingContainerProtocol {
    associatedtype Member: Decoder

    /// - Throws: ``missing(_:)`` if there is no such member.
    func member(_ key: Key) throws -> Member

    /// A missing member is decoded from null.
    func memberOrNull(_ key: any CodingKey) -> Member
}

extension MemberDecoder {
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

    func missing(_ key: Key) -> DecodingError {
        .keyNotFound(
            key,
            .init(
                codingPath: codingPath,
                debugDescription: "expected a member \(key.stringValue), found none"))
    }
}
