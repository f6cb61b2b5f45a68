import JSONCore

/// Renders the values of `$/progress` (LSP 3.17, "Work Done Progress") as one line on a terminal.
struct ProgressBar {
    /// Moves the cursor back and erases the bar.
    static let clearing = "\r\u{1B}[2K"

    private static let cells = 24

    private var title = ""
    private var percentage = 0

    /// - Parameter columns: the terminal's width; one stays free, so that the line never wraps.
    /// - Returns: nil if the value is not a progress.
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
        return Self.clearing + text.fitted(to: columns - 1)
    }

    private static func plain(_ text: JSONValue?) -> String {
        (text?.stringValue ?? "").visible
    }
}
