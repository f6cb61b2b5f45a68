import CGlibc

/// Text in the columns of a terminal.
extension String {
    /// Two for each wide character, none for combining marks: the sum over the code points.
    var columns: Int {
        unicodeScalars.reduce(0) { sum, scalar in
            let width = scalar.isASCII ? 1 : Int(cglibc_columns(scalar.value))
            return sum + (width < 0 ? 1 : width)
        }
    }

    /// The text in at most `count` columns, with an ellipsis for the rest.
    func fitted(to count: Int) -> String {
        if columns <= count { return self }
        var text = self
        while !text.isEmpty, text.columns >= count { text.removeLast() }
        return text + "…"
    }

    /// Cut or filled with spaces.
    func padded(to count: Int, isRight: Bool = false) -> String {
        let text = fitted(to: count)
        let space = String(repeating: " ", count: Swift.max(0, count - text.columns))
        return isRight ? space + text : text + space
    }

    /// Lines of at most `count` columns, broken at spaces.
    func folded(to count: Int) -> [String] {
        split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, (last + word).columns < count {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word).fitted(to: count))
            }
        }
    }
}

extension [[String]] {
    /// Rows of cells, all of as many, as aligned lines of at most `count` columns.
    ///
    /// The widest columns of text are cut until all fit, the first one last. Those of `numbers` are
    /// aligned at the right and whole.
    func aligned(to count: Int, numbers: Set<Int> = []) -> [String] {
        guard let first else { return [] }
        var widths = first.indices.map { cell in map { $0[cell].columns }.max() ?? 0 }
        while widths.reduce(2 * (widths.count - 1), +) > count {
            let texts = widths.indices.filter { !numbers.contains($0) && widths[$0] > 6 }
            let others = texts.filter { $0 > 0 }
            guard let widest = others.max(by: { widths[$0] < widths[$1] }) ?? texts.first else {
                break
            }
            widths[widest] -= 1
        }
        return map { row in
            row.indices.map { row[$0].padded(to: widths[$0], isRight: numbers.contains($0)) }
                .joined(separator: "  ").replacing(/\s+$/, with: "").fitted(to: count)
        }
    }
}
