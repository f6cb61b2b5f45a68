package import JSONCore

/// One page of `/search/users`.
package struct GitHubUserSearch: Sendable {
    /// The number of all matches, of which GitHub serves the first 1,000.
    package let totalCount: Int
    /// Whether GitHub's search ran out of time, so that there may be more matches.
    package let isIncomplete: Bool
    package let matches: LossyList<FoundUser>
}

extension GitHubUserSearch: Decodable {
    private enum CodingKeys: String, CodingKey {
        case totalCount = "total_count"
        case isIncomplete = "incomplete_results"
        case matches = "items"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        totalCount = try container.decode(Int.self, forKey: .totalCount)
        isIncomplete = try container.decodeIfPresent(Bool.self, forKey: .isIncomplete) ?? false
        matches = try container.decode(LossyList<FoundUser>.self, forKey: .matches)
    }
}

/// A user in a search result, with its score.
package struct FoundUser: Hashable, Sendable {
    package let user: User
    package let score: Double
}

extension FoundUser: Decodable {
    private enum CodingKeys: String, CodingKey {
        case score
    }

    package init(from decoder: any Decoder) throws {
        user = try User(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        score = try container.decodeIfPresent(Double.self, forKey: .score) ?? 1
    }
}
