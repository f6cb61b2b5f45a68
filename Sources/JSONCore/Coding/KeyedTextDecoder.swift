/// The members of an object that is being decoded from its text.
struct KeyedTextDecoder<Key: CodingKey>: MemberDecoder {
    let members: JSONTextMembers
    let codingPath: [any CodingKey]

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
        try member(key).bool()
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try member(key).string()
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try member(key).int()
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: member(key))
    }

    // The protocol's default implementations look a member up three times.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key)?.bool()
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key)?.string()
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key)?.int()
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try Value(from: $0) }
    }

    func member(_ key: Key) throws -> TextDecoder {
        guard let text = members[key.stringValue] else {
            throw missing(key)
        }
        return TextDecoder(text: text, path: DecodingPath(codingPath, key))
    }

    /// Nil for a member that is missing or null.
    private func present(_ key: Key) -> TextDecoder? {
        guard let text = members[key.stringValue] else { return nil }
        let member = TextDecoder(text: text, path: DecodingPath(codingPath, key))
        return member.isNull ? nil : member
    }

    func memberOrNull(_ key: any CodingKey) -> TextDecoder {
        TextDecoder(
            text: members[key.stringValue] ?? Array("null".utf8)[...],
            path: DecodingPath(codingPath, key))
    }
}

extension TextDecoder {
    /// Whether the value is null: in a checked text, only null begins with this byte.
    var isNull: Bool {
        text.first == UInt8(ascii: "n")
    }
}
