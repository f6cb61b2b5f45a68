/// Draws ids; equal seeds draw equal ids (SplitMix64).
///
/// Numbers come from a fixed range, and those above the ceiling are skipped, so that few draws
/// change when the ceiling grows a little from day to day.
struct SeededDraw: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to `ceiling`, which is at least 1.
    mutating func number(below ceiling: Int) -> Int {
        // With few users the range is smaller: otherwise nearly all numbers would be skipped.
        let bits = ceiling >= 1 << 24 ? 32 : Int.bitWidth - (ceiling - 1).leadingZeroBitCount
        while true {
            let drawn = Int(next() >> (64 - UInt64(max(bits, 1))))
            if drawn < ceiling { return drawn }
        }
    }
}
