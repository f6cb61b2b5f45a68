import CZlib

/// Data in the compressed formats that GitHub's clients handle, written by zlib at its lowest
/// level.
enum Compressed {
    /// A gzip file of one member, without a name or a time (RFC 1952).
    static func gzip(_ data: [UInt8]) -> [UInt8] {
        // Magic number, method 8, no flags, no time, no extra flags, made on Unix.
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        let length = UInt32(truncatingIfNeeded: data.count)
        // Both formats hold the same blocks; zlib's has 2 bytes before and a checksum after them.
        let blocks = zlib(data).dropFirst(2).dropLast(4)
        return header + blocks + bytes(checksum(data).byteSwapped) + bytes(length.byteSwapped)
    }

    /// A zlib stream (RFC 1950).
    static func zlib(_ data: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(data.count))
        return [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
            let code = compress2(
                target.baseAddress, &size, data, uLong(data.count), Z_BEST_SPEED)
            // There is room for any data, so the only possible error is lack of memory.
            precondition(code == Z_OK, "zlib: \(code)")
            count = Int(size)
        }
    }

    /// The checksum of PNG and gzip, CRC-32 (RFC 1952, section 8).
    static func checksum(_ data: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, data, uInt(data.count)))
    }

    /// Four bytes, highest first.
    static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
