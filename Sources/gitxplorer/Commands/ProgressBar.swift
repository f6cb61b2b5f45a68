import JSONCore

/// What a `$/progress` looks like on one line of a terminal.
///
/// A plain value: it takes the values of the Language Server Protocol 3.17, "Work Done Progress",
/// one after the other, and says what to write.
struct ProgressBar {
    /// Puts the cursor back and takes away what the bar has written.
    static let clearing = "\r\u{1B}[2K"

    private static let cells = 24

    private var title = ""
    private var percentage = 0

    /// - Parameter columns: of the terminal; one is left free, so that the line never wraps.
    /// - Returns: nil for what is no progress.
    mutating func line(for value: JSONValue, columns: Int) -> String? {
        switch value["kind"]?.stringValue {
        case "begin": title = Self.plain(value["title"])
        case "report": break
        case "end": return Self.clearing
        default: return nil
        }
        if let share = value["percentage"]?.intValue { percentage = min(max(0, share), 100) }
        let full = Self.cells * percentage / 100
        let bar =
            String(repeating: "█", count: full)
            + String(repeating: "░", count: Self.cells - full)
        let number = String(repeating: " ", count: 3 - String(percentage).count) + "\(percentage)"
        let text = "\(bar) \(number)% \(title) \(Self.plain(value["message"]))"
        return Self.clearing + text.prefix(max(0, columns - 1))
    }

    /// The text without what would move the cursor.
    private static func plain(_ text: JSONValue?) -> String {
        let scalars = (text?.stringValue ?? "").unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { $0.properties.isGraphic }))
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isGraphic: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
