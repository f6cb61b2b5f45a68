/// The elements of an array that is being built.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int {
        guard case .array(let nodes) = encoder.node.content else { return 0 }
        return nodes.count
    }

    func encodeNil() {
        element().encodeNil()
    }

    func encode(_ value: some Encodable) throws {
        try value.encode(to: element())
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        element()
    }

    private func element() -> ValueEncoder {
        let key = JSONCodingKey(intValue: count)
        let node = ValueNode()
        encoder.node.append(node)
        return encoder.nested(key, in: node)
    }
}
