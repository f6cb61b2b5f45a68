/// The source of a manual page, line by line, in the macros of man(7).
struct Roff {
    private(set) var text = ""

    init(title: String, section: Int, source: String) {
        macro("TH", title, String(section), "", source, "")
        // No hyphenation, and no justification.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) { macro("SH", title) }
    mutating func subsection(_ title: String) { macro("SS", title) }

    /// A filled paragraph.
    mutating func paragraph(_ prose: String) {
        text += ".PP\n"
        line(prose)
    }

    /// Lines that are not filled.
    mutating func verbatim(_ lines: [String]) {
        text += ".PP\n.nf\n"
        for each in lines { line(each) }
        text += ".fi\n"
    }

    /// A bold term and its meaning.
    mutating func term(_ term: String, value: String? = nil, _ meaning: String) {
        text += ".TP\n\\fB\(escaped(term))\\fR"
        if let value { text += " \\fI\(escaped(value))\\fR" }
        text += "\n"
        line(meaning)
    }

    /// Text from help: a paragraph of one line is prose, one of several short lines is an example.
    mutating func discussion(_ discussion: String) {
        for paragraph in discussion.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            if lines.count > 1, lines.allSatisfy({ $0.count <= Self.longestExample }) {
                verbatim(lines)
            } else {
                for line in lines { self.paragraph(line) }
            }
        }
    }

    private static let longestExample = 95

    private mutating func line(_ line: String) {
        // A line that begins like this would be a macro.
        let guarding = line.hasPrefix(".") || line.hasPrefix("'")
        text += (guarding ? "\\&" : "") + escaped(line) + "\n"
    }

    private mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { "\"\(escaped($0))\"" }
        text += ".\(name) " + quoted.joined(separator: " ") + "\n"
    }

    /// A bare `-` may be printed as a hyphen, which shells do not accept for options.
    private func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
}
