import ArgumentParser

/// The range of a flag's number, both ends included.
struct Bounds<Number>: Sendable
where Number: Comparable & LosslessStringConvertible & Sendable {
    let range: ClosedRange<Number>
    /// The unit, such as seconds; empty for a plain number.
    let unit: String

    init(_ range: ClosedRange<Number>, _ unit: String = "") {
        self.range = range
        self.unit = unit
    }

    /// - Throws: the expectation, if `text` is anything else.
    @Sendable fileprivate func number(_ text: String) throws -> Number {
        // A range contains neither NaN nor an infinity.
        guard let number = Number(text), range.contains(number) else {
            throw ValidationError("expected \(self)")
        }
        return number
    }

    fileprivate func help(
        _ meaning: String, _ valueName: String?, fallback: String?
    ) -> ArgumentHelp {
        let ending = fallback.map { " (default: \($0))" } ?? ""
        return ArgumentHelp("\(meaning): \(self).\(ending)", valueName: valueName)
    }

    /// An integer has no fraction, even if its type is `Double`.
    fileprivate static func text(_ number: Number) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Bounds: CustomStringConvertible {
    /// `1 to 1000 requests`.
    var description: String {
        let ends = "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        return unit.isEmpty ? ends : "\(ends) \(unit)"
    }
}

extension Bounds<Double> {
    /// For a limit in seconds: from a millisecond to a day.
    static let waiting = Bounds(0.001...86_400, "seconds")
}

/// Flags with a number. Their help and their errors state the bounds.
///
/// A value that begins with `-` is accepted as a value, so that it gets the same error.
extension Option {
    init(
        wrappedValue: Value, _ bounds: Bounds<Value>, _ meaning: String, valueName: String? = nil
    ) where Value: Comparable & LosslessStringConvertible & Sendable {
        self.init(
            wrappedValue: wrappedValue, parsing: .unconditional,
            help: bounds.help(meaning, valueName, fallback: Bounds.text(wrappedValue)),
            transform: bounds.number)
    }

    /// - Parameter absent: the meaning of an absent flag.
    init<Number>(
        _ bounds: Bounds<Number>, _ meaning: String, valueName: String? = nil,
        absent: String? = nil
    ) where Value == Number? {
        self.init(
            parsing: .unconditional, help: bounds.help(meaning, valueName, fallback: absent),
            transform: bounds.number)
    }
}
