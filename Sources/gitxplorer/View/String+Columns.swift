import CGlibc

/// Text in the columns of a terminal.
extension StringProtocol {
    /// Two for each wide character, none for combining marks: the sum over the code points.
    var columns: Int {
        unicodeScalars.reduce(0) { sum, scalar in
            let width = scalar.isASCII ? 1 : Int(cglibc_columns(scalar.value))
            return sum + (width < 0 ? 1 : width)
        }
    }

    /// The longest beginning in at most `count` columns.
    fileprivate func beginning(_ count: Int) -> SubSequence {
        var width = 0
        return prefix { character in
            width += String(character).columns
            return width <= count
        }
    }
}

extension String {
    /// The text in at most `count` columns, with an ellipsis for the rest.
    func fitted(to count: Int) -> String {
        beginning(count).endIndex == endIndex ? self : "\(beginning(count - 1))…"
    }

    /// Cut or filled with spaces.
    func padded(to count: Int, isRight: Bool = false) -> String {
        let text = fitted(to: count)
        let space = String(repeating: " ", count: Swift.max(0, count - text.columns))
        return isRight ? space + text : text + space
    }

    /// Lines of at most `count` columns, broken at spaces, and in words that are longer, except
    /// addresses.
    func folded(to count: Int) -> [String] {
        split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, (last + word).columns < count {
                lines[lines.count - 1] = "\(last) \(word)"
                return
            }
            if word.contains("://") { return lines.append(String(word)) }
            var rest = word
            while !rest.isEmpty {
                let piece = rest.beginning(count)
                lines.append(String(piece.isEmpty ? rest.prefix(1) : piece))
                rest = rest.dropFirst(Swift.max(1, piece.count))
            }
        }
    }
}

extension [[String]] {
    /// Rows of cells, all of as many, as aligned lines of at most `count` columns.
    ///
    /// The last columns are left out if there is no room for them: at least 14 for each of the first
    /// two, and 10 for every other one. The widest columns of text are cut until all fit, the first
    /// one last. Those of `numbers` are aligned at the right and whole.
    func aligned(to count: Int, numbers: Set<Int> = []) -> [String] {
        guard let first else { return [] }
        var widths = first.indices.map { cell in map { $0[cell].columns }.max() ?? 0 }
        let least = widths.indices.map { cell in
            numbers.contains(cell) ? widths[cell] : Swift.min(cell < 2 ? 14 : 10, widths[cell])
        }
        while widths.count > 1,
            least.prefix(widths.count).reduce(2 * (widths.count - 1), +) > count
        {
            widths.removeLast()
        }
        while widths.reduce(2 * (widths.count - 1), +) > count {
            let others = widths.indices.dropFirst().filter { widths[$0] > least[$0] }
            let widest = others.max { widths[$0] < widths[$1] } ?? 0
            if widest == 0, numbers.contains(0) || widths[0] <= 1 { break }
            widths[widest] -= 1
        }
        return map { row in
            widths.indices.map { row[$0].padded(to: widths[$0], isRight: numbers.contains($0)) }
                .joined(separator: "  ").replacing(/\s+$/, with: "").fitted(to: count)
        }
    }
}
