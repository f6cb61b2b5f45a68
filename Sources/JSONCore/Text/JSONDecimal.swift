/// The value of a JSON number: a sign, digits and a power of ten, in the one shortest form.
///
/// It is exact at any length. An exponent beyond ±10^18 counts as ±10^18.
struct JSONDecimal: Hashable {
    private static let farthestExponent = 1_000_000_000_000_000_000

    private(set) var isNegative = false

    /// The significant digits, 0 to 9, with no zero at either end; empty for zero.
    private(set) var digits: [UInt8] = []

    /// The value is 0.DIGITS times ten to this power; 0 for zero.
    private(set) var exponent = 0

    /// Reads a text whose grammar has been checked.
    init(_ text: String) {
        var point: Int?
        var bytes = text.utf8[...]
        scan: while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): point = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent = Self.exponent(bytes)
                break scan
            default: digits.append(byte - UInt8(ascii: "0"))
            }
        }
        if let first = digits.firstIndex(where: { $0 != 0 }),
            let last = digits.lastIndex(where: { $0 != 0 })
        {
            exponent += (point ?? digits.count) - first
            digits = Array(digits[first...last])
        } else {
            (isNegative, digits, exponent) = (false, [], 0)
        }
    }

    private static func exponent(_ bytes: Substring.UTF8View) -> Int {
        let digits = Substring(bytes)
        if let value = Int(digits) {
            return min(max(value, -farthestExponent), farthestExponent)
        }
        return digits.utf8.first == UInt8(ascii: "-") ? -farthestExponent : farthestExponent
    }

    var isInteger: Bool {
        digits.count <= max(exponent, 0)
    }

    var int: Int? {
        guard isInteger, exponent <= 19 else { return nil }
        let zeros = String(repeating: "0", count: exponent - digits.count)
        let written = digits.map { String($0) }.joined() + zeros
        return written.isEmpty ? 0 : Int((isNegative ? "-" : "") + written)
    }
}
