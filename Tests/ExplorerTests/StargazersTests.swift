import Explorer
import GitHubAPI
import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct StargazersTests {
    private static let star =
        #"{"starred_at":"2013-07-22T18:09:13Z","user":\#(Samples.user(5))}"#

    private func check(
        _ target: String, _ answer: ScriptedTransport.Answer,
        _ change: (inout StargazerQuery) -> Void = { _ in }
    ) async throws -> (page: Fetched<ListPage<Stargazer>>, github: ScriptedTransport) {
        let repository = ScriptedTransport.Answer.body(Samples.repository(1, name: "r"))
        let github = ScriptedTransport.byTarget(["/repos/o/r": repository, target: answer])
        var query = StargazerQuery(owner: "o", name: "r")
        change(&query)
        return (try await github.explorer().stargazers(query), github)
    }

    @Test func `stars have their times, and pages follow the Link field`() async throws {
        let twin = "https://api.example/repositories/1/stargazers?per_page=20&page="
        let (page, github) = try await check(
            "/repos/o/r/stargazers?per_page=20",
            .body("[\(Self.star)]", link: "<\(twin)2>; rel=\"next\", <\(twin)9>; rel=\"last\""))
        #expect(page.subject == "o/r")
        #expect(page.items.map(\.starredAt?.description) == ["2013-07-22T18:09:13Z"])
        #expect(page.nextPage == 2)
        #expect(page.lastPage == 9)
        let accepts = github.requests.compactMap { $0.head.headerFields[.accept] }
        #expect(accepts.contains("application/vnd.github.star+json"))
    }

    @Test func `a page past the last one is empty`() async throws {
        let (page, _) = try await check(
            "/repos/o/r/stargazers?per_page=5&page=7", .body("[]")
        ) { ($0.page, $0.perPage) = (7, 5) }
        #expect(page.items.isEmpty)
        #expect(page.page == 7)
        #expect(page.nextPage == nil && page.lastPage == nil)
    }

    @Test func `an unknown repository has a page to open`() async throws {
        let query = StargazerQuery(owner: "o", name: "r")
        let error = await #expect(throws: GitHubError.self) {
            try await ScriptedTransport.byTarget([:]).explorer().stargazers(query)
        }
        #expect(error == .notFound(status: 404, resource: "repository o/r"))
        #expect(query.subject?.page(webURL: "https://g") == "https://g/o/r")
    }
}
