import HTTPCore
import ServerEnvironment

/// Whom the answers come from: its name in sentences, and its URLs, that of its pages first.
struct Origin: Sendable {
    var name = "GitHub"
    var urls = ["https://github.com"]
    /// Whether the first URL was given; that of github.com also stands in for an unknown one.
    var isGiven = false

    /// The URL of its pages; nil if it is not known.
    var pages: String? {
        let isOwn = ["GitHub", "the sandbox"].contains(name)
        return isGiven || isOwn || urls[0] != Origin().urls[0] ? urls[0] : nil
    }

    /// The hosts whose pages are names of accounts and repositories; github.com is always one.
    var hosts: Set<String> {
        let urls = (urls + ["https://github.com"]).map { $0.lowercased() }
        return Set(urls.map { $0.replacing(/^https?:\/\/(api\.)?|\/.*$/, with: "") })
    }
}

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
    var pagesURL: String { (webUrl ?? "https://github.com").trimmingSlashes }

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
