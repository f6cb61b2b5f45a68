/// One page of `/search/users`.
package struct GitHubUserSearch: Sendable {
    package struct Match: Hashable, Sendable {
        package let user: GitHubUser
        package let score: Double
    }

    /// Matches in all, of which GitHub serves the first 1,000.
    package let totalCount: Int
    /// GitHub's search ran out of time: more might match.
    package let isIncomplete: Bool
    package let matches: LossyList<Match>
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
        matches = try container.decode(LossyList<Match>.self, forKey: .matches)
    }
}

extension GitHubUserSearch.Match: Decodable {
    private enum CodingKeys: String, CodingKey {
        case score
    }

    package init(from decoder: any Decoder) throws {
        user = try GitHubUser(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        score = try container.decodeIfPresent(Double.self, forKey: .score) ?? 1
    }
}
