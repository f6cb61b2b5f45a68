import Explorer
import GitHubAPI
import TestSupport
import Testing

@Suite struct SearchTests {
    private func check(
        _ answer: ScriptedTransport.Answer, _ change: (inout UserSearchQuery) -> Void = { _ in }
    ) async throws -> (page: Fetched<SearchPage<FoundUser>>, targets: [String]) {
        let github = ScriptedTransport.byTarget { _ in answer }
        var query = UserSearchQuery(query: "tom repos:>42")
        change(&query)
        return (try await github.explorer().search(query), github.targets)
    }

    private func answer(next: Int? = nil) -> ScriptedTransport.Answer {
        .body(
            Samples.search([Samples.user(1, "mojombo")], total: 5_000),
            link: next.map { "<https://api.example/search/users?q=a&page=\($0)>; rel=\"next\"" })
    }

    @Test func `the best match is requested without an order`() async throws {
        let (page, targets) = try await check(answer(next: 2))
        #expect(targets == ["/search/users?q=tom%20repos%3A%3E42&per_page=30"])
        #expect(page.matches.map(\.user.login) == ["mojombo"])
        #expect(page.matches.first?.score == 1)
        #expect(page.totalCount == 5_000)
        #expect(page.nextPage == 2)
    }

    @Test func `sort, order and page are passed to GitHub`() async throws {
        let (page, targets) = try await check(answer()) { query in
            query.sort = .joined
            query.order = .asc
            query.page = 3
            query.perPage = 10
        }
        #expect(
            targets == [
                "/search/users?q=tom%20repos%3A%3E42&sort=joined&order=asc&per_page=10&page=3"
            ])
        #expect(page.nextPage == nil)
    }

    @Test func `repositories are searched in the same way`() async throws {
        let found = ScriptedTransport.Answer.body(
            Samples.search([Samples.repository(4, name: "r")], total: 7))
        let github = ScriptedTransport.byTarget { _ in found }
        var query = RepositorySearchQuery(query: "tetris")
        (query.sort, query.perPage) = (.stars, 1)
        let page = try await github.explorer().search(query)
        #expect(
            github.targets == ["/search/repositories?q=tetris&sort=stars&order=desc&per_page=1"])
        #expect(page.matches.map(\.fullName) == ["o/r"])
        #expect(page.totalCount == 7)
    }

    @Test func `the page with the 1,000th match has no next page`() async throws {
        #expect(
            try await check(answer(next: 35)) { $0.page = 34 }.page.nextPage == nil)
        #expect(try await check(answer(next: 34)) { $0.page = 33 }.page.nextPage == 34)
    }

    @Test func `a page beyond the 1,000th match is rejected without a request`() async throws {
        let github = ScriptedTransport.byTarget { _ in nil }
        var query = UserSearchQuery(query: "a")
        (query.page, query.perPage) = (11, 100)
        let error = await #expect(throws: GitHubError.self) {
            try await github.explorer().search(query)
        }
        guard case .invalidQuery("page", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(github.targets.isEmpty)
    }

    @Test(arguments: [
        (#"{"message":"Validation Failed","errors":[{"field":"q","code":"invalid"}]}"#, "query"),
        (#"{"message":"Validation Failed","errors":[{"field":"per_page"}]}"#, "perPage"),
        (#"{"message":"Only the first 1000 search results are available"}"#, "page"),
        (#"{"message":"Anything"}"#, "query"),
    ])
    func `a field that GitHub rejects is reported under its param's name`(
        body: String, field: String
    ) async throws {
        let error = await #expect(throws: GitHubError.self) {
            try await check(.status(422, body))
        }
        guard case .invalidQuery(let name, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name == field)
        #expect(UserSearchQuery(query: "a").subject == nil)
    }
}
