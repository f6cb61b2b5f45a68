/// Two-coloured pictures as PNG files.
///
/// One bit a pixel and nothing compressed, so that no compression library is needed.
///
/// - SeeAlso: PNG (ISO/IEC 15948), RFC 1950 and RFC 1951, section 3.2.4.
enum PNG {
    struct Color: Hashable {
        let red: UInt8
        let green: UInt8
        let blue: UInt8
    }

    /// - Parameters:
    ///   - size: pixels of a side.
    ///   - isInk: whether the pixel of a column and a row has the ink's colour.
    static func encode(
        size: Int, paper: Color, ink: Color, isInk: (_ column: Int, _ row: Int) -> Bool
    ) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(size * (size / 8 + 2))
        for row in 0..<size {
            lines.append(0)  // the line's filter: none
            var byte: UInt8 = 0
            for column in 0..<size {
                byte = byte << 1 | (isInk(column, row) ? 1 : 0)
                if column % 8 == 7 { lines.append(byte) }
            }
            if size % 8 != 0 { lines.append(byte << (8 - size % 8)) }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // One bit a pixel, colours from a palette, no interlacing.
        append("IHDR", bytes(size) + bytes(size) + [1, 3, 0, 0, 0], to: &file)
        append(
            "PLTE", [paper, ink].flatMap { [$0.red, $0.green, $0.blue] }, to: &file)
        append("IDAT", stored(lines), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// A zlib stream of stored blocks, each at most 65,535 bytes long.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
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
        return stream + bytes(Int(adler32(data)))
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let content = Array(type.utf8) + data
        file += bytes(data.count) + content + bytes(Int(crc32(content)))
    }

    /// Four bytes, the highest first.
    private static func bytes(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func adler32(_ data: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    private static func crc32(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(UInt32.max) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }
}
