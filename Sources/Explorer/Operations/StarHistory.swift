package import FoundationEssentials
package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for the history of a repository's stars.
package struct StarHistoryQuery: RepositoryQuery {
    package var owner: String
    package var name: String
    /// Greatest number of points.
    package var points = 15

    package static let pointCounts = 2...60

    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }
}

/// How many stars a repository had, and when.
package struct StarHistory: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        package let at: Date
        package let stars: Int
    }

    /// The current full name.
    package let repository: String
    package let stars: Int
    /// Oldest first. The last one is the number of stars now.
    package let points: [Point]
    /// Whether GitHub lists all stargazers. Otherwise the last point alone covers those that it
    /// does not list.
    package let complete: Bool

    /// GitHub lists no stargazers after this one.
    package static let listedStars = 40_000

    /// At most `count` of the numbers from 1 to `last`, evenly spaced, with both ends.
    static func spread(_ count: Int, over last: Int) -> [Int] {
        let count = min(count, last)
        return (0..<count).map { 1 + $0 * (last - 1) / max(count - 1, 1) }
    }
}

extension Explorer {
    /// The history in at most `points` points.
    ///
    /// Only evenly spaced pages of stargazers are requested, with the addresses that
    /// ``stargazers(_:_:)`` uses for pages of 100. If these are all pages, the points are evenly
    /// spaced stars; otherwise each is the first star of a page. A renamed repository is asked for
    /// by its present name, which needs no redirects.
    package func starHistory(
        _ query: StarHistoryQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<StarHistory> {
        let repository = try await client.repository(query.repository, fetch)
        let (value, pageSize) = (repository.value, GitHubClient.pageSize)
        // Dots would lead to another path.
        let isName = ![value.owner, value.name].contains { $0.allSatisfy { $0 == "." } }
        let present = RepositoryName(owner: value.owner, name: value.name)
        let list = PagedList.stargazers(of: isName ? present : query.repository)
        let pageCount = (min(value.stars, StarHistory.listedStars) + pageSize - 1) / pageSize
        let numbers = StarHistory.spread(query.points - 1, over: pageCount)
        let planned = fetch.planning(numbers.count)
        let pages = try await concurrently(numbers) {
            number throws(GitHubError) -> Response<LossyList<StarTime>>? in
            try await served(list, number, of: pageSize, planned)
        }
        let answered = pages.compactMap(\.self)
        let freshness = answered.reduce(repository.provenance) {
            $0.combined(with: $1.provenance)
        }
        let now = answered.reduce(repository.provenance.fetchedAt) {
            max($0, $1.provenance.fetchedAt)
        }
        let known = zip(numbers, pages).flatMap { number, page in
            let first = (number - 1) * pageSize + 1
            let points = (page?.value.items ?? []).enumerated().compactMap { index, star in
                star.starredAt.map { StarHistory.Point(at: $0.date, stars: first + index) }
            }
            return numbers.count == pageCount ? points[...] : points.prefix(1)
        }
        var points: [StarHistory.Point] = []
        for number in StarHistory.spread(query.points - 1, over: known.count) {
            // Never backwards, and never after now, whatever GitHub says.
            let at = min(max(known[number - 1].at, points.last?.at ?? .distantPast), now)
            points.append(StarHistory.Point(at: at, stars: known[number - 1].stars))
        }
        // The list may be newer than the stored number.
        let stars = max(value.stars, points.last?.stars ?? 0)
        let history = StarHistory(
            repository: value.fullName, stars: stars,
            points: points + [StarHistory.Point(at: now, stars: stars)],
            complete: stars <= StarHistory.listedStars && answered.count == pages.count)
        let undated = answered.map { $0.value.items.count { $0.starredAt == nil } }
        return Fetched(history, freshness, skipped: undated.reduce(0, +))
    }
}
