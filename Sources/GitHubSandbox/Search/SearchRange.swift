/// The range of a qualifier: `10`, `>10`, `>=10`, `<10`, `<=10`, `5..10`, `5..*`.
///
/// Times are numbers of seconds; a day covers all of its seconds, a minute its sixty.
struct SearchRange {
    let bounds: ClosedRange<Int>

    /// - Parameter span: parses one value, as the first and the last number that it covers.
    init?(_ text: String, span: (Substring) -> ClosedRange<Int>?) {
        if let dots = text.firstRange(of: "..") {
            let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
            let first = low == "*" ? Int.min : span(low)?.lowerBound
            let last = high == "*" ? Int.max : span(high)?.upperBound
            guard let first, let last, first <= last else { return nil }
            bounds = first...last
            return
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let value = span(text.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "": bounds = value
        case ">": bounds = (value.upperBound + 1)...Int.max
        case ">=": bounds = value.lowerBound...Int.max
        case "<": bounds = Int.min...(value.lowerBound - 1)
        case "<=": bounds = Int.min...value.upperBound
        default: return nil
        }
    }

    /// Excludes both ends of `Int`, so that adding or subtracting one does not overflow.
    static func number(_ text: Substring) -> ClosedRange<Int>? {
        Int(text).flatMap { $0 > Int.min && $0 < Int.max ? $0...$0 : nil }
    }

    /// A day such as `2011-01-25`, or a time such as `2011-01-25T18:44:36+00:00`.
    ///
    /// A time may end after its hour or minute. Fractions of a second do not count. It is in UTC with
    /// `Z` or without an offset.
    static func time(_ text: Substring) -> ClosedRange<Int>? {
        let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let start = World.day(year, month, day)
        guard halves.count == 2 else { return start...(start + 86399) }
        guard let time = clock(halves[1]) else { return nil }
        return (start + time.second)...(start + time.second + time.length - 1)
    }

    /// The second of the UTC day, and the number of seconds covered.
    private static func clock(_ text: Substring) -> (second: Int, length: Int)? {
        let time = text.prefix { $0.isNumber || $0 == ":" }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        var rest = text[time.endIndex...]
        // As JavaScript's `toISOString` writes it.
        if parts.count == 3, let fraction = rest.prefixMatch(of: /\.\d+/) {
            rest = rest[fraction.range.upperBound...]
        }
        guard (1...3).contains(parts.count), let offset = offset(rest) else { return nil }
        var second = 0
        for (part, (most, unit)) in zip(parts, [(23, 3600), (59, 60), (60, 1)]) {
            guard let part, (0...most).contains(part) else { return nil }
            second += part * unit
        }
        return (second - offset, [3600, 60, 1][parts.count - 1])
    }

    /// `Z`, nothing, `+07:15` or `-0800`, in seconds.
    private static func offset(_ text: Substring) -> Int? {
        guard let sign = text.first, text != "Z" else { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard sign == "+" || sign == "-", digits.count == 4, let number = Int(digits),
            number >= 0, number % 100 < 60, number < 2400
        else { return nil }
        return (number / 100 * 3600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
    }
}
