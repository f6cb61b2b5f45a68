/// An order of repositories that leaves nothing to chance: equal ones go by full name, A to Z
/// without regard to case, whatever the direction. `name` is the full name too: all are one
/// owner's.
struct RepositoryOrder {
    let sort: RepositoryListQuery.Sort
    let direction: Direction

    func sorted(_ repositories: [Repository]) -> [Repository] {
        let keys = repositories.indices.map { key(of: repositories[$0], at: $0) }
        return keys.sorted(by: precedes).map { repositories[$0.place] }
    }

    /// What decides, small enough to be moved about.
    private struct Key {
        /// Zero for all where only the name counts.
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
            // Never pushed to counts as longest ago.
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

/// From least to most, or from most to least.
package enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    case asc, desc
}
