/// A pattern of whole paths: `*` stands for any characters or none, all others for themselves.
///
/// Matching takes time linear in the length of the path, which comes from any client.
package struct Glob: Sendable {
    /// What is before, between and after the stars.
    private let parts: [[UInt8]]

    package init(_ text: String) {
        parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    package func matches(_ path: String) -> Bool {
        var rest = Array(path.utf8)[...]
        guard rest.starts(with: parts[0]) else { return false }
        rest.removeFirst(parts[0].count)
        guard let suffix = parts.dropFirst().last else { return rest.isEmpty }
        // The first occurrence of each part leaves the most for the others. It is found in linear
        // time, as the doubling test shows.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.suffix(suffix.count).elementsEqual(suffix)
    }
}
