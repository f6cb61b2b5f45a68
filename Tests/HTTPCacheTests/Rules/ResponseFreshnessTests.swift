import FoundationEssentials
import HTTPCore
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite struct ResponseFreshnessTests {
    /// A response that arrived at second 0 and is used `after` seconds later.
    struct Case: Sendable, CustomTestStringConvertible {
        let fact: String
        var fields: HTTPFields
        var policy = CachePolicy()
        var exchange: Double = 0
        var after: Double
        var grace = 0
        var use: ResponseFreshness.Use
        var testDescription: String { fact }
    }

    private static let date = "Tue, 14 Nov 2023 22:13:20 GMT"
    private static let arrival = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(arguments: [
        Case(
            fact: "fresh one second before max-age", fields: [.cacheControl: "max-age=60"],
            after: 59, use: .fresh),
        Case(
            fact: "not fresh at max-age", fields: [.cacheControl: "max-age=60"], after: 60,
            use: .afterValidation),
        Case(
            fact: "s-maxage is for shared caches",
            fields: [.cacheControl: "private, max-age=60, s-maxage=600"], after: 60,
            use: .afterValidation),
        Case(
            fact: "Age counts", fields: [.cacheControl: "max-age=60", .age: "50"], after: 10,
            use: .afterValidation),
        Case(
            fact: "an Age that is no number does not count",
            fields: [.cacheControl: "max-age=60", .age: "x"], after: 59, use: .fresh),
        Case(
            fact: "the time of the exchange counts", fields: [.cacheControl: "max-age=60"],
            exchange: 10, after: 50, use: .afterValidation),
        Case(
            fact: "Expires counts from Date", fields: [.expires: later, .date: date], after: 59,
            use: .fresh),
        Case(
            fact: "Expires is over after its time", fields: [.expires: later, .date: date],
            after: 60, use: .afterValidation),
        Case(
            fact: "Expires counts from Date, whatever our clock says",
            fields: [.expires: later, .date: "Tue, 14 Nov 2023 22:13:50 GMT"], after: 30,
            use: .afterValidation),
        Case(
            fact: "Expires without Date counts from arrival", fields: [.expires: later],
            after: 59, use: .fresh),
        Case(
            fact: "an Expires that is no date is past", fields: [.expires: "0"], after: 0,
            use: .afterValidation),
        Case(
            fact: "max-age wins over Expires",
            fields: [.cacheControl: "max-age=10", .expires: later, .date: date], after: 20,
            use: .afterValidation),
        Case(
            fact: "a Date of long ago makes nothing old",
            fields: [.cacheControl: "max-age=60", .date: "Sun, 06 Nov 1994 08:49:37 GMT"],
            after: 30, use: .fresh),
        Case(
            fact: "without a lifetime nothing is fresh", fields: [.lastModified: date], after: 0,
            use: .afterValidation),
        Case(
            fact: "no-cache is never fresh", fields: [.cacheControl: "no-cache, max-age=60"],
            after: 0, use: .afterValidation),
        Case(
            fact: "no-cache is not lengthened", fields: [.cacheControl: "no-cache"],
            policy: CachePolicy(maximumAge: 60, minimumLifetime: 60), after: 0,
            use: .afterValidation),
        Case(
            fact: "a floor lengthens max-age", fields: [.cacheControl: "max-age=60"],
            policy: CachePolicy(minimumLifetime: 300), after: 299, use: .fresh),
        Case(
            fact: "a floor shortens nothing", fields: [.cacheControl: "max-age=600"],
            policy: CachePolicy(minimumLifetime: 300), after: 599, use: .fresh),
        Case(
            fact: "a search has the floor although it is no-cache",
            fields: [.cacheControl: "no-cache"], policy: search, after: 59, use: .fresh),
        Case(
            fact: "a search is over after the floor", fields: [.cacheControl: "no-cache"],
            policy: search, after: 60, use: .afterValidation),
        Case(
            fact: "a refresh revalidates what is fresh", fields: [.cacheControl: "max-age=60"],
            policy: CachePolicy(revalidates: true), after: 1, use: .afterValidation),
        Case(
            fact: "a maximum age shortens", fields: [.cacheControl: "max-age=60"],
            policy: CachePolicy(maximumAge: 10), after: 10, use: .afterValidation),
        Case(
            fact: "a maximum age lengthens", fields: [.cacheControl: "max-age=60"],
            policy: CachePolicy(maximumAge: 3600), after: 3599, use: .fresh),
        Case(
            fact: "a maximum age of 0 wins over a floor", fields: [.cacheControl: "max-age=60"],
            policy: CachePolicy(maximumAge: 0, minimumLifetime: 300), after: 0,
            use: .afterValidation),
        Case(
            fact: "within the grace it is used while it is renewed",
            fields: [.cacheControl: "max-age=60"], after: 89, grace: 30, use: .whileRevalidating),
        Case(
            fact: "after the grace it is not", fields: [.cacheControl: "max-age=60"], after: 90,
            grace: 30, use: .afterValidation),
        Case(
            fact: "who names a maximum age gets no grace", fields: [.cacheControl: "max-age=60"],
            policy: CachePolicy(maximumAge: 60), after: 61, grace: 30, use: .afterValidation),
        Case(
            fact: "a max-age of 68 years is fresh for 31 days",
            fields: [.cacheControl: "max-age=2147483647"], after: month - 1, use: .fresh),
        Case(
            fact: "and no longer", fields: [.cacheControl: "max-age=2147483647"], after: month,
            use: .afterValidation),
        Case(
            fact: "nor is one whose Expires is far away",
            fields: [.expires: "Fri, 31 Dec 9999 23:59:59 GMT", .date: date], after: month,
            use: .afterValidation),
        Case(
            fact: "a maximum age is the caller's own wish",
            fields: [.cacheControl: "max-age=2147483647"],
            policy: CachePolicy(maximumAge: 31_536_000), after: 31_535_999, use: .fresh),
        Case(
            fact: "an Age too large to count is old",
            fields: [
                .cacheControl: "max-age=2147483647", .age: "99999999999999999999",
            ], after: 0, use: .afterValidation),
        Case(
            fact: "a response from the future is not fresh",
            fields: [.cacheControl: "max-age=60"], after: -86_400, use: .afterValidation),
        Case(
            fact: "a clock put forward ends freshness", fields: [.cacheControl: "max-age=60"],
            after: 86_400, use: .afterValidation),
    ])
    func freshness(_ example: Case) {
        let freshness = freshness(example.fields, example.policy, exchange: example.exchange)
        let now = Self.arrival.addingTimeInterval(example.after)
        #expect(freshness.use(at: now, grace: example.grace) == example.use)
    }

    private func freshness(
        _ fields: HTTPFields, _ policy: CachePolicy, exchange: Double
    ) -> ResponseFreshness {
        ResponseFreshness(
            StoredResponse(
                key: CacheKey(identity: .anonymous, method: "GET", url: ""),
                varying: VaryingFields(text: ""), status: 200, fields: fields, body: [],
                requestedAt: Self.arrival.addingTimeInterval(-exchange), receivedAt: Self.arrival,
                usedAt: Self.arrival),
            policy: policy)
    }

    private static let month: Double = 31 * 86_400
    private static let later = "Tue, 14 Nov 2023 22:14:20 GMT"
    private static let search = CachePolicy(minimumLifetime: 60, storesWithoutValidator: true)

    private func check(_ fields: HTTPFields, _ policy: CachePolicy, expiresAfter seconds: Double) {
        let freshness = freshness(fields, policy, exchange: 0)
        #expect(freshness.expiresAt == Self.arrival.addingTimeInterval(seconds))
    }

    @Test func `the expiry is the end of the lifetime minus the age on arrival`() {
        check([.cacheControl: "max-age=60", .age: "20"], CachePolicy(), expiresAfter: 40)
    }

    @Test func `no response stays fresh for more than 31 days on upstream's word`() {
        check([.cacheControl: "max-age=2147483647"], CachePolicy(), expiresAfter: Self.month)
    }

    @Test func `a maximum age may postpone the expiry but not advance it`() {
        let fields: HTTPFields = [.cacheControl: "max-age=60"]
        check(fields, CachePolicy(maximumAge: 100), expiresAfter: 100)
        check(fields, CachePolicy(maximumAge: 0), expiresAfter: 60)
    }

    @Test func `a response that was expired on arrival expires on arrival`() {
        check([.cacheControl: "max-age=60", .age: "90"], CachePolicy(), expiresAfter: 0)
    }
}
