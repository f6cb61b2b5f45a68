/// The list in a result, and the members that identify an item of it, for a short table.
package struct ItemTable: Hashable, Sendable {
    /// The list's name in the result.
    package let member: String
    /// Members of an item.
    package let columns: [String]

    init(_ member: String, _ columns: [String]) {
        self.member = member
        self.columns = columns
    }
}
