/// The bytes that must still be written to a stream, and whether the stream ends after them.
struct StreamOutput {
    private var bytes: [UInt8] = []
    private var written = 0
    private(set) var closes = false

    var isEmpty: Bool { written == bytes.count }

    /// The bytes that have not been written.
    var unwritten: ArraySlice<UInt8> { bytes[written...] }

    /// Whether everything is written and nothing will follow.
    var isFinished: Bool { isEmpty && closes }

    /// Replaces the written bytes by the next ones.
    ///
    /// - Precondition: ``isEmpty``.
    mutating func refill(_ next: (bytes: [UInt8], closes: Bool)) {
        bytes = next.bytes
        written = 0
        closes = next.closes
    }

    /// Records that `count` bytes have been written.
    mutating func advance(by count: Int) {
        written += count
    }
}
