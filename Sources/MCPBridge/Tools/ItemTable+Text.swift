import ExplorerRPC
import JSONCore

extension ItemTable {
    /// The items of a result, one per line. The first line has the names of the columns. Strings are
    /// in quotation marks.
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
