import ArgumentParser
import Explorer
import FoundationEssentials
import GitHubAPI

/// The GitHub token and where it came from (contract, section 1).
struct GitHubToken: Sendable {
    let secret: Secret
    let source: TokenSource

    /// The first one that is set counts.
    static let variables = ["GITXPLORER_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]

    /// The first there is: `--token-file`, the variables in their order, what `login` stored.
    ///
    /// - Throws: `ValidationError` for a token file that holds no token. It never repeats what is
    ///   in the file.
    static func find(
        tokenFile: String?, environment: [String: String], stored: String
    ) throws -> GitHubToken? {
        if let tokenFile {
            guard let text = try? String(contentsOfFile: tokenFile, encoding: .utf8) else {
                throw ValidationError("--token-file cannot be read: '\(tokenFile)'.")
            }
            guard let secret = secret(in: text) else {
                throw ValidationError("--token-file holds no token: '\(tokenFile)'.")
            }
            return GitHubToken(secret: secret, source: .flag)
        }
        for variable in variables {
            if let text = environment[variable], let secret = secret(in: text) {
                return GitHubToken(secret: secret, source: .environment)
            }
        }
        if let text = try? String(contentsOfFile: stored, encoding: .utf8),
            let secret = secret(in: text)
        {
            return GitHubToken(secret: secret, source: .stored)
        }
        return nil
    }

    /// One word of printable ASCII, with white space around it; nil for anything else, which
    /// could not be sent in a header field.
    static func secret(in text: String) -> Secret? {
        let word = text.split(whereSeparator: \.isWhitespace)
        guard word.count == 1, let token = word.first else { return nil }
        return Secret(tokenText: String(token))
    }
}
