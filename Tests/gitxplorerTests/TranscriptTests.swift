import Foundation
import JSONCore
import JSONRPC
import Synchronization
import TestSupport
import Testing

/// `Tests/Transcripts`, played at each depth: the folder `mcp` to `gitxplorer mcp`, the others to
/// `gitxplorer serve`.
///
/// Each play has its own server and sandbox, and few run at the same time.
@Suite(.patience) struct TranscriptTests {
    struct Play: CustomTestStringConvertible {
        /// `METHOD/CASE.io`.
        let path: String
        let framing: Framing

        var testDescription: String { "\(path), \(framing)" }
    }

    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let directory = repository.appending(path: "Tests/Transcripts")

    private static func transcripts() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            .filter { $0.hasSuffix(".io") }.sorted()
    }

    private static func plays(_ framings: Framing...) throws -> [Play] {
        try transcripts().flatMap { path in
            (path.hasPrefix("mcp/") ? [.lines] : framings).map { framing in
                Play(path: path, framing: framing)
            }
        }
    }

    private static func methods() throws -> [String] {
        let file = repository.appending(path: "Schemas/openrpc.json")
        let document = try JSONParser().parse(Array(Data(contentsOf: file)))
        return (document["methods"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }

    private func differences(
        _ text: String, _ command: ServingCommand = .serve, _ depth: Depth = .memory,
        _ framing: Framing = .lines
    ) async throws -> [String] {
        let transcript = try Transcript(text)
        let differences = Mutex<[String]>([])
        try await depth.withClient(of: command, framing: framing) { client in
            let found = await transcript.replay(over: client)
            differences.withLock { $0 = found }
        }
        return differences.withLock(\.self)
    }

    private func check(_ play: Play, at depth: Depth) async throws {
        let text = try String(
            contentsOf: Self.directory.appending(path: play.path), encoding: .utf8)
        #expect(text.hasPrefix("// "))
        let command = play.path.hasPrefix("mcp/") ? ServingCommand.mcp : .serve
        #expect(try await differences(text, command, depth, play.framing) == [])
    }

    @Test(.serialized, arguments: try plays(.lines, .headers))
    func `a transcript plays as written in memory`(play: Play) async throws {
        try await check(play, at: .memory)
    }

    @Test(.serialized, arguments: try plays(.lines))
    func `a transcript plays as written on a socket`(play: Play) async throws {
        try await check(play, at: .socket)
    }

    @Test(.serialized, arguments: try plays(.headers))
    func `a transcript plays as written by the program`(play: Play) async throws {
        try await check(play, at: .process)
    }

    @Test(arguments: try methods())
    func `a method has two transcripts`(method: String) throws {
        #expect(try Self.transcripts().count { $0.hasPrefix("\(method)/") } >= 2)
    }

    @Test func `a folder of transcripts belongs to a method or a protocol`() throws {
        let folders = try Self.transcripts().compactMap { $0.split(separator: "/").first }
        let methods = try Self.methods()
        #expect(!methods.isEmpty)
        #expect(Set(folders.map(String.init)) == Set(methods + ["protocol", "mcp"]))
    }

    @Test func `a missing, different or additional message is a difference`() async throws {
        let request = #">> {"jsonrpc":"2.0","id":1,"method":"shutdown"}"#
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
    func `an invalid line of a transcript is refused`(line: String) {
        #expect(throws: Transcript.InvalidLine.self) { try Transcript("// a\n\(line)") }
    }
}
