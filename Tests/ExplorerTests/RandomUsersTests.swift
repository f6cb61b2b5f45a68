import Explorer
import FoundationEssentials
import GitHubAPI
import HTTPCore
import Synchronization
import TestSupport
import Testing

@Suite struct RandomUsersTests {
    private static let limit = RateLimitNotice(resource: "core", retryAfter: 60, isSecondary: false)

    private static let ceilingSearch =
        "/search/users?q=type%3Auser&sort=joined&order=desc&per_page=1"

    /// A GitHub on which every id from 1 to `top` is a user with as many followers as its last
    /// digit.
    private static func world(
        _ top: Int,
        _ override: @escaping @Sendable (String) -> ScriptedTransport.Answer? = { _ in nil }
    ) -> ScriptedTransport {
        ScriptedTransport.byTarget { target in
            if let answer = override(target) { return answer }
            if target == ceilingSearch {
                return .body(Samples.search([Samples.user(top)], total: top))
            }
            if target.hasPrefix("/users/user"), let id = Int(target.dropFirst(11)) {
                return .body(Samples.profile(id, followers: id % 10))
            }
            guard let address = WebAddress("https://x" + target), address.path == "/users",
                let since = address.value(of: "since").flatMap({ Int($0) }),
                let count = address.value(of: "per_page").flatMap({ Int($0) })
            else { return nil }
            let ids = (since + 1)..<(since + 1 + count)
            return .body(Samples.users(ids.filter { $0 <= top }))
        }
    }

    /// Users drawn from `github` with seed 42 unless changed.
    private func check(
        _ github: ScriptedTransport, _ change: (inout RandomUsersQuery) -> Void = { _ in },
        environment: (inout ExplorerEnvironment) -> Void = { _ in }
    ) async throws -> Fetched<RandomUsers> {
        var query = RandomUsersQuery()
        query.seed = 42
        change(&query)
        return try await github.explorer(token: nil, environment).randomUsers(query)
    }

    private func ids(_ drawn: Fetched<RandomUsers>) -> [Int] {
        drawn.users.map(\.user.id)
    }

    @Test func `a page is a run of consecutive users after a random id`() async throws {
        let github = Self.world(200_000_000)
        let drawn = try await check(github)
        let since = try #require(drawn.since)
        #expect(ids(drawn) == Array((since + 1)...(since + 15)))
        #expect(github.targets == [Self.ceilingSearch, "/users?since=\(since)&per_page=15"])
    }

    @Test func `the same seed draws the same ids, and other seeds draw others`() async throws {
        let first = try await check(Self.world(200_000_000))
        #expect(try await check(Self.world(200_000_000)).since == first.since)
        let others = try await (0..<50).asyncMap { seed in
            try await check(Self.world(200_000_000)) { $0.seed = seed }.since
        }
        #expect(Set(others).count == 50)
    }

    @Test func `a day's growth of the ceiling changes hardly any draw`() async throws {
        var same = 0
        for seed in 0..<200 {
            // Across a power of two, where a range that followed the ceiling would change.
            let today = try await check(Self.world(268_400_000)) { $0.seed = seed }
            let tomorrow = try await check(Self.world(268_540_000)) { $0.seed = seed }
            if today.since == tomorrow.since { same += 1 }
        }
        #expect(same >= 195)
    }

    @Test(arguments: [1, 5, 1_000, 1 << 24, 5_000_000_000])
    func `draws stay below the ceiling for any number of users`(top: Int)
        async throws
    {
        for seed in 0..<20 {
            let since = try await check(Self.world(top)) { $0.seed = seed }.since
            #expect(since.map { (0..<top).contains($0) } == true)
        }
    }

    @Test func `a short run at the end of the ids is filled by another draw`()
        async throws
    {
        let since = try #require(try await check(Self.world(1_000_000)).since)
        let github = Self.world(1_000_000) { target in
            target == "/users?since=\(since)&per_page=15"
                ? .body(Samples.users((since + 1)...(since + 4))) : nil
        }
        let drawn = try await check(github)
        #expect(drawn.since == since)
        #expect(drawn.users.count == 15)
        #expect(ids(drawn) == Set(ids(drawn)).sorted())
        #expect(github.targets.last?.hasSuffix("&per_page=11") == true)
    }

