extension [UInt8] {
    /// Bytes that cannot be compressed, the same for the same seed.
    static func noise(_ count: Int, seed: Int = 1) -> [UInt8] {
        var state = UInt64(truncatingIfNeeded: seed) &* 2 &+ 1
        let words = (0..<(count + 7) / 8).map { _ in
            // SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            return (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }
}
