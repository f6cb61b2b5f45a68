import ArgumentParser
import Explorer
import Glibc
import JSONCore
import Secrets

/// `gitxplorer login`: stores a GitHub token.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to GitHub and store the token.",
        discussion: """
            gitxplorer login --oauth-client-id ID         in the browser, by device code
            gitxplorer login --with-token < token.txt     with an existing token
            gitxplorer login --sandbox                    to try it on the built-in sandbox

            GitHub checks the token. It is then stored in $XDG_CONFIG_HOME/gitxplorer with mode \
            0600, in the file token for github.com, token@HOST for another --api-url, or \
            token@sandbox with --sandbox. Servers for that host use it from their next start on, \
            unless --token-file or a variable has another one.
            """)

    @Flag(help: "Read a token from standard input.")
    var withToken = false

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            "A permission of the token, such as repo. May be repeated.", valueName: "scope"))
    var scopes: [String] = []

    @OptionGroup(title: "GitHub and log") var upstream: UpstreamOptions

    func run() async throws {
        // Before anyone types in a code: the token could not be stored.
        let path = try upstream.tokenPath()
        guard withToken || upstream.deviceClientID != nil else {
            throw CommandError.usage(
                "login needs --oauth-client-id for signing in by device code, or --with-token.")
        }
        let token = withToken ? try readToken() : nil
        var options = upstream
        options.cache = ":memory:"
        let stack = try await ServiceStack(
            options, logger: upstream.makeLogger(), usesToken: false)
        let login = try await stack.closing { try await signIn(stack.signIn, token) }
        say("Signed in\(login.map { " as \($0)" } ?? ""). The token is in \(path).")
    }

    private func readToken() throws -> Secret {
        let text = String(decoding: Process.readAll(STDIN_FILENO), as: UTF8.self)
        guard let token = GitHubToken.secret(in: text) else {
            throw CommandError.usage("--with-token expects one token on standard input.")
        }
        return token
    }

    /// - Returns: the login, if GitHub sends it.
    private func signIn(_ signIn: SignIn, _ token: Secret?) async throws -> String? {
        if let token { return try await signIn.login(token: token, store: true).login }
        let pending = try await signIn.loginByDevice(scopes: scopes, store: false)
        say("Open \(pending.verificationUri) and type in the code \(pending.userCode).")
        let ending = await signIn.ending()
        guard case .signedIn(let status)? = ending, let granted = signIn.token else {
            throw SignInError.unfinished(ending ?? .stopped)
        }
        try await CredentialStore(path: upstream.tokenPath()).store(granted)
        return status.login
    }

    /// Prints one line, with everything from upstream escaped.
    private func say(_ sentence: String) {
        Process.show(Process.redactor.redacted(sentence).visible + "\n")
    }
}