    @Test func `a run before a gap at the end of the ids is filled from far below`() async throws {
        // Ids 1 to 1,000 and 583,231.
        let github = Self.world(583_231) { target in
            guard let address = WebAddress("https://x" + target), address.path == "/users",
                let since = address.value(of: "since").flatMap({ Int($0) }),
                let count = address.value(of: "per_page").flatMap({ Int($0) })
            else { return nil }
            let ids = [Int]((since + 1)..<max(since + 1, 1_001)) + [583_231]
            return .body(Samples.users(Array(ids.prefix(count))))
        }
        for seed in 0..<5 {
            let drawn = try await check(github) { $0.seed = seed }
            #expect(Set(ids(drawn)).count == 15)
        }
    }

    @Test func `each independent user is the first at or after a random id`() async throws {
        let github = Self.world(200_000_000)
        let drawn = try await check(github) { query in
            query.sampling = .independent
            query.count = 20
        }
        #expect(drawn.since == nil)
        #expect(Set(ids(drawn)).count == 20)
        #expect(github.targets.filter { $0.hasSuffix("per_page=1") }.count == 21)
        let gaps = zip(ids(drawn), ids(drawn).dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 > 1 })
    }

    @Test func `independent users of a small world are distinct`() async throws {
        let drawn = try await check(Self.world(12)) { query in
            query.sampling = .independent
            query.count = 10
        }
        #expect(ids(drawn) == Set(ids(drawn)).sorted())
        #expect(drawn.users.count >= 8)
    }

    @Test func `sorted by followers, the most followed users come first, with their counts`()
        async throws
    {
        let drawn = try await check(Self.world(200_000_000)) { $0.sort = .followers }
        let followers = drawn.users.compactMap(\.followers)
        #expect(followers.count == 15)
        #expect(followers == followers.sorted(by: >))
        #expect(followers == drawn.users.map { $0.user.id % 10 })
    }

    @Test func `a user whose profile is gone is left out and counted`() async throws {
        let since = try #require(try await check(Self.world(1_000)).since)
        let gone = "/users/user\(since + 2)"
        let github = Self.world(1_000) { $0 == gone ? .status(404) : nil }
        let drawn = try await check(github) { $0.sort = .followers }
        #expect(drawn.users.count == 14)
        #expect(drawn.skipped == 1)
    }

    @Test func `inline avatars come with the users, and a user without one has nil`() async throws {
        let since = try #require(try await check(Self.world(1_000)) { $0.count = 2 }.since)
        let github = Self.world(1_000) { target in
            target == "/u/\(since + 1)?v=4" ? .bytes(Array("GIF89a".utf8)) : nil
        }
        let drawn = try await check(github) { query in
            query.count = 2
            query.avatars = .inline
        }
        #expect(drawn.users.map { $0.avatar??.bytes } == [Array("GIF89a".utf8), nil])
        #expect(drawn.users.allSatisfy { $0.avatar != nil })
        #expect(try await check(github).users.allSatisfy { $0.avatar == nil })
    }

    @Test func `the ceiling is requested once a day and survives restarts`() async throws {
        let memo = Mutex<[String: [UInt8]]>([:])
        let day = Mutex(0)
        let github = Self.world(1_000)
        let explorer = { () throws -> Explorer in
            try github.explorer { environment in
                environment.now = {
                    let days = day.withLock { $0 }
                    return Date(timeIntervalSince1970: 1_700_000_000 + 86_400 * Double(days))
                }
                environment.loadMemo = { key in memo.withLock { $0[key] } }
                environment.saveMemo = { key, value in memo.withLock { $0[key] = value } }
            }
        }
        let first = try explorer()
        for explorer in [first, first, try explorer()] {
            _ = try await explorer.randomUsers(RandomUsersQuery())
        }
        #expect(github.targets.filter { $0 == Self.ceilingSearch }.count == 1)
        day.withLock { $0 = 1 }
        _ = try await first.randomUsers(RandomUsersQuery())
        #expect(github.targets.filter { $0 == Self.ceilingSearch }.count == 2)
    }

    @Test func `without a response to the search the last known ceiling is used`() async throws {
        let github = Self.world(1 << 40) {
            $0 == Self.ceilingSearch ? .failure(.rateLimited(Self.limit)) : nil
        }
        let fallback = try await check(github)
        #expect(fallback.since == (try await check(Self.world(232_800_000)).since))
        let remembered = try await check(
            github,
            environment: { environment in
                environment.loadMemo = { _ in Array("1000 1600000000".utf8) }
            })
        #expect(remembered.since == (try await check(Self.world(1_000)).since))
    }

    @Test func `a failed search is not repeated within a minute`() async throws {
        let github = Self.world(1 << 40) {
            $0 == Self.ceilingSearch ? .failure(.rateLimited(Self.limit)) : nil
        }
        let seconds = Mutex(0.0)
        let explorer = try github.explorer { environment in
            environment.now = {
                Date(timeIntervalSince1970: 1_700_000_000 + seconds.withLock { $0 })
            }
        }
        for (second, searches) in [(0.0, 1), (59, 1), (60, 2)] {
            seconds.withLock { $0 = second }
            _ = try await explorer.randomUsers(RandomUsersQuery())
            #expect(github.targets.filter { $0 == Self.ceilingSearch }.count == searches)
        }
    }

    @Test func `with the limit used up users are drawn from the cache and are stale`()
        async throws
    {
        let github = ScriptedTransport.byTarget { _ in .failure(.rateLimited(Self.limit)) }
        let drawn = try await check(
            github,
            environment: { environment in
                environment.cachedUserPages = { _ in
                    [10..<20, 15..<30].map { ids in
                        (
                            Array(Samples.users(ids).utf8),
                            Date(timeIntervalSince1970: Double(ids.lowerBound))
                        )
                    }
                }
            })
        #expect(drawn.users.count == 15)
        #expect(ids(drawn) == Set(ids(drawn)).sorted())
        #expect(Set(ids(drawn)).isSubset(of: Set(10..<30)))
        #expect(drawn.freshness.source == .stale)
        #expect(drawn.freshness.fetchedAt == Date(timeIntervalSince1970: 10))
        #expect(drawn.since == nil)
    }

    @Test func `with the limit used up and an empty cache the limit is the error`() async throws {
        let github = ScriptedTransport.byTarget { _ in .failure(.rateLimited(Self.limit)) }
        let error = await #expect(throws: GitHubError.self) { try await check(github) }
        #expect(error == .rateLimited(Self.limit))
    }

    @Test func `the cache does not hide other failures`() async throws {
        let failure = UpstreamFailure(cause: .connect, attempts: 3)
        let github = ScriptedTransport.byTarget { _ in .failure(.unavailable(failure)) }
        let error = await #expect(throws: GitHubError.self) {
            try await check(
                github,
                environment: { environment in
                    environment.cachedUserPages = { _ in
                        [(Array(Samples.users(1...20).utf8), Date())]
                    }
                })
        }
        #expect(error == .unavailable(failure))
    }

    @Test func `progress counts towards the total of requests from the first one on`() async throws
    {
        let updates = Mutex<[(done: Int, total: Int)]>([])
        var query = RandomUsersQuery()
        (query.count, query.sampling, query.sort) = (4, .independent, .followers)
        var options = FetchOptions()
        options.progress = RequestProgress { done, total in
            updates.withLock { $0.append((done, total)) }
        }
        _ = try await Self.world(1_000_000).explorer().randomUsers(query, options)
        let seen = updates.withLock { $0 }
        #expect(seen.map(\.done) == Array(1...8))
        #expect(Set(seen.map(\.total)) == [8])
    }

    /// A host whose search finds nobody or fails.
    private static func secluded(
        _ top: Int, search: ScriptedTransport.Answer = .body(Samples.search([], total: 0))
    ) -> ScriptedTransport {
        world(top) { $0 == ceilingSearch ? search : nil }
    }

    @Test(
        arguments: [1, 12, 100, 4_000, 70_000, 3_000_000],
        [RandomUsersQuery.Sampling.page, .independent])
    func `if a search finds nobody, the end of the ids is searched for once`(
        top: Int, sampling: RandomUsersQuery.Sampling
    ) async throws {
        let github = Self.secluded(top)
        let explorer = try github.explorer()
        var query = RandomUsersQuery()
        (query.sampling, query.seed) = (sampling, 7)
        let first = try await explorer.randomUsers(query)
        let once = github.targets.count
        #expect(first.users.count == min(15, top))
        #expect(once <= 45)
        let second = try await explorer.randomUsers(query)
        #expect(ids(second) == ids(first))
        if top >= 4_000 { #expect(github.targets.count - once <= 16) }
    }

    @Test(arguments: [RandomUsersQuery.Sampling.page, .independent])
    func `if the search fails, an empty page lowers the ceiling for later calls`(
        sampling: RandomUsersQuery.Sampling
    ) async throws {
        let memo = Mutex<[String: [UInt8]]>([:])
        let github = Self.secluded(4_000, search: .failure(.rateLimited(Self.limit)))
        var query = RandomUsersQuery()
        (query.sampling, query.seed) = (sampling, 7)
        var drawn: [[Int]] = []
        for _ in 0..<2 {
            let explorer = try github.explorer { environment in
                environment.loadMemo = { key in memo.withLock { $0[key] } }
                environment.saveMemo = { key, value in memo.withLock { $0[key] = value } }
            }
            drawn.append(ids(try await explorer.randomUsers(query)))
        }
        #expect(drawn[0].count == 15 && drawn[0] == drawn[1])
        #expect(
            memo.withLock { $0.values.map { String(decoding: $0, as: UTF8.self) } }.first?
                .hasPrefix("4000 ") == true)
    }

    @Test func `a bound from an interrupted search is not kept for a day`() async throws {
        let memo = Mutex<[String: [UInt8]]>([:])
        let probes = Mutex(0)
        let github = Self.world(4_000) { target in
            if target == Self.ceilingSearch { return .body(Samples.search([], total: 0)) }
            guard target.hasPrefix("/users?") else { return nil }
            let isCut = probes.withLock { probes in
                probes += 1
                return (4...6).contains(probes)
            }
            return isCut ? .failure(.rateLimited(Self.limit)) : nil
        }
        let seconds = Mutex(0.0)
        let explorer = try github.explorer { environment in
            environment.now = {
                Date(timeIntervalSince1970: 1_700_000_000 + seconds.withLock { $0 })
            }
            environment.saveMemo = { key, value in memo.withLock { $0[key] = value } }
        }
        _ = try? await explorer.randomUsers(RandomUsersQuery())
        #expect(memo.withLock { $0.isEmpty })
        seconds.withLock { $0 = 61 }
        _ = try await explorer.randomUsers(RandomUsersQuery())
        #expect(
            memo.withLock { $0.values.map { String(decoding: $0, as: UTF8.self) } }.first?
                .hasPrefix("4000 ") == true)
    }

    @Test func `independent users of a host with a few high ids take few requests`()
        async throws
    {
        // Ids 1 to 1,000 and 583,231, as in a small sandbox.
        let github = Self.world(583_231) { target in
            guard let address = WebAddress("https://x" + target), address.path == "/users",
                let since = address.value(of: "since").flatMap({ Int($0) })
            else { return nil }
            return .body(Samples.users([since < 1_000 ? since + 1 : 583_231].filter { $0 > since }))
        }
        let drawn = try await check(github) { $0.sampling = .independent }
        #expect(drawn.users.count == 15)
        #expect(github.targets.count < 80)
    }

    @Test func `a host that repeats one user or sends none gets a bounded number of requests`()
        async throws
    {
        for body in [Samples.users([5]), Samples.users([1 << 53]), "[]", #"[{"id":-1}]"#] {
            for sampling in RandomUsersQuery.Sampling.allCases {
                let github = Self.world(1) { $0.hasPrefix("/users?") ? .body(body) : nil }
                let drawn = try await check(github) {
                    ($0.sampling, $0.count) = (sampling, 100)
                }
                #expect(drawn.users.count <= 1)
                #expect(github.targets.count <= 810, "\(body) \(sampling)")
            }
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
        -> [Value]
    {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
