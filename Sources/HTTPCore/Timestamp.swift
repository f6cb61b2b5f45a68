package import FoundationEssentials
import LinuxSystem

/// A time in whole seconds, written as RFC 3339 in UTC: `2011-01-25T18:44:36Z`. GitHub has also sent
/// offsets and fractions over the years.
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
        let bytes = Array(text.utf8)
        let start = bytes.prefix(19)
        guard
            let numbers = numbers(in: start, "0000-00-00T00:00:00")
                ?? numbers(in: start, "0000-00-00 00:00:00"),
            let offset = Self.offset(bytes.dropFirst(19))
        else { return nil }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        secondsSince1970 =
            UTCDate.secondsSince1970(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
            - offset
    }

    /// The zone after a time and its fraction, in seconds east of UTC; nil if it is malformed.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let hasFraction = text.first == UInt8(ascii: ".")
        let zone = hasFraction ? text.dropFirst().drop(while: digits.contains) : text
        if zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8) { return 0 }
        if let east = numbers(in: zone, "+00:00") { return (east[0] * 60 + east[1]) * 60 }
        return numbers(in: zone, "-00:00").map { ($0[0] * 60 + $0[1]) * -60 }
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

private let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

/// The numbers in `text`, if it has a form in which each 0 stands for a digit.
private func numbers(in text: ArraySlice<UInt8>, _ form: String) -> [Int]? {
    guard text.count == form.utf8.count,
        zip(text, form.utf8).allSatisfy({
            $1 == digits.lowerBound ? digits.contains($0) : $0 == $1
        })
    else { return nil }
    return text.split { !digits.contains($0) }
        .map { $0.reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) } }
}
