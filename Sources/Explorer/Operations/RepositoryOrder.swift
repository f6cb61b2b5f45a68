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
        let keys = repositories.indices.map { key(of: repositories[$0], at: $0) }
        return keys.sorted(by: precedes).map { repositories[$0.place] }
    }

    /// The compared values. They are smaller than a repository, so sorting moves less.
    private struct Key {
        /// Zero for all if the order is by name.
        let rank: Int
        let name: String
        let id: Int
        let place: Int
    }

    private func key(of repository: Repository, at place: Int) -> Key {
        let rank =
            switch sort {
            case .stars: repository.stars
            case .name: 0
            // A repository without commits sorts as the oldest.
            case .pushed: repository.pushedAt?.secondsSince1970 ?? .min
            case .updated: repository.updatedAt.secondsSince1970
            case .created: repository.createdAt.secondsSince1970
            }
        return Key(
            rank: rank, name: repository.fullName.lowercased(), id: repository.id, place: place)
    }

    private func precedes(_ left: Key, _ right: Key) -> Bool {
        if let isBefore = compare(left.rank, right.rank) { return isBefore }
        if sort == .name, let isBefore = compare(left.name, right.name) { return isBefore }
        return left.name == right.name ? left.id < right.id : left.name < right.name
    }

    /// Nil for equal values.
    private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Bool? {
        if left == right { return nil }
        return direction == .asc ? left < right : left > right
    }
}

/// Descending or ascending.
package enum Direction: String, Hashable, Sendable, Decodable, CaseIterable {
    case desc, asc
}
