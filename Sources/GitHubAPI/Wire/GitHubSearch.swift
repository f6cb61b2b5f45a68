package import JSONCore

/// One page of a search.
package struct GitHubSearch<Match: Decodable & Sendable>: Sendable {
    /// The number of all matches, of which GitHub serves the first 1,000.
    package let totalCount: Int
    /// Whether GitHub's search ran out of time, so that there may be more matches.
    package let isIncomplete: Bool
    package let matches: LossyList<Match>
}

extension GitHubSearch: Decodable {
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
