import HTTPCache
import SQLite

/// Rows of a cache file, from an input.
///
/// A DLE (0x10) and the letter of a table begin each row; a capital letter means that its
/// digest is wrong. Unit separators (0x1F) end its columns, whose first letter is their type:
/// `i`nteger, `b`lob, a blob that is deflated first (`z`), the identity of the token (`k`), `n`ull,
/// otherwise text.
struct RowScript {
    struct Row {
        let table: String
        let isSound: Bool
        let columns: [Column]

        /// The bytes of a column; none if it is missing.
        func bytes(_ column: Int) -> [UInt8] {
            columns.indices.contains(column) ? columns[column].bytes : []
        }
    }

    enum Column {
        case integer(Int64)
        case blob([UInt8])
        /// Deflated to the second.
        case deflated([UInt8], [UInt8])
        case null
        case text(String)

        /// As SQLite returns it as bytes.
        var bytes: [UInt8] {
            switch self {
            case .integer(let number): Array("\(number)".utf8)
            case .null: []
            case .blob(let bytes), .deflated(_, let bytes): bytes
            case .text(let text): Array(text.utf8)
            }
        }

        var bindable: any Bindable {
            switch self {
            case .integer(let number): number
            case .blob(let bytes), .deflated(_, let bytes): bytes
            case .null: String?.none
            case .text(let text): text
            }
        }
    }

    private(set) var rows: [Row] = []

    private static let tables: [UInt8: String] = [
        UInt8(ascii: "r"): "response", UInt8(ascii: "a"): "result", UInt8(ascii: "m"): "memo",
        UInt8(ascii: "t"): "total", UInt8(ascii: "i"): "identityKey",
        UInt8(ascii: "c"): "client",
    ]
    /// More would only take longer.
    private static let maximumRows = 32
    private static let separator: UInt8 = 0x1F

    init(_ input: [UInt8]) {
        var rest = input[...].drop { $0 != Step.escape }
        while rest.popFirst() != nil, let code = rest.popFirst(), rows.count < Self.maximumRows {
            let text = rest.prefix { $0 != Step.escape }
            rest = rest.dropFirst(text.count)
            guard let table = Self.tables[code | 0x20] else { continue }
            let columns = text.split(separator: Self.separator, omittingEmptySubsequences: false)
            rows.append(
                Row(table: table, isSound: code & 0x20 != 0, columns: columns.map(Self.column)))
        }
    }

    private static func column(_ bytes: ArraySlice<UInt8>) -> Column {
        let rest = Array(bytes.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        return switch bytes.first.map({ Unicode.Scalar($0) }) {
        case "i": .integer(Int64(text) ?? 0)
        case "b": .blob(rest)
        case "z": .deflated(rest, DeflatedBody(rest).bytes)
        case "k": .blob(RowsTarget.identity)
        case "n": .null
        default: .text(text)
        }
    }
}
