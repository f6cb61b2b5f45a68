/// An image format, detected by the first bytes and not by a header.
package enum ImageKind: String, Hashable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"

    /// Largest image accepted, in bytes.
    package static let maximumBytes = 5 << 20

    package var mimeType: String { rawValue }

    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether `bytes`, which are of this kind, are a complete image: a proxy or a broken host may
    /// send half of one with a matching length.
    package func isWhole(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: Self.endsAsPNG(bytes)
        // The end-of-image marker: inside of coded data, 0xFF is always followed by 0x00 or RSTn.
        case .jpeg: zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
        case .gif: bytes.last { $0 != 0 } == UInt8(ascii: ";")
        case .webp: bytes.count >= 8 + Self.number(bytes[4..<8].reversed())
        }
    }

    /// Reads chunk by chunk: length, type, data, checksum.
    private static func endsAsPNG(_ bytes: [UInt8]) -> Bool {
        var offset = 8
        while offset + 12 <= bytes.count {
            let type = bytes[(offset + 4)..<(offset + 8)]
            offset += 12 + number(bytes[offset..<(offset + 4)])
            if type.elementsEqual("IEND".utf8) { return offset <= bytes.count }
        }
        return false
    }

    /// Four bytes, highest first.
    private static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
