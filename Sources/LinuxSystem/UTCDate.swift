import Glibc

/// A date and time of day in UTC, in the proleptic Gregorian calendar.
package struct UTCDate {
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
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            Int32(year - 1900), Int32(month - 1), Int32(day)
        )
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        return timegm(&parts)
    }

    /// `2011-01-25T18:44:36Z` (RFC 3339).
    package var text: String { formatted("%Y-%m-%dT%H:%M:%SZ") }

    /// - Parameter format: as in strftime(3). Names are English: this process has the C locale.
    func formatted(_ format: String) -> String {
        var parts = parts
        var text = [CChar](repeating: 0, count: 40)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
