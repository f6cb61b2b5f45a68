import FoundationEssentials

/// The meaning of a request's `Authorization` header.
enum Credential: Hashable, Sendable {
    case none
    /// A token of the account `octocat`.
    case valid(Token)
    case bad

    struct Token: Hashable, Sendable {
        /// The header as sent; it is part of the `ETag`.
        let header: String
        /// `X-OAuth-Scopes`; nil for a fine-grained token, which has none.
        let scopes: String?
        /// The OAuth app of the token; nil for a personal one.
        var clientID: String?

        var isFineGrained: Bool {
            scopes == nil
        }

        var seesPrivateProfile: Bool {
            (scopes ?? "").split { $0 == "," || $0 == " " }
                .contains { $0 == "user" || $0 == "read:user" }
        }
    }

    static let prefixes = ["ghp_", "gho_", "ghu_", "github_pat_"]

    /// The app of tokens that look like an app's but were not issued here: GitHub's own `gh`.
    private static let knownClientID = "178c6fc778ccc68e1d6a"

    /// - Parameter granted: the tokens that the device flow issued.
    init(_ header: String?, granted: [String: DeviceFlow.Grant]) {
        guard let header, !header.isEmpty else {
            self = .none
            return
        }
        let token = Credential.token(header)
        if let grant = granted[token] {
            self = .valid(Token(header: header, scopes: grant.scopes, clientID: grant.clientID))
            return
        }
        let isKnown = Credential.prefixes.contains { token.hasPrefix($0) }
        let scopes = token.hasPrefix("github_pat_") ? nil : "gist, read:org, repo"
        let clientID = token.hasPrefix("gho_") ? Credential.knownClientID : nil
        self =
            isKnown && !token.contains("bad")
            ? .valid(Token(header: header, scopes: scopes, clientID: clientID)) : .bad
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
