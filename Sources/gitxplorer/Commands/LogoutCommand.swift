import ArgumentParser

#if canImport(Glibc)
    import Glibc
#endif

/// `gitxplorer logout`: removes the stored token.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Remove the stored token.",
        discussion: """
            A running server keeps the token that it has; its method auth.logout ends that. GitHub \
            goes on accepting the token until it is revoked at https://github.com/settings/tokens.
            """)

    func run() async throws {
        let path = Paths(environment: Process.environment).token
        let removed: Bool
        do {
            removed = try await CredentialStore(path: path).remove()
        } catch {
            throw CommandError.failure("\(error).")
        }
        Process.writeAll(
            removed ? "Signed out: the stored token is removed.\n" : "No token was stored.\n",
            to: STDOUT_FILENO)
    }
}
