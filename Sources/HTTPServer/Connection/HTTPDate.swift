import Glibc
import LinuxSystem

/// The value of `Date`, which is written once per second.
struct HTTPDate {
    private var second = -1
    private var value = ""

    mutating func text() -> String {
        let now = time(nil)
        if now != second {
            second = now
            value = UTCDate.httpDate(secondsSince1970: now)
        }
        return value
    }
}
