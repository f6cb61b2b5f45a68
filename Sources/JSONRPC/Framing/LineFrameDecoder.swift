/// Cuts a byte stream into lines, each of which is one message.
///
/// Lines end in LF or CR LF; blank lines are skipped. The decoder holds no bytes: it takes them
/// from a queue.
struct LineFrameDecoder: Sendable {
    /// Longest line accepted, in bytes, without its end.
    ///
    /// A longer line is refused as soon as more than this many bytes of it have arrived.
    var maximumLineSize: Int

    /// Bytes that have been searched for a line's end.
    private var searched = 0

    /// Bytes at the start of the line that are known to be white space.
    private var blanks = 0

    init(maximumLineSize: Int) {
        self.maximumLineSize = maximumLineSize
    }

    /// Whether the line has more than white space, or would be too long if it ended here, and its end
    /// has not arrived.
    ///
    /// Valid after ``next(from:isComplete:)`` has returned nil, which has scanned the line:
    /// otherwise a long blank line that is sent in small pieces would be scanned again for each
    /// piece.
    func isMidFrame(_ input: ByteQueue) -> Bool {
        blanks < input.count || input.count > maximumLineSize
    }

    /// Takes the next line that is not blank out of `input`; nil if it has not all arrived.
    ///
    /// - Parameter isComplete: whether no more bytes will come, so that the end of the input ends
    ///   the last line.
    mutating func next(
        from input: inout ByteQueue, isComplete: Bool
    ) throws(FramingError) -> [UInt8]? {
        while let (size, end) = nextLine(input, isComplete: isComplete) {
            guard size <= maximumLineSize else { throw .bodyTooLarge(maximum: maximumLineSize) }
            skipBlanks(input, before: size)
            // Greater if the CR of the line's end is among them.
            let isBlank = blanks >= size
            searched = 0
            blanks = 0
            if isBlank {
                input.drop(end)
                continue
            }
            let line = input.take(size)
            input.drop(end - size)
            return line
        }
        searched = input.count
        skipBlanks(input, before: searched)
        // One more byte may be the CR of the line's end.
        let isEndPossible = searched > 0 && input[searched - 1] == UInt8(ascii: "\r")
        guard searched - (isEndPossible ? 1 : 0) <= maximumLineSize else {
            throw .bodyTooLarge(maximum: maximumLineSize)
        }
        return nil
    }

    private mutating func skipBlanks(_ input: ByteQueue, before end: Int) {
        while blanks < end, input[blanks].isJSONWhiteSpace {
            blanks += 1
        }
    }

    /// The size of the next line and of the line with its end; nil if its end has not arrived.
    private func nextLine(_ input: ByteQueue, isComplete: Bool) -> (size: Int, end: Int)? {
        guard let feed = input.firstOffset(of: UInt8(ascii: "\n"), from: searched) else {
            return isComplete && !input.isEmpty ? (input.count, input.count) : nil
        }
        let endsInReturn = feed > 0 && input[feed - 1] == UInt8(ascii: "\r")
        return (endsInReturn ? feed - 1 : feed, feed + 1)
    }
}
