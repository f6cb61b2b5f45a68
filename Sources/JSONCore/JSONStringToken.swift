/// A string that the scanner has walked over and found valid.
struct JSONStringToken {
    /// What is between the quotes.
    let range: Range<Int>

    /// Whether there are escapes to decode; the bytes are the text if not.
    let hasEscapes: Bool
}
