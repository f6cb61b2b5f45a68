import JSONCore

/// The list in a result as a short table: one line per item, with the members that identify it.
package struct ItemTable: Hashable, Sendable {
    private let member: String
    private let columns: [String]

    /// - Parameters:
    ///   - member: the list's name in the result.
    ///   - columns: members of an item.
    init(_ member: String, _ columns: [String]) {
        self.member = member
        self.columns = columns
    }

    /// The first line has the names of the columns. Strings are in quotation marks.
    func text(of result: JSONValue) -> String {
        let items = result[member]?.arrayValue ?? []
        let columns = columns.filter { column in items.contains { $0[column] != nil } }
        let rows = items.map { item in
            columns.map { column in
                item[column].map { value in
                    value.stringValue.map { Gist.quoted($0) } ?? value.text
                } ?? ""
            }
        }
        return ([columns] + rows).map { $0.joined(separator: ", ") }.joined(separator: "\n")
    }
}
