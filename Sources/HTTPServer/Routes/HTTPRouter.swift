package import NIOHTTP1

/// The routes of a server.
package struct HTTPRouter: Sendable {
    private let routes: [HTTPRoute]
    private let fallback: HTTPRoute?
    private let missingPage: HTTPRoute?

    /// - Parameters:
    ///   - fallback: for all other paths; without it they are unknown.
    ///   - missingPage: tells a person that a path is unknown.
    package init(
        _ routes: [HTTPRoute], fallback: HTTPRoute? = nil, missingPage: HTTPRoute? = nil
    ) {
        self.routes = routes
        self.fallback = fallback
        self.missingPage = missingPage
    }

    /// - Parameters:
    ///   - path: as sent.
    ///   - head: says whether a page would be shown to a person.
    package func route(_ path: String, for head: HTTPRequestHead) -> HTTPRoute? {
        if let route = routes.first(where: { $0.matches(path) }) ?? fallback { return route }
        let isForPage = head.headers[canonicalForm: "accept"].contains { $0.hasPrefix("text/html") }
        return isForPage && [.GET, .HEAD].contains(head.method) ? missingPage : nil
    }
}
