import GitHubAPI
import HTTPCore

/// A total order of repositories.
///
/// Repositories with equal keys are sorted by full name, A to Z in any case, in both directions.
/// `name` compares full names too; the owner is the same for all.
struct RepositoryOrder {
    let sort: RepositoryListQuery.Sort
    let direction: Direction

    func sorted(_ repositories: [Repository]) -> [Repository] {
        let isAscending = direction == .asc
        let keyed = repositories.map {
            (rank: rank(of: $0), name: $0.fullName.lowercased(), repository: $0)
        }
        return keyed.sorted { left, right in
            if left.rank != right.rank { return (left.rank < right.rank) == isAscending }
            if left.name == right.name { return left.repository.id < right.repository.id }
            return (left.name < right.name) == (sort != .name || isAscending)
        }.map(\.repository)
    }

    /// Zero for all if the order is by name.
    private func rank(of repository: Repository) -> Int {
        switch sort {
        case .stars: repository.stars
        case .name: 0
        // A repository without commits sorts as the oldest.
        case .pushed: repository.pushedAt?.secondsSince1970 ?? .min
        case .updated: repository.updatedAt.secondsSince1970
        case .created: repository.createdAt.secondsSince1970
        }
    }
}

/// Descending or ascending.
package enum Direction: String, Hashable, Sendable, Decodable, CaseIterable {
    case desc, asc
}
