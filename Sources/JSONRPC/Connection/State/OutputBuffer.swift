import JSONCore

/// Whole frames on their way to the client, and the number of bytes that have not been written.
struct OutputBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var beingWritten = 0

    /// Bytes that have not been written.
    var pending: Int {
        bytes.count + beingWritten
    }

    /// Whether the writer has not written everything that it was given.
    var isBeingWritten: Bool {
        beingWritten > 0
    }

    /// Whether there are frames that the writer may take: it takes no more while it writes.
    var isReady: Bool {
        !isBeingWritten && !bytes.isEmpty
    }

    mutating func append(_ reply: CallTable.Reply, framing: Framing) {
        switch reply {
        case .response(let response):
            FrameEncoder.append(
                size: response.size, framing: framing, to: &bytes, write: response.write)
        case .batch(let responses):
            // Written directly into its frame: a batch may be long and would be in memory twice.
            let size = responses.reduce(1) { $0 + 1 + $1.size }
            FrameEncoder.append(size: size, framing: framing, to: &bytes) { bytes in
                for (index, response) in responses.enumerated() {
                    bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
                    response.write(to: &bytes)
                }
                bytes.append(UInt8(ascii: "]"))
            }
        }
    }

    mutating func append(_ message: [UInt8], framing: Framing) {
        FrameEncoder.append(message, framing: framing, to: &bytes)
    }

    /// Passes the frames to the writer, if it has written all earlier ones.
    mutating func take() -> [UInt8] {
        guard isReady else { return [] }
        beingWritten = bytes.count
        defer { bytes = [] }
        return bytes
    }

    /// Records that the writer has written `count` bytes.
    mutating func written(_ count: Int) {
        beingWritten = max(beingWritten - count, 0)
    }

    mutating func removeAll() {
        self = OutputBuffer()
    }
}
