package import HTTPCore

/// A release of a repository.
package struct Release: Hashable, Sendable {
    package let tag: String
    /// Nil if its author gave it none; GitHub then sends null or `""`.
    package let name: String?
    /// Its page on github.com.
    package let htmlURL: String
    package let publishedAt: Timestamp
}

extension Release: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case tag = "tag_name"
        case htmlURL = "html_url"
        case publishedAt = "published_at"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tag = try container.decode(String.self, forKey: .tag)
        let name = try container.decodeIfPresent(String.self, forKey: .name)
        self.name = name?.isEmpty == true ? nil : name
        htmlURL = try container.decode(String.self, forKey: .htmlURL)
        publishedAt = try container.decode(Timestamp.self, forKey: .publishedAt)
    }
}
