import FoundationEssentials

/// The README of a repository, as `/repos/{owner}/{repo}/readme` gives it in JSON.
package struct GitHubReadme: Hashable, Sendable {
    /// Its path in the repository.
    package let path: String
    /// Its page on github.com.
    package let htmlURL: String
    /// Nil for a file of more than 1 MB, which GitHub sends in its raw form only.
    package let content: [UInt8]?
}

extension GitHubReadme: Decodable {
    private enum CodingKeys: String, CodingKey {
        case path, content, encoding
        case htmlURL = "html_url"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        path = try container.decode(String.self, forKey: .path)
        htmlURL = try container.decode(String.self, forKey: .htmlURL)
        let encoding = try container.decode(String.self, forKey: .encoding)
        guard encoding != "none" else {
            content = nil
            return
        }
        let text = try container.decode(String.self, forKey: .content)
        // GitHub breaks the text into lines.
        guard encoding == "base64",
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .content, in: container, debugDescription: "expected base64")
        }
        content = Array(data)
    }
}
