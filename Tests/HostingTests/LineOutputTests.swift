import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite struct LineOutputTests {
    private static let note: LineOutput.Note = { Array("dropped \($0)\n".utf8) }

    /// The lines up to the one that begins with `last`.
    private static func read(_ descriptor: CInt, upTo last: String) -> [String] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
                // A terminal ends its lines with CR LF.
                String(decoding: $0, as: UTF8.self).filter { $0 != "\r" }
            }
            if bytes.last == UInt8(ascii: "\n"), lines.contains(where: { $0.hasPrefix(last) }) {
                return lines
            }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return lines }
            bytes += chunk[..<count]
        }
    }

    @Test func `writers never wait for a reader, and every line is written or counted`()
        async
    {
        // In a separate process with a time limit.
        await #expect(processExitsWith: .success) {
            alarm(CUnsignedInt(Duration.patience / .seconds(1)))
            for kind in StreamEnds.Kind.allCases {
                let ends = try StreamEnds(kind)
                let output = LineOutput(ends.server.output)
                let count = 20_000
                for number in 1...count {
                    output.write(Array("line \(number)\n".utf8), note: Self.note)
                }
                output.finish(within: .milliseconds(1))
                let lines = Self.read(ends.reader, upTo: "dropped")
                let kept = lines.dropLast()
                #expect(kept.elementsEqual((1...kept.count).map { "line \($0)" }))
                #expect(lines.last == "dropped \(count - kept.count)")

                output.write(Array("more\n".utf8), note: Self.note)
                #expect(Self.read(ends.reader, upTo: "more") == ["more"])
                output.finish(within: .patience)
            }
        }
    }

    @Test func `a line is written at once if there is room`() throws {
        // Not every kernel can write to a pipe without blocking.
        let ends = try StreamEnds(.socket)
        let output = LineOutput(ends.server.output)
        var waiting: CInt = 0
        output.write(Array("line\n".utf8), note: Self.note)
        #expect(ioctl(ends.reader, UInt(FIONREAD), &waiting) == 0)
        #expect(waiting == 5)
    }

    @Test func `without a reader lines are discarded`() throws {
        signal(SIGPIPE, SIG_IGN)
        let ends = try StreamEnds(.pipes)
        close(ends.reader)
        let output = LineOutput(ends.server.output)
        for _ in 0..<3 { output.write(Array("line\n".utf8), note: Self.note) }
        output.finish(within: .patience)
    }

    @Test func `a file gets every line in order`() throws {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let output = LineOutput(fileno(file))
        for number in 1...500 { output.write(Array("\(number)\n".utf8), note: Self.note) }
        output.finish(within: .patience)
        rewind(file)
        #expect(Self.read(fileno(file), upTo: "500") == (1...500).map { "\($0)" })
    }
}
