/// The avatar of an account: five by five squares, the left half mirrored.
struct Avatar {
    /// The largest edge in pixels, which is also the default.
    static let largest = 460

    private let cells: UInt64
    private let ink: [UInt8]

    init(seed: UInt64, id: Int) {
        var draw = Draw(seed: seed, id, .avatar)
        cells = draw.next()
        let color = draw.next()
        ink = [color, color >> 8, color >> 16].map { 40 + UInt8($0 % 160) }
    }

    /// - Parameter size: the edge in pixels, clamped to 1...``largest``.
    func png(size: Int) -> [UInt8] {
        let size = min(max(size, 1), Avatar.largest)
        return PNG.encode(size: size, paper: [240, 240, 240], ink: ink) { column, row in
            // Half a cell of margin on every side, so six cells.
            let (x, y) = ((column * 12 / size - 1) >> 1, (row * 12 / size - 1) >> 1)
            guard (0..<5).contains(x), (0..<5).contains(y) else { return false }
            return cells >> UInt64(y * 3 + min(x, 4 - x)) & 1 == 1
        }
    }
}
