/// Recognizes GitHub tokens: `ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_` or `github_pat_`, and the
/// characters that follow.
enum TokenPattern {
    /// The least number of characters after the prefix of a token that stands alone. GitHub's tokens
    /// have 36 and more; the margin is for truncated ones.
    private static let shortest = 8
    /// The same after a letter or digit, as in `highs_and_lows`.
    private static let shortestInside = 30

    private static let prefixes = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"]
        .map { Array($0.utf8) }

    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = 0
        while let underscore = text[place...].firstIndex(of: UInt8(ascii: "_")) {
            place = underscore + 1
            guard
                let prefix = prefixes.first(where: {
                    text[..<place].suffix($0.count).elementsEqual($0)
                })
            else {
                continue
            }
            let start = place - prefix.count
            let isInside = start > 0 && isAlphanumeric(text[start - 1])
            let end = end(in: text, after: place)
            if end - place >= (isInside ? shortestInside : shortest) {
                ranges.append(start..<end)
                place = end
            }
        }
        return ranges
    }

    /// Newer tokens also contain dots and dashes, but do not end in them, as a sentence may.
    private static func end(in text: [UInt8], after start: Int) -> Int {
        let body = text[start...].prefix {
            isAlphanumeric($0) || "_.-".utf8.contains($0)
        }
        return body.lastIndex { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
            .map { $0 + 1 } ?? start
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
