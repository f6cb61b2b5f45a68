import GitHubAPI

/// How many users to draw, and how.
package struct RandomUsersQuery: Hashable, Sendable {
    package enum Sort: String, Hashable, Sendable, Codable, CaseIterable {
        case id
        /// Most followers first; costs one request a user.
        case followers
    }

    package enum Sampling: String, Hashable, Sendable, Codable, CaseIterable {
        /// One run of neighbours after a random id.
        case page
        /// Each user drawn by itself; costs one request a user.
        case independent
    }

    package enum Avatars: String, Hashable, Sendable, Codable, CaseIterable {
        case url
        /// With the images' bytes.
        case inline
    }

    package var count = 15
    /// The same seed draws the same ids.
    package var seed: Int?
    package var sort = Sort.id
    package var sampling = Sampling.page
    package var avatars = Avatars.url

    package init() {}

    /// Requests that it takes if no run of users is short: progress counts towards them.
    fileprivate var knownRequests: Int {
        (sampling == .page ? 1 : count) + (sort == .followers ? count : 0)
            + (avatars == .inline ? count : 0)
    }
}

/// Users drawn by chance.
package struct RandomUsers: Hashable, Sendable {
    package struct Drawn: Hashable, Sendable {
        /// An image that was asked for.
        package enum Avatar: Hashable, Sendable {
            case image(InlineImage)
            /// It could not be had.
            case missing
        }

        package let user: User
        /// Where they were sorted by followers.
        package fileprivate(set) var followers: Int?
        /// Where images were asked for.
        package fileprivate(set) var avatar: Avatar?
    }

    package let users: [Drawn]
    /// The id that the run of neighbours follows; nil for users drawn by themselves or from the
    /// cache.
    package let since: Int?
    package let freshness: Freshness
    package let skipped: Int
}

extension Explorer {
    /// Users drawn by chance.
    ///
    /// While GitHub's limit is used up, or with no connection and no seed, they are drawn from
    /// what the cache has; the result is then `stale`.
    package func randomUsers(
        _ query: RandomUsersQuery, _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> RandomUsers {
        let fetch = options.fetch.planning(query.knownRequests)
        return try await asking(about: nil) { () throws(GitHubError) in
            let seed = query.seed.map { UInt64(bitPattern: Int64($0)) }
            var draw = SeededDraw(seed: seed ?? environment.randomSeed())
            do throws(GitHubError) {
                let sample = try await sample(query, draw, fetch)
                return try await finish(sample, query, fetch)
            } catch {
                guard error.allowsCachedDraw(isSeeded: query.seed != nil),
                    let sample = await cachedSample(query, &draw, fetch)
                else { throw error }
                return try await finish(sample, query, fetch)
            }
        }
    }

    private func sample(
        _ query: RandomUsersQuery, _ draw: SeededDraw, _ fetch: FetchOptions
    ) async throws(GitHubError) -> UserSample {
        let top = try await ceiling.value(client, environment)
        return switch query.sampling {
        case .page:
            try await neighbours(query.count, draw, ceiling: top, fetch)
        case .independent:
            try await independent(query.count, draw, ceiling: top, fetch)
        }
    }

    /// Adds followers and images, and sorts.
    private func finish(
        _ sample: UserSample, _ query: RandomUsersQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> RandomUsers {
        var sample = sample
        var drawn = sample.users.sorted { $0.id < $1.id }.map { RandomUsers.Drawn(user: User($0)) }
        if query.sort == .followers {
            let followers = try await followers(of: &sample, fetch)
            drawn = drawn.compactMap { user in
                followers[user.user.id].map { RandomUsers.Drawn(user: user.user, followers: $0) }
            }
            drawn.sort { ($1.followers ?? 0, $0.user.id) < ($0.followers ?? 0, $1.user.id) }
        }
        if query.avatars == .inline {
            let images = try await images(of: &sample, fetch)
            for index in drawn.indices {
                let image = images[drawn[index].user.id]
                drawn[index].avatar = image.map { .image($0) } ?? .missing
            }
        }
        return RandomUsers(
            users: drawn, since: sample.since, freshness: Freshness(sample.provenance),
            skipped: sample.skipped)
    }

    /// Follower counts by id. A user who cannot be seen any more is counted as skipped.
    private func followers(
        of sample: inout UserSample, _ fetch: FetchOptions
    ) async throws(GitHubError) -> [Int: Int] {
        let client = client
        let profiles = try await concurrently(sample.users) {
            user throws(GitHubError) -> Answer<GitHubProfile>? in
            do throws(GitHubError) {
                return try await client.user(user.login, fetch)
            } catch {
                guard error.isAboutOneAccount else { throw error }
                return nil
            }
        }
        var followers: [Int: Int] = [:]
        for (user, profile) in zip(sample.users, profiles) {
            guard let profile else {
                sample.skipped += 1
                continue
            }
            followers[user.id] = profile.value.followers
            sample.provenance = sample.provenance.combined(with: profile.provenance)
        }
        return followers
    }

    /// Images by id, without those that cannot be had.
    private func images(
        of sample: inout UserSample, _ fetch: FetchOptions
    ) async throws(GitHubError) -> [Int: InlineImage] {
        let client = client
        let answers = try await concurrently(sample.users) {
            user throws(GitHubError) -> Answer<GitHubAvatar>? in
            do throws(GitHubError) {
                return try await client.avatar(of: user, size: nil, fetch)
            } catch {
                if error == .cancelled { throw error }
                return nil
            }
        }
        var images: [Int: InlineImage] = [:]
        for (user, answer) in zip(sample.users, answers) {
            guard let answer else { continue }
            images[user.id] = InlineImage(answer.value)
            sample.provenance = sample.provenance.combined(with: answer.provenance)
        }
        return images
    }
}

extension GitHubError {
    fileprivate func allowsCachedDraw(isSeeded: Bool) -> Bool {
        switch self {
        case .rateLimited: true
        case .offline: !isSeeded
        default: false
        }
    }

    /// The account is gone, blocked or malformed; others may be fine.
    fileprivate var isAboutOneAccount: Bool {
        switch self {
        case .notFound, .forbidden, .invalidResponse: true
        default: false
        }
    }
}

extension RandomUsers.Drawn: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: User.Member.self)
        try user.encode(into: &container)
        try container.encodeIfPresent(followers, forKey: .followers)
        switch avatar {
        case .image(let image): try container.encode(image, forKey: .avatar)
        case .missing: try container.encodeNil(forKey: .avatar)
        case nil: break
        }
    }
}

extension RandomUsers: Encodable {
    private enum CodingKeys: String, CodingKey {
        case users, since, freshness, skipped
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(since, forKey: .since)
        try container.encode(freshness, forKey: .freshness)
        if skipped > 0 { try container.encode(skipped, forKey: .skipped) }
    }
}
