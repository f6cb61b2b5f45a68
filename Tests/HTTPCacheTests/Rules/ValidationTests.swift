import HTTPCache
import HTTPTypes
import Testing

@Suite struct ValidationTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func check(_ stored: HTTPFields, by notModified: HTTPFields, gives fields: HTTPFields) {
        #expect(Validation.updated(stored, by: notModified) == fields)
    }

    @Test func `the entity tag is sent unchanged`() {
        let fields = Validation.conditional(
            [.accept: "a"], on: [.eTag: "W/\"x\"", .lastModified: Self.date])
        #expect(fields == [.accept: "a", .ifNoneMatch: "W/\"x\""])
    }

    @Test func `without an entity tag the date is the condition`() {
        let fields = Validation.conditional([:], on: [.lastModified: Self.date])
        #expect(fields == [.ifModifiedSince: Self.date])
    }

    @Test func `without either there is no condition`() {
        #expect(Validation.conditional([.accept: "a"], on: [:]) == [.accept: "a"])
    }

    @Test(arguments: [
        ("\"1\"", "\"1\"", true), ("W/\"1\"", "\"1\"", true), ("W/\"1\"", "W/\"1\"", true),
        ("\"1\"", "\"2\"", false), ("W/\"1\"", "W/\"2\"", false), ("\"a\"", "\"A\"", false),
    ])
    func `entity tags are compared weakly`(left: String, right: String, match: Bool) {
        #expect(Validation.confirms([.eTag: left], [.eTag: right]) == match)
        #expect(Validation.confirms([.eTag: right], [.eTag: left]) == match)
    }

    @Test func `a 304 confirms with the same entity tag or with none`() {
        #expect(Validation.confirms([.eTag: "\"1\""], [.eTag: "W/\"1\""]))
        #expect(Validation.confirms([:], [.eTag: "\"1\""]))
        #expect(!Validation.confirms([.eTag: "\"2\""], [.eTag: "\"1\""]))
    }

    @Test func `a 304 updates fields and adds new ones`() {
        check(
            [.cacheControl: "max-age=60", .date: "old", .server: "x"],
            by: [.cacheControl: "max-age=90", .date: "new", .expires: "then"],
            gives: [.cacheControl: "max-age=90", .date: "new", .server: "x", .expires: "then"])
    }

    @Test func `fields about the content are kept`() {
        let stored: HTTPFields = [
            .contentType: "application/json", .contentLength: "10", .eTag: "W/\"1\"",
        ]
        check(
            stored, by: [.contentType: "text/html", .contentLength: "0", .eTag: "\"1\""],
            gives: stored)
    }

    @Test func `a 304 without an entity tag keeps the stored one, and one with it adds it`() {
        check([.eTag: "\"1\""], by: [:], gives: [.eTag: "\"1\""])
        let both: HTTPFields = [.lastModified: "d", .eTag: "\"1\""]
        check([.lastModified: "d"], by: [.eTag: "\"1\""], gives: both)
    }

    @Test func `a 304 removes an old Age`() {
        check([.age: "50"], by: [:], gives: [:])
        check([.age: "50"], by: [.age: "3"], gives: [.age: "3"])
    }
}
