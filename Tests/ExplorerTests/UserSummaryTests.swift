import GitHubAPI
import HTTPCore
import Synchronization
import TestSupport
import Testing

@testable import Explorer

@Suite struct UserSummaryTests {
    /// The summary of `o` who has `repositories`.
    private func check(_ repositories: [String]) async throws -> Fetched<UserSummary> {
        var answers = [
            "/users/o": ScriptedTransport.Answer.body(
                Samples.profile(7, "o", repositories: repositories.count)),
            "/users/o/repos?per_page=100": .body(Samples.list(Array(repositories.prefix(100)))),
        ]
        for (number, start) in stride(from: 100, to: repositories.count, by: 100).enumerated() {
            answers["/users/o/repos?per_page=100&page=\(number + 2)"] =
                .body(Samples.list(Array(repositories[start...].prefix(100))))
        }
        let github = ScriptedTransport.byTarget(answers)
        return try await github.explorer().summary(UserSummaryQuery(login: "o"))
    }

    @Test func `stars and languages are added up`() async throws {
        let summary = try await check([
            Samples.repository(1, stars: 3, language: "C"),
            Samples.repository(2, stars: 50, language: "Go"),
            Samples.repository(3, stars: 1, language: "C"), Samples.repository(4, stars: 7),
        ])
        #expect(summary.totalStars == 61)
        #expect(summary.totalRepositories == 4)
        #expect(summary.favoriteLanguage == "C")
        #expect(summary.languages.map(\.language) == ["C", "Go"])
        #expect(summary.languages.map(\.repositories) == [2, 1])
        #expect(summary.languages.map(\.stars) == [4, 50])
        #expect(summary.topRepositories.map(\.id) == [2, 4, 1, 3])
    }

    @Test func `languages with equally many repositories are sorted by stars, then by name`()
        async throws
    {
        let summary = try await check([
            Samples.repository(1, stars: 1, language: "Zig"),
            Samples.repository(2, stars: 1, language: "Ada"),
            Samples.repository(3, stars: 2, language: "Perl"),
        ])
        #expect(summary.languages.map(\.language) == ["Perl", "Ada", "Zig"])
    }

    @Test func `the top repositories are the five best ones`() async throws {
        let summary = try await check((1...7).map { Samples.repository($0, stars: $0) })
        #expect(summary.topRepositories.map(\.id) == [7, 6, 5, 4, 3])
    }

    @Test func `an account without repositories has a summary`() async throws {
        let summary = try await check([])
        #expect(summary.favoriteLanguage == nil)
        #expect(summary.topRepositories.isEmpty)
        #expect(summary.user.blog == nil && summary.user.location == "Here")
    }

    @Test func `private repositories that the token can see are not counted`() async throws {
        let summary = try await check([
            Samples.repository(1, stars: 3), Samples.repository(2, stars: 9, isPrivate: true),
        ])
        #expect(summary.totalStars == 3)
        #expect(summary.totalRepositories == 1)
    }

    /// A user with `count` repositories, whose stored first page lists `known` pages.
    private func github(
        _ count: Int, known: Int, source: Provenance.Source = .network
    ) -> ScriptedTransport {
        ScriptedTransport.byTarget { target in
            if target == "/users/o" {
                return .body(Samples.profile(7, "o", repositories: count), source: source)
            }
            let page = WebAddress("https://x" + target)?.value(of: "page").flatMap { Int($0) } ?? 1
            let ids = ((page - 1) * 100 + 1)...(page * 100)
            let body = Samples.list(ids.filter { $0 <= count }.map { Samples.repository($0) })
            let twin = "https://api.example/user/7/repos?per_page=100&page="
            let link = "<\(twin)\(page + 1)>; rel=\"next\", <\(twin)\(known)>; rel=\"last\""
            return .body(body, link: page < known ? link : nil, source: source)
        }
    }

    @Test func `250 repositories take four requests`() async throws {
        let github = github(250, known: 3)
        let summary = try await github.explorer().summary(UserSummaryQuery(login: "o"))
        #expect(summary.totalRepositories == 250)
        #expect(github.targets.count == 4)
        #expect(Set(github.targets).count == 4)
    }

    @Test(arguments: [100, 200, 300])
    func `the first repository after full pages is counted`(count: Int) async throws {
        let github = github(count + 1, known: count / 100, source: .revalidated)
        let summary = try await github.explorer().summary(UserSummaryQuery(login: "o"))
        #expect(summary.totalRepositories == count + 1)
    }

    @Test func `the freshness is the worst source and the oldest times of all parts`() async throws
    {
        let github = ScriptedTransport.byTarget([
            "/users/o": .body(Samples.profile(7, "o")),
            "/users/o/repos?per_page=100": .body("[]", source: .stale),
        ])
        let freshness = try await github.explorer().summary(UserSummaryQuery(login: "o")).freshness
        #expect(freshness.source == .stale)
        #expect(Timestamp(freshness.fetchedAt).description == "2020-09-13T12:26:40Z")
    }

    @Test func `progress counts finished against known requests, and only upstream work`()
        async throws
    {
        for (source, expected) in [(Provenance.Source.network, 4), (.cache, 0)] {
            let updates = Mutex<[(done: Int, total: Int)]>([])
            var options = FetchOptions()
            options.progress = RequestProgress { done, total in
                updates.withLock { $0.append((done, total)) }
            }
            let github = github(250, known: 3, source: source)
            _ = try await github.explorer().summary(UserSummaryQuery(login: "o"), options)
            let seen = updates.withLock { $0 }
            #expect(seen.map(\.done) == Array(1..<(1 + expected)))
            #expect(seen.last?.total == (expected == 0 ? nil : 4))
        }
    }

    @Test func `cancelling a summary cancels both running requests`() async throws {
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let cancelled = Mutex(0)
        let github = ScriptedTransport { _ throws(HTTPTransportError) in
            start.yield()
            let never = AsyncStream<Never> { _ in }
            for await _ in never {}
            if Task.isCancelled { cancelled.withLock { $0 += 1 } }
            throw .cancelled
        }
        let explorer = try github.explorer()
        let task = Task { try await explorer.summary(UserSummaryQuery(login: "o")) }
        var started = starts.makeAsyncIterator()
        await started.next()
        await started.next()
        task.cancel()
        let error = await #expect(throws: GitHubError.self) { try await task.value }
        #expect(error == .cancelled)
        #expect(cancelled.withLock { $0 } == 2)
    }

    @Test func `a sum of stars beyond the largest number is capped`() async throws {
        let most = 1 << 53
        let summary = try await check(
            (1...2_000).map { Samples.repository($0, stars: most, language: "C") }
                + [
                    Samples.repository(9_999, stars: most + 1),
                    Samples.repository(9_998, stars: -1),
                ]
        )
        #expect(summary.totalStars == most)
        #expect(summary.languages.map(\.stars) == [most])
        #expect(summary.skipped == 2)
    }
}
