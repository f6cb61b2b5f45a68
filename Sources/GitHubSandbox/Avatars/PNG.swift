/// Writes two-colored pictures as PNG files, with one bit per pixel.
///
/// - SeeAlso: PNG (ISO/IEC 15948).
enum PNG {
    /// `paper` and `ink` are RGB; `size` is the edge in pixels. Pixels for which `isInk` is false
    /// have the color of `paper`.
    static func encode(
        size: Int, paper: [UInt8], ink: [UInt8], isInk: (_ column: Int, _ row: Int) -> Bool
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
        // One bit per pixel, colors from a palette, no interlacing.
        let side = Compressed.bytes(UInt32(size))
        append("IHDR", side + side + [1, 3, 0, 0, 0], to: &file)
        append("PLTE", paper + ink, to: &file)
        append("IDAT", Compressed.zlib(lines), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let content = Array(type.utf8) + data
        file += Compressed.bytes(UInt32(data.count)) + content
        file += Compressed.bytes(Compressed.checksum(content))
    }
}
