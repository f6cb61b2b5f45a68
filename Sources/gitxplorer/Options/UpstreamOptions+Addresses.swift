import HTTPCore
import ServerEnvironment

extension UpstreamOptions {
    /// - Parameter sandbox: the address of the sandbox, if it is the upstream.
    func apiAddress(sandbox: String? = nil) throws -> WebAddress {
        try Self.address(sandbox ?? baseURL, "--api-url")
    }

    /// The address at which people sign in.
    func signInAddress(sandbox: String? = nil) throws -> WebAddress {
        try Self.address(webUrl ?? sandbox ?? pagesURL, "--web-url")
    }

    /// The base of the REST API.
    var baseURL: String { apiUrl ?? "https://api.github.com" }

    /// The address of GitHub's web pages, without a trailing slash.
    var pagesURL: String { (webUrl ?? Origin.gitHub).trimmingSlashes }

    /// Whom this process asks.
    var origin: Origin {
        Origin(
            name: (try? tokenScope())?.upstreamName ?? baseURL, urls: [pagesURL, baseURL],
            isGiven: webUrl != nil)
    }

    /// The host whose token is used and stored.
    func tokenScope() throws -> TokenScope {
        sandbox ? .sandbox : TokenScope(api: try apiAddress())
    }

    /// The file in which `login` stores the token.
    func tokenPath(_ paths: Paths = Paths(environment: Process.environment)) throws -> String {
        try paths.token(of: tokenScope()).get()
    }

    private static func address(_ text: String, _ flag: String) throws -> WebAddress {
        guard let address = WebAddress(text.trimmingSlashes) else {
            throw CommandError.usage("\(flag) takes a URL, found '\(text)'.")
        }
        return address
    }
}

extension String {
    /// Without trailing slashes.
    fileprivate var trimmingSlashes: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
