import NIOCore
import NIOHTTP1
import NIOPosix

/// A reply as bytes: head and body in one piece.
struct WireReply {
    /// The bytes that a dripping reply sends at a time, and the pause after them.
    static let dropSize = 8
    static let dropInterval = TimeAmount.milliseconds(250)

    private(set) var bytes: [UInt8]
    let isKeepAlive: Bool
    private let headSize: Int

    init(_ reply: Reply, isHead: Bool, isKeepAlive: Bool) {
        let status = HTTPResponseStatus(statusCode: reply.status)
        var head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
        // RFC 9110, section 8.6: a 304 would state the length of the full response, so it states
        // none.
        if reply.status != 304 { head += "Content-Length: \(reply.body.count)\r\n" }
        head += isKeepAlive ? "\r\n" : "Connection: close\r\n\r\n"
        self.isKeepAlive = isKeepAlive
        bytes = Array(head.utf8)
        headSize = bytes.count
        if !isHead && reply.status != 304 { bytes += reply.body }
    }

    /// Removes half of the body, at least one byte, whatever the head says.
    mutating func truncate() {
        let body = bytes.count - headSize
        bytes.removeLast(min(max(body / 2, 1), body))
    }

    /// The parts of a dripping reply: the whole head, then a few bytes at a time.
    var drops: [ArraySlice<UInt8>] {
        let starts = stride(from: headSize, to: bytes.count, by: WireReply.dropSize)
        return [bytes[..<headSize]]
            + starts.map { bytes[$0..<min($0 + WireReply.dropSize, bytes.count)] }
    }
}
