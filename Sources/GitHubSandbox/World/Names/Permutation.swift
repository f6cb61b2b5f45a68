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
