/// Cuts a byte stream into lines, each of them one message.
///
/// Lines end in LF or CR LF; blank lines are passed over. The decoder keeps no bytes of its own: it
/// takes them out of a queue.
struct LineFrameDecoder: Sendable {
    /// Longest line accepted, in bytes, without its end.
    ///
    /// A longer one is refused as soon as this many bytes of it have been passed.
    var maximumLineSize: Int

    /// Bytes that have been searched for a line's end.
    private var searched = 0

    init(maximumLineSize: Int) {
        self.maximumLineSize = maximumLineSize
    }

    /// Whether more than white space of a line has come, and not its end.
    func isMidFrame(_ input: ByteQueue) -> Bool {
        !input[0..<input.count].allSatisfy(\.isJSONWhiteSpace)
    }

    /// Takes the next line that is not blank out of `input`; nil if it has not all arrived.
    ///
    /// - Parameter isComplete: whether no more bytes will come, so that they end the last line.
    mutating func next(
        from input: inout ByteQueue, isComplete: Bool
    ) throws(FramingError) -> [UInt8]? {
        while let (size, end) = nextLine(input, isComplete: isComplete) {
            let isLong = size > maximumLineSize
            let isBlank = !isLong && input[0..<size].allSatisfy(\.isJSONWhiteSpace)
            if isLong { throw .bodyTooLarge(maximum: maximumLineSize) }
            searched = 0
            if isBlank {
                input.drop(end)
                continue
            }
            let line = input.take(size)
            input.drop(end - size)
            return line
        }
        searched = input.count
        // One byte more may be the CR of the line's end.
        let isEndPossible = searched > 0 && input[searched - 1] == UInt8(ascii: "\r")
        guard searched - (isEndPossible ? 1 : 0) <= maximumLineSize else {
            throw .bodyTooLarge(maximum: maximumLineSize)
        }
        return nil
    }

    /// The size of the next line and of the line with its end; nil if its end has not come.
    private func nextLine(_ input: ByteQueue, isComplete: Bool) -> (size: Int, end: Int)? {
        guard let feed = input.firstOffset(of: UInt8(ascii: "\n"), from: searched) else {
            return isComplete && !input.isEmpty ? (input.count, input.count) : nil
        }
        let endsInReturn = feed > 0 && input[feed - 1] == UInt8(ascii: "\r")
        return (endsInReturn ? feed - 1 : feed, feed + 1)
    }
}
