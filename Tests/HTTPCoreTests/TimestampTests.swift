import FoundationEssentials
import HTTPCore
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("2011-01-25T18:44:36Z", 1_295_981_076), ("1970-01-01T00:00:00Z", 0),
        ("2000-02-29T12:00:00Z", 951_825_600), ("2011-01-25T10:44:36-08:00", 1_295_981_076),
        ("2011-01-25T18:44:36.789Z", 1_295_981_076), ("2100-03-01T00:00:00Z", 4_107_542_400),
    ])
    func `a date is read to the second`(text: String, seconds: Int) {
        #expect(Timestamp(text)?.secondsSince1970 == seconds)
    }

    @Test(arguments: [
        "", "2011-01-25", "2011-13-25T18:44:36Z", "2011-01-25T24:00:00Z", "2011-01-25T18:44:36",
        "2011-01-25T18:44:36Zz", "+011-01-25T18:44:36Z",
    ])
    func `text that is not RFC 3339 is refused`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `every day of four centuries round-trips`() {
        for day in stride(from: 0, to: 146_097, by: 1) {
            let stamp = Timestamp(secondsSince1970: day * 86_400 + 3_661)
            #expect(Timestamp(stamp.description) == stamp)
        }
        #expect(Timestamp(secondsSince1970: 951_825_600).description == "2000-02-29T12:00:00Z")
    }

    @Test func `an HTTP date is parsed`() {
        let stamp = Timestamp(httpDate: "Tue, 25 Jan 2011 18:44:36 GMT")
        #expect(stamp?.secondsSince1970 == 1_295_981_076)
        #expect(Timestamp(httpDate: "Tuesday, 25-Jan-11 18:44:36 GMT") == stamp)
        #expect(Timestamp(httpDate: "2011-01-25T18:44:36Z") == nil)
    }

    @Test func `fractions of a second are rounded down`() {
        #expect(Timestamp(Date(timeIntervalSince1970: 1.5)).secondsSince1970 == 1)
    }
}
