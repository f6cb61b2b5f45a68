/// A bijection on 0 ..< `count`, a power of two: an odd multiplier and an offset.
struct SmallPermutation {
    private let mask: UInt64
    private let factor: UInt64
    private let inverse: UInt64
    private let offset: UInt64

    init(count: Int, seed: UInt64) {
        mask = UInt64(count) - 1
        factor = Draw.mix(seed) | 1
        offset = Draw.mix(seed &+ 1)
        // Newton's iteration doubles the right bits: 3 of the start, then 6, 12, 24, 48, 96.
        var inverse = factor
        for _ in 0..<5 { inverse = inverse &* (2 &- factor &* inverse) }
        self.inverse = inverse
    }

    func forward(_ value: Int) -> Int {
        Int((UInt64(value) &* factor &+ offset) & mask)
    }

    func backward(_ value: Int) -> Int {
        Int(((UInt64(value) &- offset) &* inverse) & mask)
    }
}
