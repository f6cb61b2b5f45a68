package import FoundationEssentials
import LinuxSystem

/// Parses the three date formats of HTTP. All are UTC; the day of the week is ignored.
///
/// - SeeAlso: RFC 9110, section 5.6.7.
package enum HTTPDate {
    /// Nil if `text` has none of the three formats.
    ///
    /// A year of two digits is 1970 to 2069.
    package static func parse(_ text: String) -> Date? {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        if words.count == 8, words[7] == "GMT" {
            // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
            return instant(day: words[1], month: words[2], year: words[3], time: words[4...6])
        }
        if words.count == 7 {
            // Sun Nov  6 08:49:37 1994
            return instant(day: words[2], month: words[1], year: words[6], time: words[3...5])
        }
        return nil
    }

    private static func instant(
        day: Substring, month: Substring, year: Substring, time: ArraySlice<Substring>
    ) -> Date? {
        let clock = time.compactMap { number($0, in: 0...60) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60,
            let day = number(day, in: 1...31),
            let month = UTCDate.monthNames.firstIndex(of: String(month)),
            var year = number(year, in: 0...9999)
        else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let seconds = UTCDate.secondsSince1970(
            year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1],
            second: clock[2])
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func number(_ digits: Substring, in range: ClosedRange<Int>) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits),
            range.contains(value)
        else { return nil }
        return value
    }
}
