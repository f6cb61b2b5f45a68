package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for what the page of one repository shows.
package struct RepositoryPageQuery: RepositoryQuery {
    package let owner: String
    package let name: String
}

/// What the page of one repository shows.
package struct RepositorySummary: Hashable, Sendable {
    /// A language and the number of bytes of code in it.
    package struct LanguageSize: Hashable, Sendable {
        package let language: String
        package let bytes: Int
    }

    package let repository: FullRepository
    /// Most bytes first; ties by name.
    package let languages: [LanguageSize]
    /// Nil if there is none.
    package let latestRelease: Release?
}

extension Explorer {
    /// The repository, its languages and its latest release, in three concurrent requests.
    package func summary(
        _ query: RepositoryPageQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<RepositorySummary> {
        let (client, name) = (client, query.repository)
        let planned = fetch.planning(3)
        let (repository, (languages, firstRelease)) = try await both { () throws(GitHubError) in
            try await client.fullRepository(name, planned)
        } _: { () throws(GitHubError) in
            try await both { () throws(GitHubError) in
                try await client.languages(of: name, planned)
            } _: { () throws(GitHubError) in
                try await client.latestRelease(of: name, planned)
            }
        }
        let release = try await known(firstRelease, of: repository, fetch) {
            fetch throws(GitHubError) in
            try await client.latestRelease(of: name, fetch)
        }
        let sizes = languages.value.values
            .map { RepositorySummary.LanguageSize(language: $0.key, bytes: $0.value) }
            .sorted { ($1.bytes, $0.language) < ($0.bytes, $1.language) }
        let provenance = repository.provenance.combined(with: languages.provenance)
        return Fetched(
            RepositorySummary(
                repository: repository.value, languages: sizes, latestRelease: release.value),
            provenance.combined(with: release.provenance), skipped: languages.value.skipped)
    }
}
