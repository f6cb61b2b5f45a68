/// A bijection on 0 ..< 2^32 that looks random: a Feistel network of four rounds.
struct Permutation {
    private let keys: [UInt64]

    init(seed: UInt64) {
        keys = (0..<4).map { Draw.mix(seed &+ UInt64($0) &* 0xD1B5_4A32_D192_ED03) }
    }

    func forward(_ value: UInt32) -> UInt32 {
        var (left, right) = (UInt16(value >> 16), UInt16(truncatingIfNeeded: value))
        for key in keys {
            (left, right) = (right, left ^ round(right, key))
        }
        return UInt32(left) << 16 | UInt32(right)
    }

    func backward(_ value: UInt32) -> UInt32 {
        var (left, right) = (UInt16(value >> 16), UInt16(truncatingIfNeeded: value))
        for key in keys.reversed() {
            (left, right) = (right ^ round(left, key), left)
        }
        return UInt32(left) << 16 | UInt32(right)
    }

    private func round(_ half: UInt16, _ key: UInt64) -> UInt16 {
        UInt16(truncatingIfNeeded: Draw.mix(key ^ UInt64(half)))
    }
}

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
