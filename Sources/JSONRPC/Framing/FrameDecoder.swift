/// Cuts a byte stream into messages, in either framing.
///
/// The decoder does no I/O. Append bytes as they arrive, in pieces of any size, and take whole
/// messages out with ``next()``.
public struct FrameDecoder: Sendable {
    /// The connection's framing; ``Framing/automatic`` until it is known.
    public private(set) var framing: Framing

    private let detector: FramingDetector
    private var headers: HeaderFrameDecoder
    private var lines: LineFrameDecoder
    private var input = ByteQueue()
    private var isDetected = false

    /// Whether no more bytes will come.
    private(set) var isComplete = false

    /// A decoder of one stream.
    ///
    /// - Parameters:
    ///   - framing: ``Framing/automatic`` leaves the choice to the first byte.
    ///   - limits: the longest message and the longest header block.
    public init(framing: Framing, limits: ConnectionLimits) {
        self.framing = framing
        detector = FramingDetector(framing: framing)
        headers = HeaderFrameDecoder(
            maximumBodySize: limits.maximumMessageBytes,
            maximumHeaderSize: limits.maximumHeaderBytes)
        lines = LineFrameDecoder(maximumLineSize: limits.maximumMessageBytes)
    }

    /// Longest message accepted, in bytes. A change applies from the next message on.
    public var maximumMessageBytes: Int {
        get { headers.maximumBodySize }
        set {
            headers.maximumBodySize = newValue
            lines.maximumLineSize = newValue
        }
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
        guard isDetected else { return !input.isEmpty }
        return framing == .headers ? headers.isMidFrame(input) : lines.isMidFrame(input)
    }

    /// Takes the next whole message out of the buffered bytes.
    ///
    /// - Returns: the message without its frame, or nil if it has not all arrived.
    /// - Throws: ``FramingError``. The stream cannot be resynchronized after one, so the caller
    ///   closes the connection.
    public mutating func next() throws(FramingError) -> [UInt8]? {
        if !isDetected {
            guard let found = try detector.detect(in: &input, isComplete: isComplete) else {
                return nil
            }
            framing = found
            isDetected = true
        }
        if framing == .lines {
            return try lines.next(from: &input, isComplete: isComplete)
        }
        let body = try headers.next(from: &input)
        if body == nil, isComplete, headers.isMidFrame(input) { throw .unfinishedFrame }
        return body
    }
}
