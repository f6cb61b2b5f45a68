extension Route {
    /// Searches: a budget of their own, no validators, a thousand results at most.
    static let searchRoutes: [Route] = [
        Route("/search/users", "search/search#search-users", resource: .search) { context in
            searched(context, path: "/search/users") { query in
                let search = AccountSearch(query, world: context.world, index: context.index)
                return search.results(
                    sort: context.request.query["sort"], ascends: ascends(context))
            } write: { text, profile in
                text.object {
                    $0.simpleUserMembers(profile.account, context.hosts)
                    $0.score()
                }
            }
        },
        Route(
            "/search/repositories", "search/search#search-repositories", resource: .search
        ) { context in
            let view = context.view
            return searched(context, path: "/search/repositories") { query in
                let search = RepositorySearch(query, world: context.world, index: context.index)
                return search.results(
                    sort: context.request.query["sort"], ascends: ascends(context))
            } write: { text, repository in
                text.object {
                    $0.repositoryMembers(repository, view)
                    $0.score()
                }
            }
        },
    ]

    /// How many results GitHub pages through.
    private static let searchLimit = 1000

    private static func ascends(_ context: RouteContext) -> Bool {
        context.request.query["order"] == "asc"
    }

    private static func searched<Result>(
        _ context: RouteContext, path: String, find: (SearchQuery) -> [Result],
        write: (inout BodyText, Result) -> Void
    ) -> Answer {
        guard let text = context.request.query["q"], text.contains(where: { !$0.isWhitespace })
        else { return invalidQuery(code: "missing") }
        let pages = context.pages
        guard pages.offset < searchLimit else {
            return .failure(
                422, "Only the first 1000 search results are available",
                documentation: Documentation.search)
        }
        let query = SearchQuery(text)
        let owners = query.values("user") + query.values("org")
        if !owners.isEmpty && owners.allSatisfy({ context.world.account(login: $0) == nil }) {
            return invalidQuery(
                code: "invalid",
                message: "The listed users cannot be searched either because the users do not "
                    + "exist or you do not have permission to view the users.")
        }
        let results = find(query)
        let total = totalCount(results.count, context.world)
        let shown = pages.slice(Array(results.prefix(searchLimit)))
        return .json(
            BodyText.object {
                $0.member("total_count", total)
                $0.member("incomplete_results", false)
                $0.member("items", array: shown, write)
            },
            link: pages.link(context.hosts.api + path, total: min(total, searchLimit)),
            caching: .never)
    }

    /// What the index finds stands for the whole world once it fills all pages.
    private static func totalCount(_ found: Int, _ world: World) -> Int {
        let indexed = world.notables.count + 2 * SearchIndex.windowSize
        guard found > searchLimit, world.users > indexed else { return found }
        return found * (world.users / indexed)
    }

    private static func invalidQuery(code: String, message: String? = nil) -> Answer {
        .failure(422, "Validation Failed", documentation: Documentation.search) {
            $0.member("errors", array: [code]) { text, code in
                text.object {
                    if let message { $0.member("message", message) }
                    $0.member("resource", "Search")
                    $0.member("field", "q")
                    $0.member("code", code)
                }
            }
        }
    }
}
