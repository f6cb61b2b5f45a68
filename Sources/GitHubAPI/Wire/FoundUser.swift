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
