import Testing

import LinuxSystem

@Suite struct UTCDateTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_295_981_076, "2011-01-25T18:44:36Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
    func `seconds and dates agree`(seconds: Int, text: String) {
        #expect(UTCDate(secondsSince1970: seconds).text == text)
        let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
        let back = UTCDate.secondsSince1970(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
            second: parts[5])
        #expect(back == seconds)
    }

    @Test(arguments: [(1, 1, -719_162), (1600, 3, -135_080), (1969, 12, -31), (0, 1, -719_528)])
    func `days before 1970 are negative`(year: Int, month: Int, days: Int) {
        let seconds = UTCDate.secondsSince1970(year: year, month: month, day: 1)
        #expect(seconds == days * 86_400)
    }
}
