package import FoundationEssentials
package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for the history of a repository's stars.
package struct StarHistoryQuery: RepositoryQuery {
    package var owner: String
    package var name: String
    /// Most points of the result.
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
        guard last > count else { return Array(stride(from: 1, through: last, by: 1)) }
        return (0..<count).map { 1 + $0 * (last - 1) / max(count - 1, 1) }
    }
}

extension Explorer {
    /// The history in at most `points` points.
    ///
    /// Only evenly spaced pages of stargazers are requested, with the addresses that
    /// ``stargazers(_:_:)`` uses for pages of 100. If these are all pages, the points are evenly
    /// spaced stars; otherwise each is the first star of a page.
    package func starHistory(
        _ query: StarHistoryQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<StarHistory> {
        let repository = try await client.repository(query.repository, fetch)
        let stars = repository.value.stars
        let pageSize = GitHubClient.pageSize
        let pageCount = (min(stars, StarHistory.listedStars) + pageSize - 1) / pageSize
        let numbers = StarHistory.spread(query.points - 1, over: pageCount)
        let planned = fetch.planning(numbers.count)
        let pages = try await concurrently(numbers) { number throws(GitHubError) in
            var page = StargazerQuery(owner: query.owner, name: query.name)
            (page.page, page.perPage) = (number, pageSize)
            return try await served(page, planned)
        }
        let known = zip(numbers, pages).flatMap { number, page in
            let first = (number - 1) * pageSize + 1
            let points = (page?.value.items ?? []).enumerated().compactMap { index, item in
                item.starredAt.map { StarHistory.Point(at: $0.date, stars: first + index) }
            }
            return numbers.count == pageCount ? points[...] : points.prefix(1)
        }
        let now = repository.provenance.fetchedAt
        let shown = StarHistory.spread(query.points - 1, over: known.count)
            .map { known[$0 - 1] }.sorted { $0.at < $1.at }
        let last = StarHistory.Point(at: max(now, shown.last?.at ?? now), stars: stars)
        let history = StarHistory(
            repository: repository.value.fullName, stars: stars,
            points: shown + [last],
            complete: stars <= StarHistory.listedStars && !pages.contains { $0 == nil })
        let answered = pages.compactMap(\.self)
        return Fetched(
            history,
            answered.reduce(repository.provenance) { $0.combined(with: $1.provenance) },
            skipped: answered.reduce(0) { $0 + $1.value.skipped })
    }
}
