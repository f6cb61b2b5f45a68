/// A JSON number, which keeps the digits that it was written with.
///
/// `1e400`, `0.10` and integers of any length are written as they were read. Equality compares
/// values: 15, 15.0 and 1.5e1 are one number, and -0 is 0.
///
/// - SeeAlso: RFC 8259, section 6.
public struct JSONNumber: Sendable {
    /// The number as JSON writes it.
    public let text: String

    /// - Parameter text: its grammar must have been checked.
    init(validated text: String) {
        self.text = text
    }

    /// The digits of an integer of any size.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// The shortest digits that read back as `value`; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let digits = value.description
        text = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    /// The number as an `Int`; nil if it is not an integer or does not fit. 15.0 and 1.5e1 are 15.
    public var int: Int? {
        Int(text) ?? JSONDecimal(text).int
    }

    /// Whether the number is an integer, of any size.
    public var isInteger: Bool {
        JSONDecimal(text).isInteger
    }

    /// The nearest `Double`; infinite if the number is outside a `Double`'s range.
    public var double: Double {
        Double(text) ?? .nan
    }
}

extension JSONNumber: Hashable {
    /// Whether both have the same value, however it is written.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || JSONDecimal(left.text) == JSONDecimal(right.text)
    }

    /// Equal numbers have equal hashes, however they are written.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(JSONDecimal(text))
    }
}
