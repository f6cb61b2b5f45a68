/// Environment variables that may hold a token: those of gh, and one of GitXplorer.
package struct TokenVariable: Sendable {
    /// The first one that is set counts.
    package let names: [String]
    /// The use of the token, in words.
    package let use: String
    package let isFor: @Sendable (TokenScope) -> Bool

    /// In the order of precedence.
    package static let all = [
        TokenVariable(
            names: ["GITXPLORER_TOKEN"],
            use: "the upstream of this run, but not the sandbox"
        ) { $0 != .sandbox },
        TokenVariable(
            names: ["GH_TOKEN", "GITHUB_TOKEN"], use: "`api.github.com` and `*.ghe.com` only"
        ) {
            if case .gitHub = $0 { true } else { false }
        },
        TokenVariable(
            names: ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"],
            use: "any other `--api-url`, but not the sandbox"
        ) {
            if case .other = $0 { true } else { false }
        },
    ]
}
