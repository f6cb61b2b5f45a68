import LinuxSystem

/// Converts seconds since 1970 to civil dates in UTC.
enum Calendar {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Such as `2011-01-25T18:44:36Z`, for bodies (RFC 3339).
    static func timestamp(_ seconds: Int) -> String {
        UTCDate(secondsSince1970: seconds).text
    }

    /// Such as `Tue, 25 Jan 2011 18:44:36 GMT`, for headers (RFC 9110, section 5.6.7).
    static func httpDate(_ seconds: Int) -> String {
        let date = UTCDate(secondsSince1970: seconds)
        let weekday = weekdays[(seconds / 86400) % 7]
        let day = "\(UTCDate.padded(date.day)) \(UTCDate.monthNames[date.month - 1]) \(date.year)"
        let time = [date.hour, date.minute, date.second].map { UTCDate.padded($0) }
        return "\(weekday), \(day) \(time.joined(separator: ":")) GMT"
    }

    /// The seconds of an IMF-fixdate, or nil if `text` is not one.
    static func seconds(httpDate text: some StringProtocol) -> Int? {
        let parts = text.split { $0 == " " || $0 == ":" || $0 == "," }
        guard parts.count == 8, parts[7] == "GMT",
            let day = Int(parts[1]), (1...31).contains(day),
            let month = UTCDate.monthNames.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), (1970...9999).contains(year),
            let hour = Int(parts[4]), (0...23).contains(hour),
            let minute = Int(parts[5]), (0...59).contains(minute),
            let second = Int(parts[6]), (0...60).contains(second)
        else { return nil }
        return UTCDate.secondsSince1970(
            year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    /// The seconds at the start of a day.
    static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Int {
        UTCDate.secondsSince1970(year: year, month: month, day: day)
    }
}
