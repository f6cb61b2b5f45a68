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
    @Sendable func number(_ text: String) throws -> Number {
        // A range contains neither NaN nor an infinity.
        guard let number = Number(text), range.contains(number) else {
            throw ValidationError("expected \(self)")
        }
        return number
    }
}

extension Bounds: CustomStringConvertible {
    /// `1 to 1000 requests`.
    var description: String {
        "\(text(range.lowerBound)) to \(text(range.upperBound))" + (unit.isEmpty ? "" : " \(unit)")
    }

    /// An integer has no fraction, even if its type is `Double`.
    func text(_ number: Number) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// What help says about a flag with such a number.
    func help(
        _ meaning: String, _ valueName: String?, _ fallback: String?
    ) -> ArgumentHelp {
        let ending = fallback.map { " (default: \($0))" } ?? ""
        return ArgumentHelp("\(meaning): \(self).\(ending)", valueName: valueName)
    }
}

extension Bounds<Double> {
    /// For a limit in seconds: from a millisecond to a day.
    static let waiting = Bounds(0.001...86_400, "seconds")
}
