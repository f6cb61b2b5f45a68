/// The bytes that must still be written to a stream.
struct StreamOutput {
    private var bytes: [UInt8] = []
    private var written = 0

    var isEmpty: Bool { written == bytes.count }

    /// The bytes that have not been written.
    var unwritten: ArraySlice<UInt8> { bytes[written...] }

    /// Replaces the written bytes by the next ones.
    ///
    /// - Precondition: ``isEmpty``.
    mutating func refill(_ next: [UInt8]) {
        bytes = next
        written = 0
    }

    /// Records that `count` bytes have been written.
    mutating func advance(by count: Int) {
        written += count
    }
}
