extension String {
    /// Whether both strings have the same code points.
    ///
    /// Swift's `==` is canonical equivalence, which would equate member names that JSON
    /// distinguishes, and takes quadratic time for a letter with very many combining marks. A text
    /// of any length that a peer sent is compared with this.
    package func isSameText(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
