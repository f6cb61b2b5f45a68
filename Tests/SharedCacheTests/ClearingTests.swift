import Testing

@testable import SharedCache

@Suite struct ClearingTests {
    /// The pending clear after these messages.
    private func pending(_ messages: [[UInt8]]) -> [UInt8]? {
        messages.reduce(nil) { Clearing.union($0, $1) }
    }

    @Test func `equal messages become one pending clear`() {
        #expect(pending([[1]]) == [1])
        #expect(pending([[1], [1], [1], [1]]) == [1])
    }

    @Test func `pending clears of different logins become one of everything`() {
        #expect(pending([[1], [2]]) == [])
        #expect(pending([[1], [2], [1]]) == [])
        #expect(pending([[1], []]) == [])
    }

    @Test func `a message that is too long for a login clears everything`() {
        #expect(pending([Array(repeating: 1, count: 1 << 20)]) == [])
    }
}
