/// A string that the scanner has skipped and found valid.
struct JSONStringToken {
    /// The bytes between the quotes.
    let range: Range<Int>

    /// Whether there are escapes to decode; otherwise the bytes are the text.
    let hasEscapes: Bool
}
