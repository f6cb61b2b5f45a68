/// Compressed formats without compression: stored blocks, which every decoder reads.
///
/// A client meets the format, its checksum and the headers about it, and no compression library
/// is needed.
///
/// - SeeAlso: RFC 1951, section 3.2.4.
enum Deflate {
    /// A gzip file of one member, without a name or a time (RFC 1952).
    static func gzip(_ data: [UInt8]) -> [UInt8] {
        // Magic number, method 8, no flags, no time, no extra flags, made on Unix.
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        let length = UInt32(truncatingIfNeeded: data.count)
        return header + stored(data) + bytes(CRC32.checksum(data).byteSwapped)
            + bytes(length.byteSwapped)
    }

    /// A zlib stream (RFC 1950).
    static func zlib(_ data: [UInt8]) -> [UInt8] {
        [0x78, 0x01] + stored(data) + bytes(adler32(data))
    }

    /// Four bytes, the highest first.
    static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Blocks of at most 65,535 bytes each.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = []
        stream.reserveCapacity(data.count + data.count / 65_535 * 5 + 5)
        var start = 0
        repeat {
            let end = min(start + 65_535, data.count)
            let length = UInt16(end - start)
            stream.append(end == data.count ? 1 : 0)
            for part in [length, ~length] {
                stream += [UInt8(truncatingIfNeeded: part), UInt8(part >> 8)]
            }
            stream += data[start..<end]
            start = end
        } while start < data.count
        return stream
    }

    private static func adler32(_ data: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
