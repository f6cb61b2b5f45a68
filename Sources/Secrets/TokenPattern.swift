/// Recognizes GitHub tokens: `ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_` or `github_pat_`, and the
/// characters that follow.
enum TokenPattern {
    /// The least number of characters after the prefix of a token that stands alone.
    ///
    /// GitHub's tokens have 36 and more; the margin is for truncated ones.
    private static let shortest = 8
    /// The same after a letter or digit, as in `highs_and_lows`.
    private static let shortestInside = 30

    static func places(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var place = 0
        while place < text.count {
            guard text[place] == UInt8(ascii: "_"), let prefix = prefix(in: text, endingAt: place)
            else {
                place += 1
                continue
            }
            let body = (place + 1)..<end(in: text, after: place + 1)
            let start = place + 1 - prefix
            let isInside = start > 0 && isAlphanumeric(text[start - 1])
            if body.count >= (isInside ? shortestInside : shortest) {
                places.append(start..<body.upperBound)
                place = body.upperBound
            } else {
                place += 1
            }
        }
        return places
    }

    /// The length of the prefix whose last character is at `place`.
    private static func prefix(
        in text: UnsafeBufferPointer<UInt8>, endingAt place: Int
    ) -> Int? {
        for prefix in prefixes
        where place + 1 >= prefix.count
            && text[(place + 1 - prefix.count)...place].elementsEqual(prefix)
        {
            return prefix.count
        }
        return nil
    }

    private static let prefixes = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"]
        .map { Array($0.utf8) }

    /// Newer tokens also contain dots and dashes, but do not end in them, as a sentence may.
    private static func end(in text: UnsafeBufferPointer<UInt8>, after start: Int) -> Int {
        var end = start
        var place = start
        while place < text.count {
            let byte = text[place]
            if isAlphanumeric(byte) || byte == UInt8(ascii: "_") {
                end = place + 1
            } else if byte != UInt8(ascii: "."), byte != UInt8(ascii: "-") {
                break
            }
            place += 1
        }
        return end
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
