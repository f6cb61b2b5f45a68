import JSONCore

import Glibc

/// Puts messages into frames.
public enum FrameEncoder {
    /// Appends a message whose size is known before it is written.
    ///
    /// - Parameters:
    ///   - framing: ``Framing/automatic``, for a client whose framing is not known, means lines.
    ///   - write: appends exactly `size` bytes of JSON.
    package static func append(
        size: Int, framing: Framing, to output: inout [UInt8], write: (inout [UInt8]) -> Void
    ) {
        output.reserve(size + 40)
        if framing == .headers {
            // Some clients read only exactly this form.
            JSONWriter.write(raw: "Content-Length: ", to: &output)
            JSONWriter.write(size, to: &output)
            JSONWriter.write(raw: "\r\n\r\n", to: &output)
            write(&output)
        } else {
            let start = output.count
            write(&output)
            output.replaceLineFeeds(from: start)
            output.append(UInt8(ascii: "\n"))
        }
    }

    /// Appends a message that is already JSON.
    ///
    /// - Parameters:
    ///   - message: one JSON text. In lines, its line feeds become spaces.
    ///   - framing: ``Framing/automatic`` means lines.
    ///   - output: receives the frame at its end.
    public static func append(
        _ message: [UInt8], framing: Framing, to output: inout [UInt8]
    ) {
        append(size: message.count, framing: framing, to: &output) {
            $0.append(contentsOf: message)
        }
    }
}

extension [UInt8] {
    /// Reserves room but keeps growth by doubling, which `reserveCapacity` alone would not.
    fileprivate mutating func reserve(_ more: Int) {
        if capacity - count < more {
            reserveCapacity(Swift.max(count + more, capacity * 2))
        }
    }

    /// Replaces line feeds by spaces: outside of strings they are white space, and JSON has none
    /// inside of strings.
    fileprivate mutating func replaceLineFeeds(from start: Int) {
        withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var offset = start
            while let found = memchr(base + offset, 0x0A, bytes.count - offset) {
                found.storeBytes(of: 0x20, as: UInt8.self)
                offset = UnsafeMutableRawPointer(found) - base + 1
            }
        }
    }
}
