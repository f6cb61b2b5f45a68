import JSONCore

/// Whole frames on their way to the client, and how many bytes of them are not out yet.
struct OutputBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var beingWritten = 0

    /// Bytes that the client's side has not taken.
    var pending: Int {
        bytes.count + beingWritten
    }

    var isEmpty: Bool {
        bytes.isEmpty
    }

    mutating func append(_ reply: RPCReply, framing: Framing) {
        switch reply {
        case .nothing: return
        case .response(let response):
            if let size = response.knownSize {
                FrameEncoder.append(size: size, framing: framing, to: &bytes, write: response.write)
            } else {
                var message: [UInt8] = []
                response.write(to: &message)
                append(message, framing: framing)
            }
        case .batch(let responses):
            var message: [UInt8] = []
            for response in responses {
                message.append(UInt8(ascii: message.isEmpty ? "[" : ","))
                response.write(to: &message)
            }
            message.append(UInt8(ascii: "]"))
            append(message, framing: framing)
        }
    }

    mutating func append(_ message: [UInt8], framing: Framing) {
        FrameEncoder.append(message, framing: framing, to: &bytes)
    }

    /// Hands the frames over to the writer.
    mutating func take() -> [UInt8] {
        beingWritten += bytes.count
        defer { bytes = [] }
        return bytes
    }

    /// Says that the writer is done with that many bytes.
    mutating func written(_ count: Int) {
        beingWritten = max(beingWritten - count, 0)
    }

    mutating func removeAll() {
        bytes = []
    }
}
