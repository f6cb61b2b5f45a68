package import HTTPCore

/// A release of a repository.
package struct Release: Hashable, Sendable, Decodable {
    package let tag: String
    private let title: String?
    /// Its page on github.com.
    package let htmlURL: String
    package let publishedAt: Timestamp

    /// Nil if its author gave it none; GitHub then sends null or `""`.
    package var name: String? { title?.isEmpty == true ? nil : title }

    private enum CodingKeys: String, CodingKey {
        case tag = "tag_name"
        case title = "name"
        case htmlURL = "html_url"
        case publishedAt = "published_at"
    }
}
