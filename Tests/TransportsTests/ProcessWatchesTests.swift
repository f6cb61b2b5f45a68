import Glibc
import Testing

@testable import Transports

@Suite struct ProcessWatchesTests {
    @Test func `a process is watched once, however often it is named`() throws {
        let watches = ProcessWatches()
        for _ in 0..<300 {
            try watches.add(getpid()) {}
        }
        #expect(watches.count == 1)
        watches.cancel()
    }

    @Test func `no more than so many processes are watched`() throws {
        let watches = ProcessWatches()
        for process in 1...100 as ClosedRange<pid_t> {
            try watches.add(process) {}
        }
        #expect(watches.count == ProcessWatches.maximum)
        watches.cancel()
    }
}
