import LinuxSystem
import Testing

@Suite struct HTTPDateTests {
    private func check(_ text: String, is seconds: Int?) {
        #expect(UTCDate.secondsSince1970(httpDate: text) == seconds, "\(text)")
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ])
    func `the three forms name the same instant`(text: String) {
        check(text, is: 784_111_777)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
        ("Sat, 01 Mar 2025 00:00:00 GMT", 1_740_787_200),
        ("Tue, 31 Dec 2030 23:59:59 GMT", 1_924_991_999),
    ])
    func `leap years and the ends of years are counted`(text: String, seconds: Int) {
        check(text, is: seconds)
        #expect(UTCDate.httpDate(secondsSince1970: seconds) == text)
    }

    @Test(arguments: [
        "0", "-1", "", "never", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    ])
    func `an invalid HTTP date is nil`(text: String) {
        check(text, is: nil)
    }
}
