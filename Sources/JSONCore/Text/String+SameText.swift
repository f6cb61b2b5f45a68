extension String {
    /// Whether both strings have the same code points.
    ///
    /// Swift's `==` is canonical equivalence, which would equate member names that JSON
    /// distinguishes, and takes quadratic time for a letter with very many combining marks. A text
    /// of any length that a peer sent is compared with this.
    package func isSameText(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let same = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                for index in 0..<count where left[index] != right[index] {
                    return false
                }
                return true
            }
        }
        return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
