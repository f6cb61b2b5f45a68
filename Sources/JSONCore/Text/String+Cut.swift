extension StringProtocol {
    /// The first `count` code points, with an ellipsis for the rest.
    package func cut(to count: Int) -> String {
        let scalars = unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return String(self) }
        return "\(self[..<end])…"
    }
}

extension String {
    /// The text up to at most `limit` bytes of UTF-8, cut between two code points.
    package func prefix(utf8 limit: Int) -> String {
        var end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex
        while end < endIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
