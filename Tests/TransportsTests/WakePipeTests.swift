import Glibc
import Testing

@testable import Transports

@Suite struct WakePipeTests {
    private let wakePipe: WakePipe

    init() throws {
        wakePipe = try WakePipe()
    }

    /// Whether a sleep of no length at all would have been ended by a wake.
    private func isReadable() -> Bool {
        var descriptor = pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1
    }

    @Test func `a wake after the look forbids the sleep, and costs no system call`() {
        _ = wakePipe.willLook()
        wakePipe.wake()
        #expect(!wakePipe.willSleep())
        #expect(!isReadable())
    }

    @Test func `a look tells of the wakes before it, and forgets them`() {
        #expect(wakePipe.willLook())
        #expect(!wakePipe.willLook())
        wakePipe.wake()
        #expect(wakePipe.willLook())
        #expect(wakePipe.willSleep())
    }

    @Test func `a wake during the sleep ends it, and the next sleep is a quiet one`() {
        _ = wakePipe.willLook()
        #expect(wakePipe.willSleep())
        wakePipe.wake()
        wakePipe.wake()
        #expect(isReadable())
        wakePipe.didSleep(isReadable: true)
        _ = wakePipe.willLook()
        #expect(wakePipe.willSleep())
        #expect(!isReadable())
    }

    @Test func `a wake whose byte comes after the sleep has ended leaves no byte behind for long`()
    {
        _ = wakePipe.willLook()
        #expect(wakePipe.willSleep())
        wakePipe.wake()
        // The sleep has ended by something else, before the byte was seen.
        wakePipe.didSleep(isReadable: false)
        _ = wakePipe.willLook()
        #expect(wakePipe.willSleep())
        wakePipe.didSleep(isReadable: isReadable())
        #expect(!isReadable())
    }
}
