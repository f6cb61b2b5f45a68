import Explorer
import GitHubAPI
import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct AccountListTests {
    private static let starred =
        #"[{"starred_at":"2013-07-22T18:09:13Z","repo":\#(Samples.repository(5))}]"#

    private func starred(
        _ body: String, _ change: (inout StarredQuery) -> Void = { _ in }
    ) async throws -> (page: Fetched<ListPage<StarredRepository>>, github: ScriptedTransport) {
        let github = ScriptedTransport.byTarget { _ in .body(body) }
        var query = StarredQuery(login: "ada")
        change(&query)
        return (try await github.explorer().page(of: query.list, query), github)
    }

    @Test func `followers have the login as asked, and pages follow the Link field`()
        async throws
    {
        let twin = "https://api.example/user/7/followers?per_page=30&page="
        let github = ScriptedTransport.byTarget([
            "/users/Ada/followers?per_page=30": .body(
                Samples.users(1...2), link: "<\(twin)2>; rel=\"next\", <\(twin)9>; rel=\"last\"")
        ])
        let page: Fetched<ListPage<User>> = try await github.explorer().page(
            of: .followers(of: "Ada"), FollowQuery(login: "Ada"))
        #expect(page.subject == "Ada")
        #expect(page.items.map(\.id) == [1, 2])
        #expect((page.nextPage, page.lastPage) == (2, 9))
    }

    @Test func `followed accounts have a list of their own`() async throws {
        let github = ScriptedTransport.byTarget([
            "/users/ada/following?per_page=5&page=2": .body(Samples.users([3]))
        ])
        var query = FollowQuery(login: "ada")
        (query.page, query.perPage) = (2, 5)
        let page: Fetched<ListPage<User>> = try await github.explorer().page(
            of: .following(of: "ada"), query)
        #expect(page.items.map(\.id) == [3])
        #expect(page.nextPage == nil && page.lastPage == nil)
    }

    @Test func `stars have their times, in the order that was asked for`() async throws {
        let (page, github) = try await starred(Self.starred) {
            ($0.sort, $0.direction) = (.updated, .asc)
        }
        #expect(page.items.map(\.starredAt?.description) == ["2013-07-22T18:09:13Z"])
        #expect(page.items.map(\.subject.fullName) == ["o/r5"])
        #expect(
            github.targets == ["/users/ada/starred?sort=updated&direction=asc&per_page=30"])
        #expect(
            github.requests.first?.head.headerFields[.accept]
                == "application/vnd.github.star+json")
    }

    @Test func `the plain form of a star has no time`() async throws {
        let (page, _) = try await starred("[\(Samples.repository(5)), {}]")
        #expect(page.items.map(\.starredAt) == [nil])
        #expect(page.skipped == 1)
    }

    @Test func `a page that GitHub refuses to serve is empty and not kept`() async throws {
        let github = ScriptedTransport.byTarget { _ in .status(422) }
        var query = FollowQuery(login: "ada")
        query.page = 4_000
        let page: Fetched<ListPage<User>> = try await github.explorer().page(
            of: .followers(of: "ada"), query)
        #expect(page.items.isEmpty)
        #expect(page.nextPage == nil)
        #expect(page.freshness.expiresAt == nil)
    }

    @Test func `a refused param is no end of a list`() async throws {
        let body = #"{"message":"Validation Failed","errors":[{"field":"per_page"}]}"#
        var query = FollowQuery(login: "ada")
        query.page = 2
        await #expect(throws: GitHubError.self) {
            let _: Fetched<ListPage<User>> = try await ScriptedTransport.byTarget { _ in
                .status(422, body)
            }.explorer().page(of: .followers(of: "ada"), query)
        }
    }

    @Test func `an unknown user has a page to open`() async throws {
        let query = StarredQuery(login: "nobody")
        let error = await #expect(throws: GitHubError.self) {
            try await ScriptedTransport.byTarget([:]).explorer().page(of: query.list, query)
                as Fetched<ListPage<StarredRepository>>
        }
        #expect(error == .notFound(status: 404, resource: "user nobody"))
        #expect(query.subject?.page(webURL: "https://g") == "https://g/nobody")
    }
}
