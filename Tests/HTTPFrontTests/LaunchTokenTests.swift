import Testing

@testable import HTTPFront

@Suite struct LaunchTokenTests {
    private let start = ContinuousClock.now

    @Test func `a token opens one session`() {
        var token = LaunchToken(at: start)
        let digits = token.reveal()
        #expect(digits.utf8.count == 64 && digits != LaunchToken(at: start).reveal())
        let admissions = (0..<3).map { _ in token.admits(digits, at: start) }
        #expect(admissions == [true, false, false])
    }

    @Test(arguments: [(59_999, true), (60_000, false), (60_001, false)])
    func `a token lasts a minute`(milliseconds: Int, isRight: Bool) {
        var token = LaunchToken(at: start)
        let isAdmitted = token.admits(token.reveal(), at: start + .milliseconds(milliseconds))
        #expect(isAdmitted == isRight)
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 64)])
    func `a wrong token does not use up the right one`(wrong: String) {
        var token = LaunchToken(at: start)
        let admissions = [wrong, token.reveal()].map { token.admits($0, at: start) }
        #expect(admissions == [false, true])
    }
}
