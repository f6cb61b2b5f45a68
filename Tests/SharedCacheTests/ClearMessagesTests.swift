import Testing

@testable import SharedCache

@Suite struct ClearMessagesTests {
    /// Receives each message, and then carries out what is pending.
    private func check(
        _ received: [[UInt8]], begin: [Bool], carriesOut expected: [[UInt8]],
        after change: (inout ClearMessages) -> Void = { _ in }
    ) {
        var messages = ClearMessages()
        let begun = received.map { messages.receive($0) }
        #expect(begun == begin)
        change(&messages)
        var carriedOut: [[UInt8]] = []
        while let sealed = messages.next() { carriedOut.append(sealed) }
        #expect(carriedOut == expected)
    }

    @Test func `the receiver of the first message carries it out`() {
        check([[1]], begin: [true], carriesOut: [[1]])
    }

    @Test func `equal messages become one pending clear`() {
        check([[1], [1], [1], [1]], begin: [true, false, false, false], carriesOut: [[1]])
    }

    @Test func `pending clears of different logins become one of everything`() {
        check([[1], [2]], begin: [true, false], carriesOut: [[]])
    }

    @Test func `a message that is too long for a login clears everything`() {
        check([Array(repeating: 1, count: 1 << 20)], begin: [true], carriesOut: [[]])
    }

    @Test func `nothing is carried out after the close`() {
        check([[1]], begin: [true], carriesOut: []) { $0.close() }
    }

    @Test func `a message during a clear is carried out after it`() {
        var messages = ClearMessages()
        _ = messages.receive([1])
        _ = messages.next()
        let begins = messages.receive([2])
        let pending = messages.next()
        #expect(!begins && pending == [2])
        let rest = messages.next()
        let beginsAnew = messages.receive([3])
        #expect(rest == nil && beginsAnew)
    }
}
