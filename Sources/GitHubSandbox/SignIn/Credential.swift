import FoundationEssentials

/// What the `Authorization` header of a request amounts to.
enum Credential: Hashable, Sendable {
    case none
    /// The account `octocat`, by a token.
    case valid(Token)
    case bad

    struct Token: Hashable, Sendable {
        /// The header as it was sent: it is part of the `ETag`.
        let header: String
        /// `X-OAuth-Scopes`; nil for a fine-grained token, which has none.
        let scopes: String?

        var isFineGrained: Bool {
            scopes == nil
        }

        var seesPrivateProfile: Bool {
            (scopes ?? "").split { $0 == "," || $0 == " " }
                .contains { $0 == "user" || $0 == "read:user" }
        }
    }

    private static let prefixes = ["ghp_", "gho_", "ghu_", "github_pat_"]

    /// - Parameter granted: the scopes of tokens that the device flow gave out.
    init(_ header: String?, granted: [String: String]) {
        guard let header, !header.isEmpty else {
            self = .none
            return
        }
        let token = Credential.token(header)
        if let scopes = granted[token] {
            self = .valid(Token(header: header, scopes: scopes))
        } else if Credential.prefixes.contains(where: { token.hasPrefix($0) }),
            !token.contains("bad")
        {
            let isFineGrained = token.hasPrefix("github_pat_")
            self = .valid(
                Token(header: header, scopes: isFineGrained ? nil : "gist, read:org, repo"))
        } else {
            self = .bad
        }
    }

    var token: Token? {
        if case .valid(let token) = self { token } else { nil }
    }

    /// The token of `token X`, `Bearer X`, or the password of `Basic`.
    private static func token(_ header: String) -> String {
        let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return "" }
        guard parts[0].lowercased() == "basic" else { return parts[1] }
        let decoded = Data(base64Encoded: parts[1]).map { String(decoding: $0, as: UTF8.self) }
        let halves = (decoded ?? "").split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // Both `user:token` and `token:` are in use.
        return String(halves.last { !$0.isEmpty } ?? "")
    }
}
