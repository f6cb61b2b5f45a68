import Glibc
import NIOCore

/// Makes one line of a message that arrives in parts.
///
/// A line feed becomes a carriage return, which is white space in JSON too. A blank message becomes
/// `:`, since a blank line would be skipped, and neither is JSON, from the first byte on.
struct MessageLine {
    /// Whether only white space has arrived of the message.
    private(set) var isBlank = true
    /// The white space that has arrived so far, in bytes.
    private var blanks = 0

    /// - Parameter bytes: the next part of the message, which becomes the next part of the line.
    mutating func take(_ bytes: inout ByteBuffer, endsMessage: Bool) {
        if isBlank {
            isBlank = bytes.readableBytesView.allSatisfy {
                $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
            }
            // The line of a blank message could become longer than the message.
            if isBlank {
                blanks += bytes.readableBytes
                bytes.clear()
            } else if blanks > 0 {
                // Errors say where they are in the message.
                var start = ByteBuffer(repeating: 0x20, count: blanks)
                start.writeBuffer(&bytes)
                bytes = start
            }
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
        (isBlank, blanks) = (true, 0)
    }
}
