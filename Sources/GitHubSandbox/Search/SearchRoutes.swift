import JSONCore

extension Route {
    /// Searches: their own budget, no validators, at most a thousand results.
    static let searchRoutes: [Route] = [
        search(
            "users", sort: ["followers", "repositories", "joined"], AccountSearch.qualifiers
        ) {
            AccountSearch(query: $0, world: $1, index: $2).results
        } shape: {
            $0.account.simpleUser($1.hosts)
        },
        search(
            "repositories", sort: ["stars", "forks", "help-wanted-issues", "updated"],
            RepositorySearch.qualifiers
        ) {
            RepositorySearch(query: $0, world: $1, index: $2).results
        } shape: {
            $0.listed($1)
        },
    ]

    /// The score of every result, in GitHub's digits.
    private static let score = (try? JSONParser().parse("1.0")) ?? 1

    /// The number of results that GitHub's paging can reach.
    private static let searchLimit = 1000

    private static func search<Result>(
        _ kind: String, sort: [String], _ qualifiers: Set<String>,
        finder:
            @escaping @Sendable (SearchQuery, World, SearchIndex)
            -> (_ sort: String?, _ ascends: Bool) -> [Result],
        shape: @escaping @Sendable (Result, RouteContext) -> JSONObject
    ) -> Route {
        Route(
            "/search/\(kind)", "search/search#search-\(kind)", resource: .search,
            parameters: RouteParameter.search(sort: sort)
        ) { context in
            guard let text = context.sent("q"), text.contains(where: { !$0.isWhitespace })
            else { return invalidQuery(code: "missing") }
            let pages = context.pages
            guard pages.offset < searchLimit else {
                return .failure(
                    422, "Only the first 1000 search results are available",
                    documentation: Documentation.search)
            }
            let query = SearchQuery(text, known: qualifiers, reader: context.reader?.login)
            if let reason = refusal(query, context.world) {
                return invalidQuery(code: "invalid", message: reason)
            }
            let find = finder(query, context.world, context.service.searchIndex)
            let results = find(context.choice("sort"), context.choice("order") == "asc")
            let total = totalCount(results.count, context.world)
            let shown = pages.slice(Array(results.prefix(searchLimit)))
            let body: JSONValue = [
                "total_count": JSONValue(total), "incomplete_results": false,
                "items": .list(shown) { shape($0, context).merging(["score": score]) },
            ]
            let url = context.hosts.api + context.route.path
            return .json(
                body, link: pages.link(url, total: min(total, searchLimit)), caching: .never)
        }
    }

    /// Why GitHub refuses the search.
    private static func refusal(_ query: SearchQuery, _ world: World) -> String? {
        if query.length > SearchQuery.maximumLength {
            return "The search is longer than \(SearchQuery.maximumLength) characters."
        }
        if query.operators > SearchQuery.maximumOperators {
            return "More than five AND / OR / NOT operators were used."
        }
        let owners = query.values("user") + query.values("org")
        let repositories = query.values("repo")
        let isKnown =
            owners.contains { world.account(login: $0) != nil }
            || repositories.contains { world.repository(fullName: $0) != nil }
        guard !isKnown, !(owners + repositories).isEmpty else { return nil }
        let subject = repositories.isEmpty ? "users" : "users and repositories"
        let missing = repositories.isEmpty ? "users do" : "resources do"
        let seen = repositories.isEmpty ? "the users" : "them"
        return "The listed \(subject) cannot be searched either because the \(missing) not exist "
            + "or you do not have permission to view \(seen)."
    }

    /// Extrapolates to the whole world once the results of the index fill all pages.
    private static func totalCount(_ found: Int, _ world: World) -> Int {
        let indexed = world.notables.count + 2 * SearchIndex.windowSize
        guard found > searchLimit, world.users > indexed else { return found }
        return found * (world.users / indexed)
    }

    private static func invalidQuery(code: String, message: String? = nil) -> Answer {
        var error: JSONObject = [:]
        error["message"] = message.map(JSONValue.string)
        error = error.merging(["resource": "Search", "field": "q", "code": .string(code)])
        return .failure(
            422, "Validation Failed", documentation: Documentation.search,
            also: ["errors": [.object(error)]])
    }
}
