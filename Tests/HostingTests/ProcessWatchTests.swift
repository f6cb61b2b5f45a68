import Foundation
import TestSupport
import Testing

@testable import Hosting

@Suite(.patience) struct ProcessWatchTests {
    private let watch = ProcessWatch()

    @Test func `the end of a process is reported`() async throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
        watch.add(process.processIdentifier) { continuation.yield() }
        #expect(process.isRunning)
        try input.fileHandleForWriting.close()
        for await _ in gone { break }
        process.waitUntilExit()
        watch.cancel()
    }

    @Test func `a process that does not exist is reported at once`() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
        watch.add(process.processIdentifier) { continuation.yield() }
        for await _ in gone { break }
        watch.cancel()
    }

    @Test func `a process is watched once, however often it is named`() {
        for _ in 0..<300 {
            watch.add(getpid()) {}
        }
        #expect(watch.count == 1)
        watch.cancel()
    }

    @Test func `only a few processes are watched`() {
        for process in 1...100 as ClosedRange<pid_t> {
            watch.add(process) {}
        }
        #expect(watch.count == ProcessWatch.maximum)
        watch.cancel()
    }
}
