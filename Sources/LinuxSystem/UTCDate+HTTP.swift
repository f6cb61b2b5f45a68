/// The dates of HTTP (RFC 9110, section 5.6.7).
extension UTCDate {
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The form that is sent: `Tue, 25 Jan 2011 18:44:36 GMT`.
    package static func httpDate(secondsSince1970 seconds: Int) -> String {
        UTCDate(secondsSince1970: seconds).formatted("%a, %d %b %Y %H:%M:%S GMT")
    }

    /// Seconds from the start of 1970 to a time in one of the three forms; nil if `text` has none
    /// of them.
    ///
    /// The day of the week is ignored. A year of two digits is 1970 to 2069.
    package static func secondsSince1970(httpDate text: String) -> Int? {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        if words.count == 8, words[7] == "GMT" {
            // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4...6])
        }
        if words.count == 7 {
            // Sun Nov  6 08:49:37 1994
            return seconds(day: words[2], month: words[1], year: words[6], time: words[3...5])
        }
        return nil
    }

    private static func seconds(
        day: Substring, month: Substring, year: Substring, time: ArraySlice<Substring>
    ) -> Int? {
        let clock = time.compactMap { number($0, in: 0...60) }
        guard clock.count == 3, clock[0] < 24, clock[1] < 60,
            let day = number(day, in: 1...31),
            let month = monthNames.firstIndex(of: String(month)),
            var year = number(year, in: 0...9999)
        else { return nil }
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
