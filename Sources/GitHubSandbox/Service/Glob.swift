/// A pattern of whole paths: `*` stands for any characters or none, all others for themselves.
///
/// Matching takes time linear in the length of the path, which comes from any client.
package struct Glob: Sendable {
    private let prefix: [UInt8]
    /// The pieces between two stars.
    private let pieces: [Piece]
    /// What follows the last star; nil without one.
    private let suffix: [UInt8]?

    package init(_ text: String) {
        var parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            .map(Array.init)
        prefix = parts.removeFirst()
        suffix = parts.popLast()
        pieces = parts.filter { !$0.isEmpty }.map(Piece.init)
    }

    package func matches(_ path: String) -> Bool {
        var rest = Array(path.utf8)[...]
        guard rest.starts(with: prefix) else { return false }
        rest.removeFirst(prefix.count)
        guard let suffix else { return rest.isEmpty }
        // The first occurrence of each piece leaves the most for the others.
        for piece in pieces {
            guard let end = piece.firstEnd(in: rest) else { return false }
            rest = rest[end...]
        }
        return rest.suffix(suffix.count).elementsEqual(suffix)
    }

    /// - SeeAlso: Knuth, Morris and Pratt, "Fast Pattern Matching in Strings" (1977).
    private struct Piece {
        private let bytes: [UInt8]
        /// For each beginning of the piece, the length of its longest proper suffix that is also a
        /// beginning.
        private var borders = [0]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            for byte in bytes.dropFirst() {
                borders.append(matched(borders[borders.count - 1], byte))
            }
        }

        /// The index after the first occurrence.
        func firstEnd(in text: ArraySlice<UInt8>) -> Int? {
            var length = 0
            for index in text.indices {
                length = matched(length, text[index])
                if length == bytes.count { return index + 1 }
            }
            return nil
        }

        /// The length of the beginning that ends at `byte`, after one of `length` bytes.
        private func matched(_ length: Int, _ byte: UInt8) -> Int {
            var length = length
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            return bytes[length] == byte ? length + 1 : 0
        }
    }
}
