extension String {
    /// The text with invisible characters as JSON escapes, such as `\u009b`: controls, line ends,
    /// direction marks and other format characters, private-use and unassigned code points.
    ///
    /// Text from GitHub passes through this on its way to a terminal, a log line or a sentence, so
    /// that it cannot move a cursor, end a line or reorder other text.
    package var visible: String { escapingUnseen(keepingLines: false) }

    /// The same for text of several lines. JSON remains equivalent JSON: everything that is escaped
    /// in it is inside a string.
    package var visibleLines: String { escapingUnseen(keepingLines: true) }

    private func escapingUnseen(keepingLines: Bool) -> String {
        let isPlain = utf8.allSatisfy { byte in
            (0x20...0x7E).contains(byte) || keepingLines && byte == UInt8(ascii: "\n")
        }
        if isPlain { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isVisible || keepingLines && scalar == "\n" {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.escaped
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }

    /// - SeeAlso: RFC 8259, section 7.
    fileprivate var escaped: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default:
            UTF16.encode(self)?.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() ?? ""
        }
    }
}
