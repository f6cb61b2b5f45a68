import GitHubAPI

/// Accounts that were drawn, each once, before they are sorted and added to.
struct UserSample {
    private(set) var users: [GitHubUser] = []
    /// The id that the first run of neighbours follows.
    let since: Int?
    var skipped = 0
    var provenance: Provenance
    private var seen: Set<Int> = []

    init(since: Int?, provenance: Provenance) {
        self.since = since
        self.provenance = provenance
    }

    /// Takes users over until `count` are there.
    mutating func add(_ list: [GitHubUser], upTo count: Int) {
        for user in list where users.count < count && seen.insert(user.id).inserted {
            users.append(user)
        }
    }

    mutating func add(_ page: Answer<LossyList<GitHubUser>>, upTo count: Int) {
        add(page.value.items, upTo: count)
        skipped += page.value.skipped
        provenance = provenance.combined(with: page.provenance)
    }
}

extension Explorer {
    /// Draws that are made at most, so that a world of fewer users than asked for has an end.
    private static var maximumRounds: Int { 8 }

    /// Runs that are asked for at most. On average each lies at a third of the ids of the one
    /// before, so that this is enough for any world; of GitHub's ids one run is enough.
    private static var maximumRuns: Int { 24 }

    /// One run of neighbours after a random id, filled by other runs where it is short.
    ///
    /// A short run has shown all that there is after its id, so the next one begins before it: a
    /// world whose ids lie far below a few high ones is found as well.
    func neighbours(
        _ count: Int, _ draw: SeededDraw, ceiling: Int, _ fetch: FetchOptions
    ) async throws(GitHubError) -> UserSample {
        var draw = draw
        var since = draw.number(below: ceiling)
        let first = try await client.users(since: since, perPage: count, fetch)
        var sample = UserSample(since: since, provenance: first.provenance)
        sample.add(first, upTo: count)
        for _ in 1..<Self.maximumRuns {
            let missing = count - sample.users.count - sample.skipped
            guard missing > 0, since > 0 else { break }
            since = draw.number(below: since)
            sample.add(
                try await client.users(since: since, perPage: missing, fetch), upTo: count)
        }
        return sample
    }

    /// Each user by itself: the first account whose id is a random number or follows it.
    func independent(
        _ count: Int, _ draw: SeededDraw, ceiling: Int, _ fetch: FetchOptions
    ) async throws(GitHubError) -> UserSample {
        var draw = draw
        let client = client
        var sample: UserSample?
        for _ in 0..<Self.maximumRounds {
            let missing = count - (sample?.users.count ?? 0) - (sample?.skipped ?? 0)
            guard missing > 0 else { break }
            let ids = (0..<missing).map { _ in draw.number(below: ceiling) }
            let pages = try await concurrently(ids) { id throws(GitHubError) in
                try await client.users(since: id, perPage: 1, fetch)
            }
            for page in pages {
                var grown = sample ?? UserSample(since: nil, provenance: page.provenance)
                grown.add(page, upTo: count)
                sample = grown
            }
        }
        guard let sample else {
            throw .invalidResponse(status: 200, reason: "expected at least one user to draw")
        }
        return sample
    }

    /// Users whom the cache knows, drawn by chance; nil if there are none.
    ///
    /// To be sorted by followers, a user's profile must be known as well.
    func cachedSample(
        _ query: RandomUsersQuery, _ draw: inout SeededDraw, _ fetch: FetchOptions
    ) async -> UserSample? {
        let pages = await environment.cachedUserPages(Self.maximumCachedPages)
        guard let newest = pages.first else { return nil }
        var oldest = newest.fetchedAt
        var known: [Int: GitHubUser] = [:]
        for page in pages {
            let users = GitHubClient.users(inBody: page.body) ?? []
            if !users.isEmpty { oldest = min(oldest, page.fetchedAt) }
            for user in users where known[user.id] == nil { known[user.id] = user }
        }
        var candidates = known.values.sorted { $0.id < $1.id }.shuffled(using: &draw)
        if query.sort == .followers {
            candidates = await candidatesWithProfile(candidates, query.count, fetch)
        }
        guard !candidates.isEmpty else { return nil }
        var sample = UserSample(
            since: nil, provenance: Provenance(source: .stale, fetchedAt: oldest))
        sample.add(candidates, upTo: query.count)
        return sample
    }

    private static var maximumCachedPages: Int { 100 }

    private func candidatesWithProfile(
        _ candidates: [GitHubUser], _ count: Int, _ fetch: FetchOptions
    ) async -> [GitHubUser] {
        var found: [GitHubUser] = []
        for user in candidates where found.count < count {
            if (try? await client.user(user.login, fetch)) != nil { found.append(user) }
        }
        return found
    }
}
