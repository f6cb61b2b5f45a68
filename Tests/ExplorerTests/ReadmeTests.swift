import FoundationEssentials
import GitHubAPI
import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@testable import Explorer

@Suite struct ReadmeTests {
    private static let query = RepositoryPageQuery(owner: "o", name: "r")

    private static func file(_ content: String, encoding: String = "base64") -> String {
        #"{"path":"README.md","html_url":"https://g/o/r","encoding":"\#(encoding)","#
            + #""content":"\#(content)"}"#
    }

    private func check(
        _ answers: ScriptedTransport.Answer...
    ) async throws -> (readme: Fetched<Readme>, github: ScriptedTransport) {
        let github = github(answers)
        return (try await github.explorer().readme(Self.query), github)
    }

    /// Requests for the README get `answers` in turn.
    private func github(_ answers: [ScriptedTransport.Answer]) -> ScriptedTransport {
        ScriptedTransport { request throws(HTTPTransportError) in
            let repository = ScriptedTransport.Answer.body(Samples.repository(1, name: "r"))
            guard request.url.hasSuffix("/readme") else { return try repository.get() }
            let isRaw = request.head.headerFields[.accept]?.contains("raw") == true
            return try answers[isRaw ? 1 : 0].get()
        }
    }

    @Test func `the text is decoded from lines of base64`() async throws {
        let (readme, _) = try await check(.body(Self.file(#"SGVs\nbG8K\n"#)))
        #expect(readme.value.text == "Hello\n")
        #expect(!readme.truncated)
        #expect((readme.repository, readme.path) == ("o/r", "README.md"))
        #expect(readme.htmlURL == "https://g/o/r")
    }

    @Test func `a large file is requested in its raw form`() async throws {
        let text = String(repeating: "a", count: 1_100_000)
        let type = "application/vnd.github.raw+json; charset=utf-8"
        let (readme, github) = try await check(
            .body(Self.file("", encoding: "none")),
            .success(.reply(200, text, fields: ["Content-Type": type])))
        #expect(readme.value.text.utf8.count == Readme.longestText)
        #expect(readme.truncated)
        #expect(
            github.requests.last?.head.headerFields[.accept] == "application/vnd.github.raw+json")
    }

    @Test func `a repository without a README says so`() async throws {
        let error = await #expect(throws: GitHubError.self) { try await check(.status(404)) }
        #expect(error == .noReadme(repository: "o/r"))
    }

    @Test func `an unknown repository is not taken for one without a README`() async throws {
        let error = await #expect(throws: GitHubError.self) {
            try await ScriptedTransport.byTarget([:]).explorer().readme(Self.query)
        }
        #expect(error == .notFound(status: 404, resource: "repository o/r"))
    }

    @Test func `JSON is no raw file`() async throws {
        let json = ScriptedTransport.Answer.success(
            .reply(200, "", fields: ["Content-Type": "application/json; charset=utf-8"]))
        let error = await #expect(throws: GitHubError.self) {
            try await check(.body(Self.file("", encoding: "none")), json)
        }
        guard case .invalidResponse = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a raw file is not fetched from an address without https`() async throws {
        let moved = ScriptedTransport.Answer.success(
            .reply(302, "", fields: ["Location": "http://elsewhere.example/readme"]))
        await #expect(throws: GitHubError.self) {
            try await check(.body(Self.file("", encoding: "none")), moved)
        }
    }

    @Test(arguments: [
        ("!", "base64"), ("!!!!", "base64"), ("YQ==YQ==", "base64"), ("YQ==", "utf-8"),
    ])
    func `content that is not base64 is an invalid response`(
        content: String, encoding: String
    ) async throws {
        let error = await #expect(throws: GitHubError.self) {
            try await check(.body(Self.file(content, encoding: encoding)))
        }
        #expect(error == .invalidResponse(status: 200, reason: "/content: expected base64"))
    }

    @Test(arguments: [
        (255_999, "a", 256_000, false), (256_000, "", 256_000, false),
        (256_000, "a", 256_000, true), (255_999, "é", 255_999, true),
        (255_998, "é", 256_000, false), (255_998, "👍", 255_998, true),
        (255_996, "👍", 256_000, false), (255_996, "👍a", 256_000, true),
    ])
    func `a text is cut between two characters`(
        plain: Int, end: String, length: Int, isCut: Bool
    ) {
        let content = [UInt8](repeating: 0x61, count: plain) + Array(end.utf8)
        let (text, truncated) = Readme.text(of: content)
        #expect(text.utf8.count == length)
        #expect(truncated == isCut)
        #expect(!text.contains("\u{FFFD}"))
    }

    @Test func `bytes that are not UTF-8 are replaced, within the limit`() {
        let (text, truncated) = Readme.text(of: [UInt8](repeating: 0xFF, count: 256_000))
        #expect(text.utf8.count <= Readme.longestText)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
        #expect(truncated)
    }
}
