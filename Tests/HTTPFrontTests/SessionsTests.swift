import Testing

@testable import HTTPFront

@Suite struct SessionsTests {
    @Test func `a session lasts until it is ended`() {
        var sessions = Sessions()
        let (first, second) = (sessions.begin(), sessions.begin())
        #expect(first != second && first.utf8.count == 64)
        #expect(sessions.contains(first) && sessions.contains(second))
        sessions.end(first)
        #expect(!sessions.contains(first) && sessions.contains(second))
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 64)])
    func `an id that was not given is no session`(id: String) {
        var sessions = Sessions()
        #expect(!sessions.contains(id))
        let begun = sessions.begin()
        #expect(!sessions.contains(id))
        sessions.end(id)
        #expect(sessions.contains(begun))
    }

    @Test func `the oldest session gives way to one too many`() {
        var sessions = Sessions()
        let ids = (0...Sessions.maximum).map { _ in sessions.begin() }
        #expect(ids.map(sessions.contains) == [false] + ids.dropFirst().map { _ in true })
    }
}
