import HTTPCache
import HTTPTypes
import Testing

@Suite struct VaryingFieldsTests {
    private func check(
        vary: String, stored: HTTPFields, request: HTTPFields, match: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let varying = try #require(VaryingFields(response: [.vary: vary], request: stored))
        #expect(varying.match(request) == match, sourceLocation: sourceLocation)
    }

    @Test func `a request with the same values matches`() throws {
        try check(
            vary: "Accept, Accept-Encoding", stored: [.accept: "a"],
            request: [.accept: "a", .userAgent: "other"], match: true)
    }

    @Test func `another, a missing or an additional value does not match`() throws {
        try check(vary: "accept", stored: [.accept: "a"], request: [.accept: "b"], match: false)
        try check(vary: "accept", stored: [.accept: "a"], request: [:], match: false)
        try check(vary: "accept", stored: [:], request: [.accept: "a"], match: false)
    }

    @Test func `white space between members is ignored`() throws {
        try check(
            vary: "accept", stored: [.accept: "a,b"], request: [.accept: "a , b"], match: true)
    }

    @Test func `a star never matches`() {
        #expect(VaryingFields(response: [.vary: "accept, *"], request: [:]) == nil)
    }

    @Test func `without Vary every request matches`() throws {
        let varying = try #require(VaryingFields(response: [:], request: [.accept: "a"]))
        #expect(varying.match([.accept: "b"]))
    }

    @Test func `the order and case of names are ignored`() {
        let request: HTTPFields = [.accept: "a", .cookie: "b"]
        #expect(
            VaryingFields(response: [.vary: "Accept, Cookie"], request: request)
                == VaryingFields(response: [.vary: "cookie,ACCEPT,accept"], request: request))
    }

    @Test func `a credential is never stored`() throws {
        let varying = try #require(
            VaryingFields(
                response: [.vary: "Authorization, Accept"],
                request: [.authorization: "Bearer ghp_secret", .accept: "a"]))
        #expect(varying.text == "accept:a")
    }

    @Test func `a stored text matches like the original`() throws {
        let varying = try #require(
            VaryingFields(response: [.vary: "accept"], request: [.accept: "a: b"]))
        #expect(VaryingFields(text: varying.text).match([.accept: "a: b"]))
    }
}
