import Glibc

/// A date and time of day in UTC, in the proleptic Gregorian calendar.
package struct UTCDate {
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private var parts = tm()

    /// - Parameter seconds: since the start of 1970, not negative.
    package init(secondsSince1970 seconds: Int) {
        var seconds = seconds
        gmtime_r(&seconds, &parts)
    }

    /// Seconds from the start of 1970 to a time of the years 0 to 9999.
    package static func secondsSince1970(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Int {
        var parts = tm()
        (parts.tm_year, parts.tm_mon) = (Int32(year - 1900), Int32(month - 1))
        (parts.tm_mday, parts.tm_hour) = (Int32(day), Int32(hour))
        (parts.tm_min, parts.tm_sec) = (Int32(minute), Int32(second))
        return timegm(&parts)
    }

    /// `2011-01-25T18:44:36Z` (RFC 3339).
    package var text: String { formatted("%Y-%m-%dT%H:%M:%SZ") }

    /// The form that HTTP sends: `Tue, 25 Jan 2011 18:44:36 GMT` (RFC 9110, section 5.6.7).
    package static func httpDate(secondsSince1970 seconds: Int) -> String {
        UTCDate(secondsSince1970: seconds).formatted("%a, %d %b %Y %H:%M:%S GMT")
    }

    /// - Parameter format: as in strftime(3). Names are English: this process has the C locale.
    private func formatted(_ format: String) -> String {
        var parts = parts
        var text = [CChar](repeating: 0, count: 40)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Seconds from the start of 1970 to a time in one of the three forms of HTTP; nil if `text` has
    /// none of them.
    ///
    /// The day of the week is ignored. A year of two digits is 1970 to 2069.
    package static func secondsSince1970(httpDate text: String) -> Int? {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        // Sun Nov  6 08:49:37 1994
        let isAsctime = words.count == 7
        // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
        guard isAsctime || words.count == 8 && words[7] == "GMT",
            let day = number(words[isAsctime ? 2 : 1], in: 1...31),
            let month = monthNames.firstIndex(of: String(words[isAsctime ? 1 : 2])),
            var year = number(words[isAsctime ? 6 : 3], in: 0...9999)
        else { return nil }
        let clock = words[isAsctime ? 3...5 : 4...6].compactMap { number($0, in: 0...60) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60 else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        return secondsSince1970(
            year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1],
            second: clock[2])
    }

    private static func number(_ digits: Substring, in range: ClosedRange<Int>) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits),
            range.contains(value)
        else { return nil }
        return value
    }
}
