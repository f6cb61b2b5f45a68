import ArgumentParser
import Explorer
import ExplorerRPC
import HTTPCore

#if canImport(Glibc)
    import Glibc
#endif

/// `gitxplorer login`: stores a GitHub token.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to GitHub and store the token.",
        discussion: """
            gitxplorer login --oauth-client-id ID         in the browser, by device code
            gitxplorer login --with-token < token.txt     with a token that you have

            The token is checked, then stored in $XDG_CONFIG_HOME/gitxplorer/token, mode 0600. \
            Servers that are started afterwards use it, unless --token-file, GITXPLORER_TOKEN, \
            GH_TOKEN or GITHUB_TOKEN gives another one.
            """)

    @Flag(help: "Read a token from standard input.")
    var withToken = false

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            "What the token is to be allowed, such as repo. May be repeated.", valueName: "scope"))
    var scopes: [String] = []

    @OptionGroup(title: "GitHub and log") var upstream: UpstreamOptions

    func run() async throws {
        guard withToken || upstream.oauthClientID != nil else {
            throw CommandError.usage(
                "login needs --oauth-client-id for signing in by device code, or --with-token.")
        }
        let token = withToken ? try readToken() : nil
        var options = upstream
        options.cache = ":memory:"
        let stack = try await ServiceStack(
            options,
            server: ServerFacts(
                name: "gitxplorer", version: ServerVersion.current, framings: [],
                maxMessageBytes: 0, maxInFlight: 0),
            logger: upstream.makeLogger())
        let outcome: Result<String?, CommandError>
        do throws(SignInError) {
            outcome = .success(try await signIn(stack.signIn, token))
        } catch {
            outcome = .failure(.failure(Self.sentence(error)))
        }
        await stack.close()
        let name = try outcome.get().map { " as \($0)" } ?? ""
        let path = Paths(environment: Process.environment).token
        Process.writeAll("Signed in\(name). The token is in \(path).\n", to: STDOUT_FILENO)
    }

    private func readToken() throws -> Secret {
        let text = String(decoding: Process.readAll(STDIN_FILENO), as: UTF8.self)
        guard let token = GitHubToken.secret(in: text) else {
            throw CommandError.usage("--with-token expects one token on standard input.")
        }
        return token
    }

    /// - Returns: the login, where GitHub tells it.
    private func signIn(
        _ signIn: SignIn, _ token: Secret?
    ) async throws(SignInError) -> String? {
        if let token { return try await signIn.login(token: token, store: true).login }
        let pending = try await signIn.loginByDevice(scopes: scopes, store: false)
        Process.writeAll(
            "Open \(pending.verificationUri) and type in the code \(pending.userCode).\n",
            to: STDOUT_FILENO)
        let ending = await signIn.ending()
        guard case .signedIn(let status)? = ending, let granted = signIn.token else {
            throw .unfinished(ending ?? .stopped)
        }
        try await store(granted)
        return status.login
    }

    private static func sentence(_ error: SignInError) -> String {
        if case .storage(let error) = error { return "\(error)." }
        return ErrorCatalog.rpcError(for: error, incident: { "\($0)" }).message
    }

    private func store(_ token: Secret) async throws(SignInError) {
        let path = Paths(environment: Process.environment).token
        do {
            try await CredentialStore(path: path).store(token)
        } catch {
            throw .storage(error)
        }
    }
}
