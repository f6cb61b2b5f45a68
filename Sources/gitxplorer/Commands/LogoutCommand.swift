import ArgumentParser

/// `gitxplorer logout`: removes the stored token.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Remove the stored token.",
        discussion: """
            Removes the token of --api-url's host, or that of the sandbox with --sandbox. A running \
            server keeps its token until its method auth.logout is called. GitHub accepts the \
            token until it is revoked at https://github.com/settings/tokens.
            """)

    @OptionGroup(title: "GitHub and log") var upstream: UpstreamOptions

    func run() async throws {
        let removed = try await CredentialStore(path: upstream.tokenPath()).remove()
        Process.show(
            removed ? "Signed out: the stored token is removed.\n" : "No token was stored.\n")
    }
}
