/// Every endpoint, in one table.
enum Router {
    static let api: [Route] =
        Route.rootRoutes + Route.accountRoutes + Route.organizationRoutes
        + Route.repositoryRoutes + Route.searchRoutes + [Route.graphQL]
    static let sites: [Route] = Route.signInRoutes + [Route.avatar]
    static let control: [Route] = Route.controlRoutes

    /// The route with the fewest braces among those that match the request, or ``Route/unknown``,
    /// and the texts that match its braces.
    ///
    /// Control endpoints have only their own path, without the prefix `/api/v3`.
    static func match(_ request: SandboxRequest) -> (route: Route, captured: [String]) {
        let routes = request.isControl ? control : api + sites
        let matches = routes.compactMap { route in
            route.match(request).map { (route: route, captured: $0) }
        }
        return matches.min { $0.captured.count < $1.captured.count } ?? (.unknown, [])
    }
}
