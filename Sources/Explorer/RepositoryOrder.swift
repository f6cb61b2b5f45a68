/// An order of repositories that leaves nothing to chance: equal ones go by full name, A to Z
/// without regard to case, whatever the direction. `name` is the full name too: all are one
/// owner's.
struct RepositoryOrder {
    let sort: RepositoryListQuery.Sort
    let direction: Direction

    func sorted(_ repositories: [Repository]) -> [Repository] {
        let keyed = repositories.map { Keyed(repository: $0, name: $0.fullName.lowercased()) }
        return keyed.sorted(by: precedes).map(\.repository)
    }

    private struct Keyed {
        let repository: Repository
        let name: String
    }

    private func precedes(_ left: Keyed, _ right: Keyed) -> Bool {
        let (one, two) = (left.repository, right.repository)
        let isBefore: Bool? =
            switch sort {
            case .stars: compare(one.stars, two.stars)
            case .name: compare(left.name, right.name)
            // Never pushed to counts as longest ago.
            case .pushed:
                compare(
                    one.pushedAt?.secondsSince1970 ?? .min, two.pushedAt?.secondsSince1970 ?? .min)
            case .updated: compare(one.updatedAt, two.updatedAt)
            case .created: compare(one.createdAt, two.createdAt)
            }
        if let isBefore { return isBefore }
        return left.name == right.name ? one.id < two.id : left.name < right.name
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
