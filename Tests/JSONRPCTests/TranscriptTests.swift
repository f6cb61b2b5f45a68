import Foundation
import JSONCore
import JSONRPC
import Testing

@Suite(.timeLimit(.minutes(1))) struct TranscriptTests {
    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Transcripts/protocol")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasSuffix(".io") }.sorted()
    }

    private func differences(_ text: String, framing: Framing = .lines) async throws -> [String] {
        try await Transcript(text).replay(over: TestClient(framing: framing))
    }

    @Test(arguments: try names(), [Framing.headers, .lines])
    func `a transcript goes as it is told`(name: String, framing: Framing) async throws {
        let text = try String(
            contentsOf: Self.directory.appending(path: name), encoding: .utf8)
        #expect(text.hasPrefix("// "))
        #expect(try await differences(text, framing: framing) == [])
    }

    @Test func `there are transcripts`() throws {
        #expect(try Self.names().count >= 8)
    }

    @Test func `an answer that is missing, other or one too many is a difference`() async throws {
        let request = #">> {"jsonrpc":"2.0","id":1,"method":"now"}"#
        let answer = #"<< {"jsonrpc":"2.0","id":1,"result":null}"#
        #expect(try await differences("\(request)\n\(answer)\n") == [])
        #expect(try await differences("\(request)\n").count == 1)
        #expect(
            try await differences("\(request)\n" + answer.replacing("null", with: "1")).count == 2)
        #expect(
            try await differences("\(request)\n" + answer.replacing("null", with: "\"<any>\""))
                == [])
    }

    @Test(arguments: ["<< 1", "> 1", ">>1", "hello"])
    func `a line that is no line of a transcript is refused`(line: String) {
        #expect(throws: Transcript.InvalidLine.self) { try Transcript("// a\n\(line)") }
    }
}
