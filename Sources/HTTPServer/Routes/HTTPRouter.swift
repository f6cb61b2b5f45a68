/// The routes of a server.
package struct HTTPRouter: Sendable {
    private let routes: [HTTPRoute]
    private let fallback: HTTPRoute?

    /// - Parameter fallback: for all other paths; without it they are unknown.
    package init(_ routes: [HTTPRoute], fallback: HTTPRoute? = nil) {
        self.routes = routes
        self.fallback = fallback
    }

    /// - Parameter path: as sent.
    package func route(_ path: String) -> HTTPRoute? {
        routes.first { $0.matches(path) } ?? fallback
    }
}
