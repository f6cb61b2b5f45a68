import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct StreamWriterTests {
    /// Runs `body` with a pipe's ends, which it may close itself.
    private static func check(_ body: (_ reader: CInt, _ writer: CInt) throws -> Void) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError() }
        defer { close(ends[1]) }
        try body(ends[0], ends[1])
    }

    @Test func `writing to a full pipe returns at once`() async {
        // In a separate process with a time limit.
        await #expect(processExitsWith: .success) {
            alarm(20)
            try Self.check { reader, descriptor in
                defer { close(reader) }
                var writer = StreamWriter(descriptor)
                let bytes = [UInt8](repeating: 1, count: 1 << 20)
                var written = 0
                // A kernel that cannot write without waiting takes pages, for which `poll` is
                // asked.
                while writer.mayGoFirst {
                    let count = try writer.write(bytes[...])
                    if count == 0 { break }
                    written += count
                }
                #expect(written < bytes.count)
                #expect(!writer.mayGoFirst || written >= 4096)
            }
        }
    }

    @Test func `a pipe shared with other processes stays blocking`() throws {
        try Self.check { reader, descriptor in
            defer { close(reader) }
            var writer = StreamWriter(descriptor)
            _ = try writer.write([1, 2, 3])
            #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0)
        }
    }

    @Test func `a pipe without a reader is an error`() throws {
        signal(SIGPIPE, SIG_IGN)
        try Self.check { reader, descriptor in
            close(reader)
            var writer = StreamWriter(descriptor)
            #expect(throws: Errno(EPIPE)) {
                _ = try writer.write([1])
                // The second write is by page if the kernel refused the first way.
                _ = try writer.write([1])
            }
        }
    }

    @Test func `a terminal is written to only after it was polled`() throws {
        let ends = try StreamEnds(.terminal)
        #expect(!StreamWriter(ends.server.output).mayGoFirst)
    }

    @Test func `a file and a terminal may block whatever poll says`() throws {
        let ends = try StreamEnds(.terminal)
        #expect(!StreamWriter(ends.server.output).neverBlocks)
        let file = open("/proc/self/exe", O_RDONLY)
        defer { close(file) }
        #expect(!StreamWriter(file).neverBlocks)
        #expect(StreamWriter(try StreamEnds(.socket).server.output).neverBlocks)
    }
}
