import JSONSchema

/// The list in a result, and the members of an item that a short table of it shows.
package struct ItemTable: Hashable, Sendable {
    /// The list's name in the result.
    package let member: String
    /// Members of an item.
    package let columns: [String]
    /// Whether the result is about more than this list.
    package let isPart: Bool

    init(_ member: String, _ columns: [String], isPart: Bool = false) {
        self.member = member
        self.columns = columns
        self.isPart = isPart
    }

    /// The names of all members of an item, in a result of this schema.
    func members(in result: Schema) -> [String] {
        let list = result.properties.first { $0.name == member }?.schema.rule
        guard case .array(let item, _)? = list else { return [] }
        guard case .ref(let name) = item.rule else { return item.properties.map(\.name) }
        return TypeSchemas.definitions[name]?.properties.map(\.name) ?? []
    }
}
