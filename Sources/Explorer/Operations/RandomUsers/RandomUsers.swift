package import GitHubAPI
import HTTPCore
import Synchronization

/// How many users to draw, and how.
package struct RandomUsersQuery: ExplorerQuery {
    package enum Sort: String, Hashable, Sendable, Decodable, CaseIterable {
        case id
        /// Most followers first; costs one request per user.
        case followers
    }

    package enum Sampling: String, Hashable, Sendable, Decodable, CaseIterable {
        /// Consecutive users after a random id.
        case page
        /// Each user is drawn on its own, with one request per user.
        case independent
    }

    package enum Avatars: String, Hashable, Sendable, Decodable, CaseIterable {
        case url
        /// The images themselves.
        case inline
    }

    package var count = 15
    /// The same seed draws the same ids.
    package var seed: Int?
    package var sort = Sort.id
    package var sampling = Sampling.page
    package var avatars = Avatars.url

    package static let counts = 1...100
    /// Every JSON parser represents these exactly.
    package static let seeds = 0...(1 << 53) - 1

    package init() {}

    package var isRepeatable: Bool { seed != nil }

    /// The number of requests if no page of users is short; progress counts towards it.
    fileprivate var knownRequests: Int {
        (sampling == .page ? 1 : count) + (sort == .followers ? count : 0)
            + (avatars == .inline ? count : 0)
    }
}

/// Users drawn at random.
package struct RandomUsers: Hashable, Sendable {
    package struct Drawn: Hashable, Sendable {
        package let user: User
        /// Nil unless the query sorts by followers.
        package fileprivate(set) var followers: Int?
        /// Nil unless the query asks for images; then the image, or nil if there is none.
        package fileprivate(set) var avatar: AvatarImage??
    }

    /// Most bytes of all images together; a user whose image exceeds it has none.
    package static let maximumImageBytes = 16 << 20

    package let users: [Drawn]
    /// The id after which the users follow; nil if each was drawn on its own, or from the cache.
    package let since: Int?
}

extension Explorer {
    /// Users drawn at random.
    ///
    /// If GitHub's limit is used up, or if the server is offline and no seed is given, they are
    /// drawn from the cache, and the result is `stale`.
    package func randomUsers(
        _ query: RandomUsersQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<RandomUsers> {
        let fetch = fetch.planning(query.knownRequests)
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

    private func sample(
        _ query: RandomUsersQuery, _ draw: SeededDraw, _ fetch: FetchOptions
    ) async throws(GitHubError) -> UserSample {
        let sample = query.sampling == .page ? consecutive : independent
        let top = try await ceiling.value(client, environment)
        let first = try await sample(query.count, draw, top, true, fetch)
        guard let end = first.end else { return first }
        // The ids end lower: draw again, so that the next call with this seed draws the same.
        let found = try await ceiling.lower(from: top, to: end, client, environment)
        let whole = try await sample(query.count, draw, found, false, fetch)
        if let end = whole.end {
            _ = try await ceiling.lower(from: found, to: end, client, environment)
        }
        return whole
    }

    /// Adds followers and images, and sorts. Users without a profile are counted as skipped.
    private func finish(
        _ sample: UserSample, _ query: RandomUsersQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Fetched<RandomUsers> {
        guard var provenance = sample.provenance else {
            throw .invalidResponse(status: 200, reason: "expected at least one user to draw")
        }
        listed.note(sample.users, provenance, credential: client.presentCredential)
        let client = client
        var skipped = sample.skipped
        var drawn = sample.users.sorted { $0.id < $1.id }.map { RandomUsers.Drawn(user: $0) }
        if query.sort == .followers {
            let profiles = try await each(sample.users, &provenance, except: \.isAboutOneAccount) {
                user throws(GitHubError) in
                try await client.profile(of: .user(user.login), fetch)
            }
            for index in drawn.indices {
                drawn[index].followers = profiles[drawn[index].user.id]?.followers
            }
            drawn.removeAll { $0.followers == nil }
            skipped += sample.users.count - drawn.count
            drawn.sort { ($1.followers ?? 0, $0.user.id) < ($0.followers ?? 0, $1.user.id) }
        }
        if query.avatars == .inline {
            let room = Mutex(RandomUsers.maximumImageBytes)
            let images = try await each(sample.users, &provenance, except: { $0 != .cancelled }) {
                user throws(GitHubError) in
                let image = try await client.avatar(of: user, size: nil, fetch)
                try room.withLock { room throws(GitHubError) in
                    guard image.value.bytes.count <= room else {
                        let reason = "the images together are too large"
                        throw .invalidResponse(status: 200, reason: reason)
                    }
                    room -= image.value.bytes.count
                }
                return image
            }
            for index in drawn.indices {
                drawn[index].avatar = .some(images[drawn[index].user.id])
            }
        }
        return Fetched(
            RandomUsers(users: drawn, since: sample.since), provenance, skipped: skipped)
    }

    /// What `request` returns for each of `users`, by id, without those whose error `mayFail`
    /// accepts.
    private func each<Value: Sendable>(
        _ users: [User], _ provenance: inout Provenance,
        except mayFail: @escaping @Sendable (GitHubError) -> Bool,
        _ request: @escaping @Sendable (User) async throws(GitHubError) -> Response<Value>
    ) async throws(GitHubError) -> [Int: Value] {
        let responses = try await concurrently(users) {
            user throws(GitHubError) -> Response<Value>? in
            do throws(GitHubError) {
                return try await request(user)
            } catch {
                guard mayFail(error) else { throw error }
                return nil
            }
        }
        var values: [Int: Value] = [:]
        for (user, response) in zip(users, responses) {
            guard let response else { continue }
            values[user.id] = response.value
            provenance = provenance.combined(with: response.provenance)
        }
        return values
    }
}

extension GitHubError {
    fileprivate func allowsCachedDraw(isSeeded: Bool) -> Bool {
        switch self {
        case .rateLimited: true
        case .offline: !isSeeded
        case .notFound, .noReadme, .unauthorized, .forbidden, .unavailable, .invalidResponse,
            .invalidQuery, .cancelled:
            false
        }
    }

    /// The account is gone, blocked or malformed, which says nothing about the others.
    fileprivate var isAboutOneAccount: Bool {
        switch self {
        case .notFound, .forbidden, .invalidResponse: true
        case .noReadme, .unauthorized, .rateLimited, .unavailable, .invalidQuery, .offline,
            .cancelled:
            false
        }
    }
}
