/// A stream of numbers that follows from a seed, a subject and a purpose.
///
/// Equal inputs give equal streams on every machine: only integer arithmetic and divisions are
/// used. Each purpose has its own stream, so that a new fact does not shift the existing ones.
///
/// - SeeAlso: SplitMix64 (Steele, Lea and Flood, 2014).
struct Draw {
    enum Purpose: UInt64 {
        case existence = 1
        case kind, login, profile, dates, counts, repository, repositoryDates
        case stargazers = 10
        case languages = 12
        case avatar, notable, requestID, signIn, readme, release, lots, curve
    }

    private var state: UInt64

    init(seed: UInt64, _ subject: Int, _ purpose: Purpose) {
        state = Draw.mix(seed &+ purpose.rawValue &* 0x9E37_79B9_7F4A_7C15)
        state = Draw.mix(state ^ UInt64(bitPattern: Int64(subject)))
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Draw.mix(state)
    }

    /// A number from 0 to `bound` - 1; 0 if `bound` is not positive.
    mutating func below(_ bound: Int) -> Int {
        bound <= 1 ? 0 : Int(next() % UInt64(bound))
    }

    mutating func fraction() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }

    /// True with probability 1 / `count`.
    mutating func oneIn(_ count: Int) -> Bool {
        below(count) == 0
    }

    /// One of `choices`, which must not be empty.
    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[below(choices.count)]
    }

    /// SplitMix64's finaliser: a bijection on 64 bits.
    static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
