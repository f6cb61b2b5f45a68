import Glibc
import Testing

@testable import Transports

@Suite struct WakePipeTests {
    private let wakePipe: WakePipe

    init() throws {
        wakePipe = try WakePipe()
    }

    /// Whether a sleep would end at once.
    private func isReadable() -> Bool {
        var descriptor = pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }

    @Test func `a wake ends the current or the next sleep, until it is cleared`() {
        #expect(!isReadable())
        wakePipe.wake()
        #expect(isReadable())
        wakePipe.clear()
        #expect(!isReadable())
    }

    @Test func `any number of wakes neither block nor outlast one look`() {
        for _ in 0..<100_000 { wakePipe.wake() }
        #expect(isReadable())
        wakePipe.clear()
        #expect(!isReadable())
    }
}
