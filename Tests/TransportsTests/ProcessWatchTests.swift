import Foundation
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct ProcessWatchTests {
    @Test func `the end of a process is told`() async throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try ProcessWatch(process.processIdentifier) { continuation.yield() }
        #expect(process.isRunning)
        try input.fileHandleForWriting.close()
        await gone.wait()
        process.waitUntilExit()
        watch.cancel()
    }

    @Test func `a process that is not there is gone at once`() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try ProcessWatch(process.processIdentifier) { continuation.yield() }
        await gone.wait()
        watch.cancel()
    }

    @Test func `a server ends with its parent`() async throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        let directory = try TemporaryDirectory()
        var configuration = SocketKind.unix.listener(for: ServerConfiguration(), in: directory)
        configuration.parentProcess = process.processIdentifier
        try await TestServer.run(configuration, stopping: false) { _ in
            try input.fileHandleForWriting.close()
        }
        process.waitUntilExit()
    }
}
