import FoundationEssentials

/// Reads the three date forms of HTTP; all are UTC, and the day of the week is not looked at.
///
/// - SeeAlso: RFC 9110, section 5.6.7.
package enum HTTPDate {
    /// The instant that `text` names, or nil if it is none of the three forms.
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

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func instant(
        day: Substring, month: Substring, year: Substring, time: ArraySlice<Substring>
    ) -> Date? {
        let clock = time.compactMap { number($0, in: 0...60) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60,
            let day = number(day, in: 1...31),
            let month = months.firstIndex(of: String(month)),
            var year = number(year, in: 0...9999)
        else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        let seconds = (clock[0] * 60 + clock[1]) * 60 + clock[2]
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }

    private static func number(_ digits: Substring, in range: ClosedRange<Int>) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits),
            range.contains(value)
        else { return nil }
        return value
    }

    /// Days of the Gregorian calendar, with years that begin in March so that leap days end them.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let era = marchYear / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
