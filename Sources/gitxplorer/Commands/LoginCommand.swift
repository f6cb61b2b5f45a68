import ArgumentParser
import Explorer
import Glibc
import HTTPCore
import JSONCore
import Secrets
import ServerEnvironment

/// `gitxplorer login`: stores a GitHub token.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to GitHub and store the token.",
        discussion: """
            gitxplorer login                              asks for a token, which is not shown
            gh auth token | gitxplorer login --with-token with the token of GitHub's gh
            gitxplorer login --oauth-client-id ID         in the browser, by device code
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
        if upstream.offline { throw CommandError.usage("--offline: login has to ask GitHub.") }
        if !scopes.isEmpty, upstream.deviceClientID == nil {
            throw CommandError.usage("--scope needs --oauth-client-id.")
        }
        let api = try upstream.apiAddress()
        guard api.isConfidential else { throw CommandError.exposed("--api-url \(api)") }
        // Before anyone types in a code: the token could not be stored.
        let path = try upstream.tokenPath()
        let token: Secret? =
            if withToken, !Process.isTerminal(STDIN_FILENO) {
                try readToken()
            } else {
                withToken || upstream.deviceClientID == nil ? try askForToken(path) : nil
            }
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

    /// Asks for a token on the terminal, without showing it.
    private func askForToken(_ path: String) throws -> Secret {
        let (scope, api) = (try upstream.tokenScope(), try upstream.apiAddress())
        let page = scope.tokenPage(pages: try upstream.signInAddress(), of: api)
        let advice =
            scope == .sandbox
            ? "any text that begins with ghp_" : "--web-url gives the address of its page"
        let source = page.map { "at \($0)" } ?? "for \(scope.upstreamName) (\(advice))"
        let pipe: String? =
            switch scope {
            case .gitHub("github.com"): "gh auth token | gitxplorer login --with-token"
            case .gitHub(let host):
                "gh auth token --hostname \(host) | gitxplorer login --with-token --api-url \(api)"
            default: nil
            }
        guard Process.isTerminal(STDIN_FILENO), Process.isTerminal(STDERR_FILENO) else {
            let pipe = pipe.map { "'\($0)', or " } ?? ""
            throw CommandError.usage(
                "login asks for a token only on a terminal; elsewhere, use \(pipe)--with-token with one made \(source)."
            )
        }
        let alternative = pipe.map { "Or press Ctrl-C, and run: \($0)\n" } ?? ""
        let prompt =
            "Make a token \(source), and paste it here. It will be stored in \(path).\n\(alternative)Token (not shown): "
        guard let token = HiddenInput.line(prompt).flatMap(GitHubToken.secret) else {
            throw CommandError.usage("that is not a token; nothing was stored.")
        }
        return token
    }

    /// - Returns: the login, if GitHub sends it.
    private func signIn(_ signIn: SignIn, _ token: Secret?) async throws -> String? {
        if let token { return try await signIn.login(token: token, store: true).login }
        let pending = try await signIn.loginByDevice(scopes: scopes, store: false)
        let approval = upstream.sandbox ? " That page of the sandbox approves it." : ""
        say("Open \(pending.verificationUri) and type in the code \(pending.userCode).\(approval)")
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
