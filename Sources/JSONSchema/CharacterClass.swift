/// A set of Unicode code points.
struct CharacterClass: Hashable, Sendable {
    private var ranges: [ClosedRange<UInt32>]
    private var isNegated: Bool

    /// Bit n: whether code point n, below 128, is in the set.
    private var ascii: (low: UInt64, high: UInt64) = (0, 0)

    init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
        self.ranges = ranges
        self.isNegated = isNegated
        for value in UInt32(0)..<64 {
            if search(value) { ascii.low |= 1 << UInt64(value) }
            if search(value + 64) { ascii.high |= 1 << UInt64(value) }
        }
    }

    init(_ scalar: Unicode.Scalar) {
        self.init([scalar.value...scalar.value])
    }

    func contains(_ value: UInt32) -> Bool {
        switch value {
        case 0..<64: ascii.low >> UInt64(value) & 1 == 1
        case 64..<128: ascii.high >> UInt64(value - 64) & 1 == 1
        default: search(value)
        }
    }

    private func search(_ value: UInt32) -> Bool {
        ranges.contains { $0.contains(value) } != isNegated
    }

    /// The same set as ranges, with no negation.
    var spans: [ClosedRange<UInt32>] {
        guard isNegated else { return ranges }
        var spans: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { spans.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { spans.append(next...0x10FFFF) }
        return spans
    }

    static func == (left: CharacterClass, right: CharacterClass) -> Bool {
        left.ranges == right.ranges && left.isNegated == right.isNegated
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ranges)
        hasher.combine(isNegated)
    }
}

/// - SeeAlso: ECMA-262, section 22.2.1, `CharacterClassEscape`.
extension CharacterClass {
    static let digit = CharacterClass([0x30...0x39])
    static let word = CharacterClass([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = CharacterClass([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
        0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// What `.` stands for: all but the line terminators.
    static let anyButLineEnd = CharacterClass(
        [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)

    var negated: CharacterClass {
        CharacterClass(ranges, isNegated: !isNegated)
    }
}
