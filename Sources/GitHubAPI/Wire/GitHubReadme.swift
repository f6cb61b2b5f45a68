import FoundationEssentials

/// The README of a repository, as `/repos/{owner}/{repo}/readme` gives it in JSON.
package struct GitHubReadme: Hashable, Sendable, Decodable {
    /// Its path in the repository.
    package let path: String
    /// Its page on github.com.
    package let htmlURL: String
    private let encoding: String
    private let text: String

    private enum CodingKeys: String, CodingKey {
        case path, encoding
        case htmlURL = "html_url"
        case text = "content"
    }

    /// Nil for a file of more than 1 MB, which GitHub sends in its raw form only.
    package func content() throws(GitHubError) -> [UInt8]? {
        if encoding == "none" { return nil }
        // GitHub breaks the text into lines.
        guard encoding == "base64",
            let data = Data(base64Encoded: text.filter { !$0.isNewline })
        else { throw .invalidResponse(status: 200, reason: "/content: expected base64") }
        return Array(data)
    }
}
