import Testing

@testable import Hosting

@Suite struct LineBacklogTests {
    private static func note(_ dropped: Int) -> [UInt8] { Array("\(dropped) dropped\n".utf8) }

    /// Checks the output for `lines`, which are all added before anything is written.
    private func check(
        _ lines: [String], bytes: Int = 8, later: [String] = [], gives written: String
    ) {
        var backlog = LineBacklog(maximumBytes: bytes)
        for line in lines { backlog.append(Array("\(line)\n".utf8), note: Self.note) }
        var output = Array(backlog.unwritten.prefix(1))
        backlog.advance(by: output.count)
        for line in later { backlog.append(Array("\(line)\n".utf8), note: Self.note) }
        while !backlog.isEmpty {
            output += backlog.unwritten
            backlog.advance(by: backlog.unwritten.count)
        }
        #expect(String(decoding: output, as: UTF8.self) == written)
    }

    @Test func `lines are written in order`() {
        check(["ab", "cde"], gives: "ab\ncde\n")
    }

    @Test func `lines without room are dropped and counted at the end`() {
        check(["abc", "def", "ghi", "jkl"], gives: "abc\ndef\n2 dropped\n")
    }

    @Test func `a line after a dropped one is dropped, so that the order is kept`() {
        check(["abc", "defghi", "j"], gives: "abc\n2 dropped\n")
        check(["abc", "defghi"], later: ["j"], gives: "abc\n2 dropped\n")
    }

    @Test func `a line longer than the room is written if it is the first`() {
        check(["abcdefghi", "j"], gives: "abcdefghi\n1 dropped\n")
    }

    @Test func `after the count there is room again`() {
        var backlog = LineBacklog(maximumBytes: 4)
        for line in ["abc\n", "d\n"] { backlog.append(Array(line.utf8), note: Self.note) }
        backlog.advance(by: 4)
        #expect(Array(backlog.unwritten) == Self.note(1))
        backlog.advance(by: Self.note(1).count)
        #expect(backlog.isEmpty)
        backlog.append(Array("efg\n".utf8), note: Self.note)
        #expect(Array(backlog.unwritten) == Array("efg\n".utf8))
    }

    @Test func `a dispensable line has little room and is not counted`() {
        var backlog = LineBacklog(maximumBytes: 64)
        let offers = ["abc\n", "d\n"].map { backlog.offer(Array($0.utf8)) }
        #expect(offers == [true, false])
        backlog.append(Array("efg\n".utf8), note: Self.note)
        backlog.advance(by: 8)
        #expect(backlog.isEmpty)
    }

    @Test func `after a dropped line no dispensable line is written too early`() {
        var backlog = LineBacklog(maximumBytes: 64)
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 64)
        for _ in 1...2 { backlog.append(long, note: Self.note) }
        let isAppended = backlog.offer(Array("a\n".utf8))
        #expect(!isAppended)
    }
}
