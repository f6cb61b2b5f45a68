package import FoundationEssentials
import LinuxSystem

/// A time in whole seconds, written as RFC 3339 in UTC: `2011-01-25T18:44:36Z`.
///
/// It reads the forms that GitHub has sent over the years: `Z` or an offset, with or without
/// fractions.
package struct Timestamp: Hashable, Sendable {
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    /// The whole second that contains `date`. A date beyond all calendars becomes the last one.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let bound = 0x1p53
        secondsSince1970 = Int(min(max(seconds, -bound), bound))
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
        secondsSince1970 =
            UTCDate.secondsSince1970(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
            - offset
    }

    /// The time in an HTTP field (RFC 9110, section 5.6.7).
    package init?(httpDate text: String) {
        guard let seconds = UTCDate.secondsSince1970(httpDate: text) else { return nil }
        secondsSince1970 = seconds
    }

    package var date: Date {
        Date(timeIntervalSince1970: Double(secondsSince1970))
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
        return UTCDate(secondsSince1970: clamped).text
    }
}

extension Timestamp: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a date and time of RFC 3339")
        }
        self = value
    }
}

/// Parses a date from the left, field by field.
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

    /// The zone at the end, in seconds east of UTC; nil if it is malformed.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return rest.isEmpty ? 0 : nil }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2),
            rest.isEmpty
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
    }
}
