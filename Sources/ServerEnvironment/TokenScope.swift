package import HTTPCore

/// The host that a token belongs to. The token is never sent to another one.
package enum TokenScope: Hashable, Sendable {
    case sandbox
    /// GitHub itself, by the host of its pages: `github.com`, or `NAME.ghe.com`.
    case gitHub(String)
    /// Any other host.
    case other(String)

    /// The scope of the API at this address; its pages may be at another one.
    package init(api: WebAddress) {
        let host = api.host.name
        if host == "api.github.com" {
            self = .gitHub("github.com")
        } else if host.hasSuffix(".ghe.com") {
            self = .gitHub(host.hasPrefix("api.") ? String(host.dropFirst(4)) : host)
        } else {
            self = .other(host)
        }
    }

    /// The name of the file in which `login` stores the token.
    package var fileName: String {
        switch self {
        case .sandbox: "token@sandbox"
        case .gitHub("github.com"), .other("github.com"): "token"
        // The same host by its absolute name, which differs from the name of the sandbox's file.
        case .other("sandbox"): "token@sandbox."
        case .gitHub(let host), .other(let host): "token@\(host)"
        }
    }

    /// The upstream's name in sentences. `GitHub` is github.com alone: clients show a command with
    /// its token there, which no other host may get.
    package var upstreamName: String {
        switch self {
        case .sandbox: "the sandbox"
        case .gitHub("github.com"): "GitHub"
        case .gitHub(let host), .other(let host): host
        }
    }

    /// The page on which a person makes a token for the API; nil for the sandbox, and where pages
    /// and API may be of different hosts, whose tokens must not be mixed up.
    package func tokenPage(pages: WebAddress, of api: WebAddress) -> String? {
        guard self != .sandbox, includes(pages: pages, of: api), pages.isConfidential,
            api.isConfidential
        else { return nil }
        return "\(pages.appending(["settings", "tokens"]))"
    }

    /// Whether the pages are of the same host, so that a token granted there is for the API.
    package func includes(pages: WebAddress, of api: WebAddress) -> Bool {
        if pages.hasSameOrigin(as: api) { return true }
        switch self {
        case .sandbox: return false
        case .gitHub(let host): return pages.host.name == host
        case .other(let host):
            return pages.host.name == host || pages.host.isLoopback && api.host.isLoopback
        }
    }
}
