extension StringProtocol {
    /// The first `count` code points, with an ellipsis for the rest.
    package func cut(to count: Int) -> String {
        let scalars = unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return String(self) }
        return "\(self[..<end])…"
    }
}
