/// The number of edits between two words.
package enum EditDistance {
    /// The candidate most similar to a name, the first of several; nil if none is similar.
    package static func nearest(to name: String, among candidates: [String]) -> String? {
        var nearest: String?
        var limit = max(2, name.utf8.count / 4)
        for candidate in candidates {
            if let distance = between(name, candidate, atMost: limit) {
                nearest = candidate
                limit = distance - 1
            }
        }
        return nearest
    }

    /// Counts insertions, deletions, replacements and swaps of neighbors, without case; nil if
    /// there are more than `limit`.
    ///
    /// - SeeAlso: "optimal string alignment distance".
    static func between(_ left: String, _ right: String, atMost limit: Int) -> Int? {
        // Names come from clients: a long one is rejected by its length alone.
        guard abs(left.utf8.count - right.utf8.count) <= limit, left.utf8.count <= 128 else {
            return nil
        }
        let left = Array(left.lowercased().utf8)
        let right = Array(right.lowercased().utf8)
        var previous: [Int] = []
        var current = Array(0...right.count)
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var best = min(
                    current[column + 1] + 1, next[column] + 1, current[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, previous[column - 1] + 1)
                }
                next.append(best)
            }
            previous = current
            current = next
        }
        let distance = current[right.count]
        return distance <= limit ? distance : nil
    }
}
