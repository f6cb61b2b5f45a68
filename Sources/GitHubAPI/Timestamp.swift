import FoundationEssentials

/// A moment to the second, written as RFC 3339 in UTC: `2011-01-25T18:44:36Z`.
///
/// Reads what GitHub has sent over the years: `Z` or an offset, with or without fractions.
package struct Timestamp: Hashable, Sendable {
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    /// The whole second in which `date` lies.
    package init(_ date: Date) {
        secondsSince1970 = Int(date.timeIntervalSince1970.rounded(.down))
    }

    /// Nil if `text` is not a date and time of RFC 3339, section 5.6.
    package init?(_ text: String) {
        var fields = DigitFields(text)
        guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2),
            fields.skip("-"), let day = fields.number(2), fields.skip("T") || fields.skip(" "),
            let hour = fields.number(2), fields.skip(":"), let minute = fields.number(2),
            fields.skip(":"), let second = fields.number(2), (1...12).contains(month),
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        fields.skipFraction()
        guard let offset = fields.offset() else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        secondsSince1970 = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    }

    /// The moment that an HTTP field names (RFC 9110, section 5.6.7, IMF-fixdate only).
    package init?(httpDate text: String) {
        let parts = text.split { $0 == " " || $0 == ":" }
        guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]),
            let month = Self.months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6]),
            (1...31).contains(day), (1600...9999).contains(year), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = Self.days(year: year, month: month + 1, day: day)
        secondsSince1970 = days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    package var date: Date {
        Date(timeIntervalSince1970: Double(secondsSince1970))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Days from 1970-01-01 in the proleptic Gregorian calendar; years begin in March here, so
    /// that the leap day is a year's last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String {
        let clamped = min(max(secondsSince1970, 0), 253_402_300_799)
        let (days, second) = clamped.quotientAndRemainder(dividingBy: 86_400)
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
            + "T\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2))"
            + ":\(Self.padded(second % 60, 2))Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Timestamp: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a date and time of RFC 3339")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Takes a date apart from the left, digit field by digit field.
private struct DigitFields {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    mutating func number(_ width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = rest.popFirst(), (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipFraction() {
        guard skip(".") else { return }
        while let first = rest.first, (0x30...0x39).contains(first) { rest.removeFirst() }
    }

    /// The zone at the end, in seconds east of UTC; nil if anything else is there.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return rest.isEmpty ? 0 : nil }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2),
            rest.isEmpty
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
    }
}
