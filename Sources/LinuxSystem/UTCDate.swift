/// A date and time of day in UTC, in the proleptic Gregorian calendar.
///
/// The functions of glibc are not used: they add leap seconds if the zone of the system has them.
package struct UTCDate {
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    private let year: Int
    /// 1 to 12.
    private let month: Int
    private let day: Int
    /// `18:44:36`.
    private let time: String

    /// - Parameter seconds: since the start of 1970, not negative.
    package init(secondsSince1970 seconds: Int) {
        let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // Years begin in March here, so that the leap day is the last of a year.
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        self.time = [time / 3_600, time / 60 % 60, time % 60].map { Self.padded($0) }
            .joined(separator: ":")
    }

    /// Seconds from the start of 1970 to a time of the years 0 to 9999.
    package static func secondsSince1970(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Int {
        // 400 years later, so that no division is of a negative number.
        let marchYear = (month > 2 ? year : year - 1) + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        let days = marchYear * 365 + leapDays + dayOfYear - 719_468 - 146_097
        return days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// `2011-01-25T18:44:36Z` (RFC 3339).
    package var text: String {
        "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))T\(time)Z"
    }

    /// The form that HTTP sends: `Tue, 25 Jan 2011 18:44:36 GMT` (RFC 9110, section 5.6.7).
    package static func httpDate(secondsSince1970 seconds: Int) -> String {
        let date = UTCDate(secondsSince1970: seconds)
        let day = "\(padded(date.day)) \(monthNames[date.month - 1]) \(date.year)"
        return "\(weekdays[seconds / 86_400 % 7]), \(day) \(date.time) GMT"
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
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
