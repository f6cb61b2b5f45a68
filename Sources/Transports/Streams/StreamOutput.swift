/// What is still to be written to a stream, and whether the stream ends after it.
struct StreamOutput {
    private var bytes: [UInt8] = []
    private var written = 0
    private(set) var closes = false

    var isEmpty: Bool { written == bytes.count }

    /// What is still to be written.
    var unwritten: ArraySlice<UInt8> { bytes[written...] }

    /// Whether everything is written and nothing will follow.
    var isFinished: Bool { isEmpty && closes }

    /// Puts the next bytes behind what has been written.
    ///
    /// - Precondition: ``isEmpty``.
    mutating func refill(_ next: (bytes: [UInt8], closes: Bool)) {
        bytes = next.bytes
        written = 0
        closes = next.closes
    }

    /// Takes `count` bytes as written.
    mutating func advance(by count: Int) {
        written += count
    }
}
