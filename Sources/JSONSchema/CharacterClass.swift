/// A set of Unicode code points.
struct CharacterClass: Sendable {
    // Not ranges: making the type of a generic range takes 2 % of the instructions of a start.
    typealias Run = (first: UInt32, last: UInt32)

    let runs: [Run]

    /// Bit n: whether code point n, below 128, is in the set.
    private let ascii: UInt128

    /// - Parameter isNegated: whether the set is all code points except those in the runs.
    init(_ runs: [Run], isNegated: Bool = false) {
        let runs = isNegated ? Self.complement(of: runs) : runs
        self.runs = runs
        var ascii: UInt128 = 0
        for run in runs {
            var value = run.first
            while value <= min(run.last, 127) {
                ascii |= 1 &<< UInt128(truncatingIfNeeded: value)
                value += 1
            }
        }
        self.ascii = ascii
    }

    init(_ scalar: Unicode.Scalar) {
        self.init([(scalar.value, scalar.value)])
    }

    func contains(_ value: UInt32) -> Bool {
        value < 128
            ? ascii &>> UInt128(truncatingIfNeeded: value) & 1 == 1
            : runs.contains { $0.first <= value && value <= $0.last }
    }

    private static func complement(of runs: [Run]) -> [Run] {
        var others: [Run] = []
        var next: UInt32 = 0
        for run in runs.sorted(by: { $0.first < $1.first }) {
            if run.first > next { others.append((next, run.first - 1)) }
            next = max(next, run.last + 1)
        }
        if next <= 0x10FFFF { others.append((next, 0x10FFFF)) }
        return others
    }
}

/// - SeeAlso: ECMA-262, section 22.2.1, `CharacterClassEscape`.
extension CharacterClass {
    static let digit = CharacterClass([(0x30, 0x39)])
    static let word = CharacterClass([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
    static let space = CharacterClass([
        (0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A),
        (0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF),
    ])

    /// What `.` stands for: all but the line terminators.
    static let anyButLineEnd = CharacterClass(
        [(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)], isNegated: true)

    var negated: CharacterClass {
        CharacterClass(runs, isNegated: true)
    }
}
