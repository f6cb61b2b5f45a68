import GitHubAPI
import HTTPCore
import JSONCore

/// Drawn accounts without repetition, before they are sorted.
struct UserSample {
    private(set) var users: [User] = []
    /// The id after which the first page begins; nil if there is no such page.
    var since: Int?
    /// The lowest id after which a page was empty: no id is higher.
    private(set) var end: Int?
    var skipped = 0
    /// Nil before the first page.
    var provenance: Provenance?
    private var seen: Set<Int> = []

    func missing(of count: Int) -> Int { count - users.count - skipped }

    /// Adds users until there are `count`.
    mutating func add(_ list: [User], upTo count: Int) {
        for user in list where users.count < count && seen.insert(user.id).inserted {
            users.append(user)
        }
    }

    /// - Parameter since: the id after which the page begins.
    mutating func add(_ page: Response<LossyList<User>>, since: Int, upTo count: Int) {
        add(page.value.items, upTo: count)
        skipped += page.value.skipped
        if page.value.isEmpty { end = min(end ?? since, since) }
        provenance = provenance?.combined(with: page.provenance) ?? page.provenance
    }
}

extension Explorer {
    /// Most rounds of draws, so that drawing ends if there are fewer users than requested.
    private static var maximumRounds: Int { 8 }

    /// Most pages that are requested. On average each begins at a third of the id at which the one
    /// before began, so this is enough for any ids; for GitHub's, one page is.
    private static var maximumRuns: Int { 24 }

    /// Consecutive users after a random id, filled up from other pages if there are too few.
    ///
    /// A short page has shown all users after its id, so the next page begins before it. This also
    /// finds users whose ids are far below a few high ones.
    func consecutive(
        _ count: Int, _ draw: SeededDraw, ceiling: Int, stopsAtEnd: Bool, _ fetch: FetchOptions
    ) async throws(GitHubError) -> UserSample {
        var draw = draw
        var since = ceiling
        var sample = UserSample()
        for _ in 0..<Self.maximumRuns {
            let missing = sample.missing(of: count)
            guard missing > 0, since > 0, !stopsAtEnd || sample.end == nil else { break }
            since = draw.number(below: since)
            sample.since = sample.since ?? since
            sample.add(
                try await client.users(since: since, perPage: missing, fetch), since: since,
                upTo: count)
        }
        return sample
    }

    /// Each user on its own: the first account whose id follows a random number.
    ///
    /// Numbers in known gaps (``UserGaps``) are skipped, because they lead to the same account.
    func independent(
        _ count: Int, _ draw: SeededDraw, ceiling: Int, stopsAtEnd: Bool, _ fetch: FetchOptions
    ) async throws(GitHubError) -> UserSample {
        var gaps = UserGaps(draw, ceiling: ceiling)
        let client = client
        var sample = UserSample()
        for _ in 0..<Self.maximumRounds where !stopsAtEnd || sample.end == nil {
            let ids = gaps.draw(sample.missing(of: count))
            let pages = try await concurrently(ids) { id throws(GitHubError) in
                try await client.users(since: id, perPage: 1, fetch)
            }
            for (id, page) in zip(ids, pages) {
                gaps.learn(page.value, since: id)
                sample.add(page, since: id, upTo: count)
            }
        }
        return sample
    }

    /// Users drawn at random from the cache; nil if it has none.
    ///
    /// If the query sorts by followers, only users with a cached profile count.
    func cachedSample(
        _ query: RandomUsersQuery, _ draw: inout SeededDraw, _ fetch: FetchOptions
    ) async -> UserSample? {
        let pages = await environment.cachedUserPages(Self.maximumCachedPages)
        guard let newest = pages.first else { return nil }
        var oldest = newest.fetchedAt
        var known: [Int: User] = [:]
        for page in pages {
            let users = GitHubClient.users(inBody: page.body) ?? []
            if !users.isEmpty { oldest = min(oldest, page.fetchedAt) }
            for user in users where known[user.id] == nil { known[user.id] = user }
        }
        var candidates = known.values.sorted { $0.id < $1.id }.shuffled(using: &draw)
        if query.sort == .followers {
            var found: [User] = []
            for user in candidates where found.count < query.count {
                let profile = try? await client.profile(of: .user(user.login), fetch)
                if profile != nil { found.append(user) }
            }
            candidates = found
        }
        guard !candidates.isEmpty else { return nil }
        var sample = UserSample()
        sample.provenance = Provenance(source: .stale, fetchedAt: oldest)
        sample.add(candidates, upTo: query.count)
        return sample
    }

    private static var maximumCachedPages: Int { 100 }
}
