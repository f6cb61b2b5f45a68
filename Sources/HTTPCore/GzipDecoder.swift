import CZlib

/// Decodes a body with `Content-Encoding: gzip` (RFC 1952) that arrives in pieces, and in pieces: a few bytes
/// may become a thousand times as many.
package final class GzipDecoder {
    package enum Piece {
        case bytes([UInt8])
        /// All that has arrived is decoded.
        case none
        case damaged
    }

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var source: [UInt8] = []
    private var used = 0
    /// Whether the body was whole.
    package private(set) var hasEnded = false

    /// - Returns: nil if memory runs out.
    package init?() {
        stream.initialize(to: z_stream())
        // 16 accepts only gzip.
        let code = inflateInit2_(
            stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Adds what has arrived, once ``next(atMost:)`` has returned none.
    package func feed(_ bytes: [UInt8]) {
        (source, used) = (bytes, 0)
    }

    package func next(atMost maximum: Int = 64 << 10) -> Piece {
        guard used < source.count else { return .none }
        // A file may have several members (section 2.2).
        if hasEnded { inflateReset(stream) }
        var code = Z_OK
        let content = [UInt8](unsafeUninitializedCapacity: maximum) { target, count in
            source.withUnsafeBufferPointer { source in
                // zlib does not write to its input.
                let start = source.baseAddress.map { $0 + used }
                stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
                stream.pointee.avail_in = uInt(source.count - used)
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = uInt(maximum)
                code = inflate(stream, Z_NO_FLUSH)
                used = source.count - Int(stream.pointee.avail_in)
            }
            count = maximum - Int(stream.pointee.avail_out)
        }
        hasEnded = code == Z_STREAM_END
        guard code == Z_OK || hasEnded else { return .damaged }
        return content.isEmpty ? next(atMost: maximum) : .bytes(content)
    }

    /// The content of a whole body; nil if it is damaged, cut short or longer than `maximum` bytes.
    package static func content(of body: [UInt8], maximum: Int) -> [UInt8]? {
        var content: [UInt8] = []
        let isWhole = read(body) { bytes in
            content += bytes
            return content.count <= maximum
        }
        return isWhole ? content : nil
    }

    /// Whether a body is whole and undamaged.
    package static func isWhole(_ body: [UInt8]) -> Bool { read(body) { _ in true } }

    /// - Parameter take: whether to go on.
    private static func read(_ body: [UInt8], _ take: ([UInt8]) -> Bool) -> Bool {
        guard let decoder = GzipDecoder() else { return false }
        decoder.feed(body)
        while true {
            switch decoder.next() {
            case .bytes(let bytes): if !take(bytes) { return false }
            case .none: return decoder.hasEnded
            case .damaged: return false
            }
        }
    }
}
