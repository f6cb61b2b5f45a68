/// Cuts a byte stream into messages, in either framing.
///
/// The decoder does no I/O. Append bytes as they arrive, in pieces of any size, and take whole
/// messages out with ``next()``.
public struct FrameDecoder: Sendable {
    /// The connection's framing; ``Framing/automatic`` until it is known.
    public private(set) var framing: Framing

    private var headers: HeaderFrameDecoder
    private var input = ByteQueue()
    private var isDetected = false
    /// The bytes at the start of a line that are known to be white space.
    private var blanks = 0

    /// Longest message accepted, in bytes. A change applies from the next message on.
    public var maximumMessageBytes: Int

    /// Whether no more bytes will come.
    private(set) var isComplete = false

    /// A decoder of one stream.
    ///
    /// - Parameters:
    ///   - framing: ``Framing/automatic`` leaves the choice to the first byte.
    ///   - limits: the longest message and the longest header block.
    public init(framing: Framing, limits: ConnectionLimits) {
        self.framing = framing
        maximumMessageBytes = limits.maximumMessageBytes
        headers = HeaderFrameDecoder(maximumHeaderSize: limits.maximumHeaderBytes)
    }

    /// Appends bytes that have arrived.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        input.append(bytes)
    }

    /// Bytes that have arrived and have not been taken.
    public var pending: Int {
        input.count
    }

    /// Records that no more bytes will come; the end of the input ends the last line.
    public mutating func finish() {
        isComplete = true
    }

    /// Drops all bytes that have not been taken.
    public mutating func discard() {
        input.removeAll()
    }

    /// Whether only part of a message has arrived. Valid after ``next()`` has returned nil.
    public var isMidFrame: Bool {
        guard isDetected, framing == .lines else { return headers.isMidFrame(input) }
        // A blank line is skipped, unless it would be too long if it ended here.
        return blanks < input.count || input.count > maximumMessageBytes
    }

    /// Takes the next whole message out of the buffered bytes.
    ///
    /// - Returns: the message without its frame, or nil if it has not all arrived.
    /// - Throws: ``FramingError``. The stream cannot be resynchronized after one, so the caller
    ///   closes the connection.
    public mutating func next() throws(FramingError) -> [UInt8]? {
        if !isDetected {
            guard let found = try framing.detected(in: &input, isComplete: isComplete) else {
                return nil
            }
            framing = found
            isDetected = true
        }
        if framing == .lines { return try nextLine() }
        let body = try headers.next(from: &input, maximumSize: maximumMessageBytes)
        if body == nil, isComplete, isMidFrame { throw .unfinishedFrame }
        return body
    }

    /// Takes the next line that is not blank; nil if it has not all arrived.
    private mutating func nextLine() throws(FramingError) -> [UInt8]? {
        while true {
            let feed = input.lineFeed()
            var size = feed ?? input.count
            while blanks < size, input[blanks].isJSONWhiteSpace { blanks += 1 }
            // The CR of a line's end does not count. Without an LF yet, it may be that of one.
            let endsWithFeed = feed != nil || !isComplete
            if endsWithFeed, size > 0, input[size - 1] == UInt8(ascii: "\r") { size -= 1 }
            guard size <= maximumMessageBytes else {
                throw .bodyTooLarge(maximum: maximumMessageBytes)
            }
            guard feed != nil || isComplete && !input.isEmpty else { return nil }
            let end = feed.map { $0 + 1 } ?? input.count
            let isBlank = blanks >= size
            blanks = 0
            if isBlank {
                input.drop(end)
            } else {
                let line = input.take(size)
                input.drop(end - size)
                return line
            }
        }
    }
}
