/// Civil dates of seconds since 1970, in UTC and the proleptic Gregorian calendar.
enum Calendar {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Such as `2011-01-25T18:44:36Z`, as in bodies (RFC 3339).
    static func timestamp(_ seconds: Int) -> String {
        let date = civil(seconds)
        return "\(date.year)-\(pad(date.month))-\(pad(date.day))T"
            + "\(pad(date.hour)):\(pad(date.minute)):\(pad(date.second))Z"
    }

    /// Such as `Tue, 25 Jan 2011 18:44:36 GMT`, as in headers (RFC 9110, section 5.6.7).
    static func httpDate(_ seconds: Int) -> String {
        let date = civil(seconds)
        let weekday = weekdays[(seconds / 86400) % 7]
        return "\(weekday), \(pad(date.day)) \(months[date.month - 1]) \(date.year) "
            + "\(pad(date.hour)):\(pad(date.minute)):\(pad(date.second)) GMT"
    }

    /// The seconds of an IMF-fixdate, or nil if `text` is not one.
    static func seconds(httpDate text: some StringProtocol) -> Int? {
        let parts = text.split { $0 == " " || $0 == ":" || $0 == "," }
        guard parts.count == 8, parts[7] == "GMT",
            let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), (1970...9999).contains(year), let hour = Int(parts[4]),
            let minute = Int(parts[5]), let second = Int(parts[6])
        else { return nil }
        return seconds(year, month + 1, day) + hour * 3600 + minute * 60 + second
    }

    /// The seconds at the start of a day.
    static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Days from civil: years begin in March, so that the leap day comes last.
        let y = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86400
    }

    private static func civil(
        _ seconds: Int
    ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let days = seconds / 86400 + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let time = seconds % 86400
        return (
            year, month, dayOfYear - (153 * shifted + 2) / 5 + 1,
            time / 3600, time / 60 % 60, time % 60
        )
    }

    private static func pad(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
