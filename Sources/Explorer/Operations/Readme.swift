package import GitHubAPI
import HTTPCore
import JSONCore

/// The README of one repository.
package struct Readme: Hashable, Sendable {
    /// The current full name of the repository.
    package let repository: String
    /// The file's path in the repository.
    package let path: String
    /// As its author wrote it; bytes that are not UTF-8 are U+FFFD.
    package let text: String
    /// Whether the text was cut.
    package let truncated: Bool
    /// Its page on github.com.
    package let htmlURL: String

    /// Length of the longest text, in bytes of UTF-8. A longer one is cut between two characters.
    package static let longestText = 256_000

    /// The text of a file, and whether it was cut.
    static func text(of content: [UInt8]) -> (text: String, truncated: Bool) {
        // The last character may need three bytes more. Invalid bytes become longer.
        let text = String(decoding: content.prefix(longestText + 3), as: UTF8.self)
        let isCut = text.utf8.count > longestText
        return (isCut ? text.prefix(utf8: longestText) : text, isCut)
    }
}

extension Explorer {
    /// The README of the default branch.
    ///
    /// The repository is requested too: it gives the name of a renamed one, and tells one without a
    /// README from one that does not exist.
    package func readme(
        _ query: RepositoryPageQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<Readme> {
        let (client, name) = (client, query.repository)
        let (repository, firstFile) = try await both { () throws(GitHubError) in
            try await client.repository(name, fetch)
        } _: { () throws(GitHubError) in
            try await client.readme(of: name, fetch)
        }
        let file = try await known(firstFile, of: repository, fetch) {
            fetch throws(GitHubError) in
            try await client.readme(of: name, fetch)
        }
        let fullName = repository.value.fullName
        guard let found = file.value else { throw .noReadme(repository: fullName) }
        var provenance = repository.provenance.combined(with: file.provenance)
        var content = try found.content()
        if content == nil {
            let raw = try await client.rawReadme(of: name, fetch)
            content = raw.value
            provenance = provenance.combined(with: raw.provenance)
        }
        let (text, isCut) = Readme.text(of: content ?? [])
        return Fetched(
            Readme(
                repository: fullName, path: found.path, text: text, truncated: isCut,
                htmlURL: found.htmlURL),
            provenance)
    }
}
