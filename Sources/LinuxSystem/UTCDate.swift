/// A date and time of day in UTC, in the proleptic Gregorian calendar.
package struct UTCDate: Hashable, Sendable {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int

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
        (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
    }

    /// Seconds from the start of 1970 to a time of the years 0 to 9999.
    package static func secondsSince1970(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Int {
        days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let century = marchYear >= 0 ? marchYear / 100 : (marchYear - 99) / 100
        let leapDays = (marchYear >= 0 ? marchYear / 4 : (marchYear - 3) / 4) - century
        let eraDays = (marchYear >= 0 ? marchYear / 400 : (marchYear - 399) / 400)
        return marchYear * 365 + leapDays + eraDays + dayOfYear - 719_468
    }

    /// `2011-01-25T18:44:36Z` (RFC 3339).
    package var text: String {
        "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))"
            + "T\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))Z"
    }

    static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
