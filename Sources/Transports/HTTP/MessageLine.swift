import Glibc
import NIOCore

/// Makes one line of a message that arrives in parts.
///
/// A line feed becomes a carriage return, which is white space in JSON too. A blank message becomes
/// `:`, since a blank line would be skipped, and neither is JSON, from the first byte on.
struct MessageLine {
    /// Whether only white space has arrived of the message.
    private(set) var isBlank = true

    /// - Parameter bytes: the next part of the message, which becomes the next part of the line.
    mutating func take(_ bytes: inout ByteBuffer, endsMessage: Bool) {
        if isBlank {
            isBlank = bytes.readableBytesView.allSatisfy {
                $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
            }
            // Not part of the line, which could become longer than the message.
            if isBlank { bytes.clear() }
        }
        bytes.withUnsafeMutableReadableBytes { bytes in
            guard var start = bytes.baseAddress else { return }
            let end = start + bytes.count
            while start < end, let feed = memchr(start, 0x0A, end - start) {
                feed.storeBytes(of: 0x0D, as: UInt8.self)
                start = feed + 1
            }
        }
        guard endsMessage else { return }
        bytes.writeStaticString(isBlank ? ":\n" : "\n")
        isBlank = true
    }
}
