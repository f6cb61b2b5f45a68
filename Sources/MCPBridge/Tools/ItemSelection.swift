import ExplorerRPC
import JSONCore

/// The members of a list's items that one call of a tool gets.
///
/// The methods return whole items, which caches keep; a model reads every member that it is sent.
struct ItemSelection {
    /// Longest text of one member in the table, in Unicode code points.
    private static let longestCell = 500
    /// Room for the sentence after a table that is cut, in bytes.
    private static let roomForEnd = 150

    private let list: String
    private let names: [String]
    /// Whether the call names the members; the table then has them even if no item does.
    private let isAsked: Bool

    /// - Parameter arguments: of the call; valid.
    /// - Returns: nil if the result is not a list.
    init?(_ method: any DocumentedMethod.Type, _ arguments: JSONObject = [:]) {
        guard let table = method.list else { return nil }
        let fields = arguments[MethodDocumentation.fields]?.arrayValue?.compactMap(\.stringValue)
        list = table.member
        let isAll = fields?.contains(MethodDocumentation.allFields) == true
        isAsked = !isAll && fields?.isEmpty == false
        var known = Set<String>()
        names = (isAll ? method.listMembers : isAsked ? fields ?? [] : table.columns)
            .filter { known.insert($0).inserted }
    }

    /// `result` with nothing else in its items.
    func applied(to result: JSONValue) -> JSONValue {
        guard var members = result.objectValue, let items = members[list]?.arrayValue else {
            return result
        }
        members[list] = .array(
            items.map { item in
                .object(JSONObject(names.compactMap { name in item[name].map { (name, $0) } }))
            })
        return .object(members)
    }

    /// The items, one per line after the names of the columns, in at most `limit` bytes. Strings
    /// are in quotation marks.
    func table(of result: JSONValue, limit: Int) -> String {
        let items = result[list]?.arrayValue ?? []
        let columns = names.filter { name in
            isAsked || items.isEmpty || items.contains { $0[name] != nil }
        }
        var text = columns.joined(separator: ", ")
        for (index, item) in items.enumerated() {
            let row = "\n" + columns.map { cell(item[$0]) }.joined(separator: ", ")
            if text.utf8.count + row.utf8.count > limit - Self.roomForEnd {
                let more = Gist.count(items.count - index, "item")
                return text + "\nThe table is cut here; \(more) more in structuredContent. "
                    + "Ask for fewer items, or for fewer fields."
            }
            text += row
        }
        return text
    }

    private func cell(_ value: JSONValue?) -> String {
        // Of an image its type: a part of its base64 tells a model nothing.
        guard let value = value?["mimeType"] ?? value else { return "" }
        return value.stringValue.map { Gist.quoted($0, atMost: Self.longestCell) }
            ?? value.text.cut(to: Self.longestCell).visible
    }
}
