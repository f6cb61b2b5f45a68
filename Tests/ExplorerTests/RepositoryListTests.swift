import Explorer
import GitHubAPI
import HTTPCore
import TestSupport
import Testing

@Suite struct RepositoryListTests {
    private static let first = "/users/o/repos?per_page=100"
    private static let items = [
        Samples.repository(
            1, name: "b", stars: 5, language: "Swift", pushed: "2022-01-01T00:00:00Z"),
        Samples.repository(2, name: "A", stars: 5, language: "C", fork: true),
        Samples.repository(
            3, name: "c", stars: 9, language: "swift", archived: true,
            pushed: "2023-01-01T00:00:00Z"),
        Samples.repository(4, name: "d", stars: 0),
    ]

    /// The names of the listed repositories of `o`, who has the four above.
    private func check(
        _ change: (inout RepositoryListQuery) -> Void
    ) async throws -> (names: [String], list: Fetched<RepositoryList>) {
        let github = ScriptedTransport.byTarget([
            "/users/o": .body(Samples.profile(7, "o", repositories: 4)),
            Self.first: .body(Samples.list(Self.items)),
        ])
        var query = RepositoryListQuery(login: "o")
        change(&query)
        let list = try await github.explorer().repositories(query)
        return (list.repositories.map(\.name), list)
    }

    @Test func `most stars come first, and equal ones are sorted by name, ignoring case`()
        async throws
    {
        #expect(try await check { _ in }.names == ["c", "A", "b", "d"])
        #expect(try await check { $0.direction = .asc }.names == ["d", "A", "b", "c"])
    }

    @Test func `each order has its own default direction`() async throws {
        #expect(try await check { $0.sort = .name }.names == ["A", "b", "c", "d"])
        #expect(try await check { $0.sort = .pushed }.names == ["c", "b", "A", "d"])
        #expect(try await check { $0.sort = .created }.names == ["d", "c", "A", "b"])
        #expect(try await check { $0.sort = .updated }.names == ["A", "b", "c", "d"])
    }

    @Test func `filters apply before the limit`() async throws {
        let (names, list) = try await check { query in
            query.language = "SWIFT"
            query.limit = 1
        }
        #expect(names == ["c"])
        #expect(list.total == 2)
        #expect(try await check { $0.forks = false }.names == ["c", "b", "d"])
        #expect(try await check { $0.archived = false }.names == ["A", "b", "d"])
    }

    @Test func `an organization is listed by its own endpoint`() async throws {
        let github = ScriptedTransport.byTarget([
            "/users/o": .body(Samples.profile(9, "o", type: "Organization")),
            "/orgs/o": .body(Samples.profile(9, "o", type: "Organization")),
            "/orgs/o/repos?per_page=100": .body(Samples.list(Self.items)),
        ])
        let explorer = try github.explorer()
        #expect(try await explorer.repositories(RepositoryListQuery(login: "o")).total == 4)
        #expect(github.targets == ["/users/o", "/orgs/o/repos?per_page=100"])
        var query = RepositoryListQuery(login: "o")
        query.kind = .organization
        #expect(try await explorer.repositories(query).owner.type == "Organization")
        #expect(github.targets.dropFirst(2).contains("/orgs/o"))
    }

    @Test func `an unknown owner gives not found, with the page to open`() async throws {
        let github = ScriptedTransport.byTarget([:])
        for (kind, resource) in [
            (RepositoryListQuery.Kind.auto, "user o"), (.user, "user o"),
            (.organization, "organization o"),
        ] {
            var query = RepositoryListQuery(login: "o")
            query.kind = kind
            let error = await #expect(throws: GitHubError.self) {
                try await github.explorer().repositories(query)
            }
            #expect(error == .notFound(status: 404, resource: resource))
            #expect(query.subject?.page(webURL: "https://g") == "https://g/o")
        }
    }

    @Test func `a malformed repository is left out and counted`() async throws {
        let github = ScriptedTransport.byTarget([
            "/users/o": .body(Samples.profile(7, "o")),
            Self.first: .body(Samples.list([Self.items[0], "{}"])),
        ])
        let list = try await github.explorer().repositories(RepositoryListQuery(login: "o"))
        #expect(list.total == 1)
        #expect(list.skipped == 1)
    }
}
