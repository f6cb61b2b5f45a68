/// Every endpoint, in one table.
enum Router {
    static let api: [Route] =
        Route.rootRoutes + Route.accountRoutes + Route.organizationRoutes
        + Route.repositoryRoutes + Route.searchRoutes + [Route.graphQL]
    static let sites: [Route] = Route.signInRoutes + [Route.avatar]
    static let control: [Route] = Route.controlRoutes

    struct Match: Sendable {
        let route: Route
        /// The texts that match the route's braces.
        let captured: [String]
    }

    /// The route with the fewest braces among those that match the request, or ``Route/unknown``.
    ///
    /// Control endpoints have only their own path, without the prefix `/api/v3`.
    static func match(_ request: SandboxRequest) -> Match {
        let routes = request.isControl ? control : api + sites
        let matches = routes.compactMap { route in
            route.match(request).map { Match(route: route, captured: $0) }
        }
        return matches.min { $0.captured.count < $1.captured.count }
            ?? Match(route: .unknown, captured: [])
    }
}
