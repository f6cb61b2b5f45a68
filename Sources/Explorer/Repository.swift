import GitHubAPI

/// A repository as clients see it.
package struct Repository: Hashable, Sendable {
    package let id: Int
    package let name: String
    package let fullName: String
    /// A login.
    package let owner: String
    package let description: String?
    package let stars: Int
    package let forks: Int
    package let language: String?
    /// An SPDX identifier.
    package let license: String?
    package let fork: Bool
    package let archived: Bool
    package let topics: [String]
    /// The page on github.com.
    package let url: String
    package let apiUrl: String
    package let homepage: String?
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    package let pushedAt: Timestamp?

    init(_ repository: GitHubRepository) {
        id = repository.id
        name = repository.name
        fullName = repository.fullName
        owner = repository.owner
        description = repository.description
        stars = repository.stars
        forks = repository.forks
        language = repository.language
        license = repository.license
        fork = repository.isFork
        archived = repository.isArchived
        topics = repository.topics
        url = repository.htmlURL
        apiUrl = repository.apiURL
        homepage = repository.homepage
        createdAt = repository.createdAt
        updatedAt = repository.updatedAt
        pushedAt = repository.pushedAt
    }
}

extension Repository: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, name, fullName, owner, description, stars, forks, language, license, fork
        case archived, topics, url, apiUrl, homepage, createdAt, updatedAt, pushedAt
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(fullName, forKey: .fullName)
        try container.encode(owner, forKey: .owner)
        try container.encode(description, forKey: .description)
        try container.encode(stars, forKey: .stars)
        try container.encode(forks, forKey: .forks)
        try container.encode(language, forKey: .language)
        try container.encode(license, forKey: .license)
        try container.encode(fork, forKey: .fork)
        try container.encode(archived, forKey: .archived)
        try container.encode(topics, forKey: .topics)
        try container.encode(url, forKey: .url)
        try container.encode(apiUrl, forKey: .apiUrl)
        try container.encode(homepage, forKey: .homepage)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
        try container.encode(pushedAt, forKey: .pushedAt)
    }
}
