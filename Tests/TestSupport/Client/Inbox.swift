import JSONCore
import JSONRPC
import Synchronization

/// The messages that a client has received, read as the plainest of clients reads them.
///
/// What is not a message comes out as a string that says so.
final class Inbox: Sendable {
    private let framing: Framing
    private let unread = Mutex<[UInt8]>([])
    private let messages: AsyncStream<JSONValue>
    private let continuation: AsyncStream<JSONValue>.Continuation

    init(_ framing: Framing) {
        self.framing = framing
        (messages, continuation) = AsyncStream.makeStream()
    }

    /// Takes what the server has written.
    ///
    /// - Parameter closes: whether it was the last.
    func take(_ bytes: some Sequence<UInt8>, closes: Bool) {
        unread.withLock { unread in
            unread += bytes
            while let message = framing == .headers ? body(&unread) : line(&unread) {
                let value = try? JSONParser().parse(message)
                let text = String(decoding: message, as: UTF8.self)
                continuation.yield(value ?? .string("not JSON: \(text)"))
            }
            guard closes else { return }
            if !unread.isEmpty {
                continuation.yield(
                    .string("not a frame: \(String(decoding: unread, as: UTF8.self))"))
            }
            continuation.finish()
        }
    }

    /// Waits for the next `count` messages; fewer if the server ends before, or the test's time does.
    func next(_ count: Int) async -> [JSONValue] {
        var taken: [JSONValue] = []
        while taken.count < count, let message = await messages.first(where: { _ in true }) {
            taken.append(message)
        }
        return taken
    }

    private func line(_ bytes: inout [UInt8]) -> [UInt8]? {
        guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { bytes.removeFirst(feed + 1) }
        return Array(bytes[..<feed])
    }

    /// The body of the first frame; the header when that is not one.
    private func body(_ bytes: inout [UInt8]) -> [UInt8]? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        guard let length = Int(header.dropFirst("Content-Length: ".count)),
            header == "Content-Length: \(length)"
        else {
            defer { bytes.removeFirst(end.upperBound) }
            return Array(bytes[..<end.upperBound])
        }
        guard bytes.count >= end.upperBound + length else { return nil }
        defer { bytes.removeFirst(end.upperBound + length) }
        return Array(bytes[end.upperBound..<(end.upperBound + length)])
    }
}
