import Testing

@testable import LinuxSystem

@Suite struct UTCDateTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_295_981_076, "2011-01-25T18:44:36Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
    func `seconds and dates agree`(seconds: Int, text: String) {
        let date = UTCDate(secondsSince1970: seconds)
        #expect(date.text == text)
        let back = UTCDate.secondsSince1970(
            year: date.year, month: date.month, day: date.day, hour: date.hour,
            minute: date.minute, second: date.second)
        #expect(back == seconds)
    }

    @Test(arguments: [(1, 1, -719_162), (1600, 3, -135_080), (1969, 12, -31), (0, 1, -719_528)])
    func `days before 1970 are negative`(year: Int, month: Int, days: Int) {
        let seconds = UTCDate.secondsSince1970(year: year, month: month, day: 1)
        #expect(seconds == days * 86_400)
    }
}
