import FoundationEssentials
import GitHubAPI
import HTTPCore
import TestSupport
import Testing

@testable import Explorer

@Suite struct RepositorySummaryTests {
    private static let query = RepositoryPageQuery(owner: "o", name: "r")
    private static let release =
        #"{"tag_name":"v1","name":"","html_url":"https://g/r","published_at":"2020-01-02T03:04:05Z"}"#

    private func github(
        languages: String = "{}", release: ScriptedTransport.Answer = .status(404)
    ) -> ScriptedTransport {
        .byTarget([
            "/repos/o/r": .body(Samples.repository(1, name: "r")),
            "/repos/o/r/languages": .body(languages),
            "/repos/o/r/releases/latest": release,
        ])
    }

    @Test func `a summary takes three requests at once`() async throws {
        let gathering = Gathering(3)
        let github = github(release: .body(Self.release))
        let together = ScriptedTransport { request throws(HTTPTransportError) in
            await gathering.arrive()
            return try await github.send(request)
        }
        let summary = try await together.explorer().summary(Self.query)
        #expect(summary.repository.repository.fullName == "o/r")
        #expect((summary.repository.watchers, summary.repository.openIssues) == (6, 3))
        #expect(summary.repository.defaultBranch == "main")
        #expect(summary.latestRelease?.tag == "v1")
        #expect(summary.latestRelease?.name == nil)
    }

    @Test func `languages are sorted by bytes, then by name`() async throws {
        let summary = try await github(
            languages: #"{"B":5,"C":9,"A":5,"No":-1,"Text":"7","Half":0.5}"#
        ).explorer().summary(Self.query)
        #expect(summary.languages.map(\.language) == ["C", "A", "B"])
        #expect(summary.languages.map(\.bytes) == [9, 5, 5])
        #expect(summary.skipped == 3)
    }

    @Test func `a repository without a release is no error`() async throws {
        let github = github()
        let summary = try await github.explorer().summary(Self.query)
        #expect(summary.latestRelease == nil)
        #expect(summary.freshness.expiresAt != nil)
        let policies = github.requests.filter { $0.url.hasSuffix("/latest") }.map(\.cachePolicy)
        #expect(policies == [CachePolicy(minimumLifetime: 300, storesNotFound: true)])
    }

    @Test func `the lack of a release is kept for a minute when signed in`() async throws {
        let github = github()
        _ = try await github.explorer(token: "t").summary(Self.query)
        let policies = github.requests.filter { $0.url.hasSuffix("/latest") }.map(\.cachePolicy)
        #expect(policies == [CachePolicy(minimumLifetime: 60, storesNotFound: true)])
    }

    @Test func `an absence from before the repository was found is not believed`() async throws {
        let known = github(release: .body(Self.release))
        let github = ScriptedTransport { request throws(HTTPTransportError) in
            guard request.url.hasSuffix("/latest"), !request.cachePolicy.revalidates else {
                return try await known.send(request)
            }
            return .reply(404, "", source: .cache)
        }
        #expect(try await github.explorer().summary(Self.query).latestRelease?.tag == "v1")
    }

    @Test(arguments: [
        "{}", #"{"tag_name":"v1","html_url":"u"}"#, #"{"tag_name":1,"html_url":"u"}"#,
    ])
    func `a malformed release is an invalid response`(body: String) async throws {
        let error = await #expect(throws: GitHubError.self) {
            try await github(release: .body(body)).explorer().summary(Self.query)
        }
        guard case .invalidResponse = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `an unknown repository is not found`() async throws {
        let error = await #expect(throws: GitHubError.self) {
            try await ScriptedTransport.byTarget([:]).explorer().summary(Self.query)
        }
        #expect(error == .notFound(status: 404, resource: "repository o/r"))
        #expect(Self.query.subject?.page(webURL: "https://g") == "https://g/o/r")
    }
}
