/// The checksum that PNG and gzip share: the polynomial 0xEDB88320, bits in reverse.
///
/// - SeeAlso: RFC 1952, section 8.
enum CRC32 {
    /// Eight tables, so that eight bytes take one step: a page of repositories is half a megabyte.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            tables[index] = (0..<8).reduce(UInt32(index)) { value, _ in
                value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
            }
        }
        for index in 256..<tables.count {
            let value = tables[index - 256]
            tables[index] = tables[Int(value & 255)] ^ (value >> 8)
        }
        return tables
    }()

    static func checksum(_ data: [UInt8]) -> UInt32 {
        data.withUnsafeBytes { data in
            tables.withUnsafeBufferPointer { tables in
                var value = UInt32.max
                var start = 0
                while start + 8 <= data.count {
                    let word = data.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                    let low = UInt32(truncatingIfNeeded: word.littleEndian) ^ value
                    let high = UInt32(truncatingIfNeeded: word.littleEndian >> 32)
                    // Written out: a loop takes three times as long where nothing is optimised.
                    value = tables[1792 + Int(low & 255)] ^ tables[1536 + Int(low >> 8 & 255)]
                    value ^= tables[1280 + Int(low >> 16 & 255)] ^ tables[1024 + Int(low >> 24)]
                    value ^= tables[768 + Int(high & 255)] ^ tables[512 + Int(high >> 8 & 255)]
                    value ^= tables[256 + Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
                    start += 8
                }
                for byte in data[start...] {
                    value = tables[Int((value ^ UInt32(byte)) & 255)] ^ (value >> 8)
                }
                return ~value
            }
        }
    }
}
