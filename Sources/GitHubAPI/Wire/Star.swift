package import HTTPCore
import JSONCore

package typealias Stargazer = Star<User>
package typealias StarredRepository = Star<Repository>

/// Who starred a repository, or what a user starred, and when.
package struct Star<Subject: Decodable & Hashable & Sendable>: Hashable, Sendable {
    package let subject: Subject
    /// Nil if GitHub sent its plain form, without times.
    package let starredAt: Timestamp?
}

/// The time of a star, whoever gave it; nil if GitHub does not say it. It is never malformed, so that
/// all stars keep their places in a list.
package struct StarTime: Decodable, Sendable {
    package let starredAt: Timestamp?

    package init(from decoder: any Decoder) throws {
        starredAt = (try? [String: Attempt<Timestamp>](from: decoder))?["starred_at"]?.value
    }
}

extension Star: Decodable {
    private enum CodingKeys: String, CodingKey {
        case user, repo
        case starredAt = "starred_at"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let key = [CodingKeys.user, .repo].first(where: container.contains) {
            subject = try container.decode(Subject.self, forKey: key)
            starredAt = try container.decodeIfPresent(Timestamp.self, forKey: .starredAt)
        } else {
            subject = try Subject(from: decoder)
            starredAt = nil
        }
    }
}
