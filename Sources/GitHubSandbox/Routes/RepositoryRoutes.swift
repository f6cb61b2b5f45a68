import JSONCore

extension Route {
    /// Repositories, by name and by id, with their stargazers, languages, releases and READMEs.
    static let repositoryRoutes: [Route] =
        repositories.routes(
            "", "repos/repos#get-a-repository", accepts: .repository, answer: repository)
        + repositories.routes(
            "/stargazers", "activity/starring#list-stargazers", parameters: RouteParameter.pages,
            answer: stargazers)
        + repositories.routes(
            "/languages", "repos/repos#list-repository-languages", answer: languages)
        + repositories.routes(
            "/releases/latest", "releases/releases#get-the-latest-release", accepts: .contents,
            answer: latestRelease)
        + repositories.routes(
            "/readme", "repos/contents#get-a-repository-readme", accepts: .contents,
            parameters: [RouteParameter("ref", .text(default: nil))], answer: readme)

    private static let repositories = Places(
        named: "/repos/{owner}/{repo}", byName: named, numbered: "/repositories/{id}",
        byID: numbered)

    /// The number of stargazers that GitHub's paging can reach.
    private static let pagingLimit = 40_000

    /// Answers for the repository with the captured owner and name. A renamed owner's is
    /// redirected.
    private static func named(
        _ context: RouteContext, _ answer: (Repository) -> Answer
    ) -> Answer {
        let name = context.captured[1]
        if let blocked = blocked(context) { return blocked }
        if let owner = context.account {
            guard let repository = context.world.repository(owner, name: name) else {
                return context.notFound
            }
            return answer(repository)
        }
        guard let owner = context.world.account(formerLogin: context.captured[0]),
            let repository = context.world.repository(owner, name: name)
        else { return context.notFound }
        let rest = context.request.segments.dropFirst(3).map { "/" + $0 }.joined()
        let query = context.request.query.text
        return .moved(
            to: "\(context.hosts.api)/repositories/\(repository.id)\(rest)"
                + (query.isEmpty ? "" : "?\(query)"))
    }

    private static func numbered(
        _ context: RouteContext, _ answer: (Repository) -> Answer
    ) -> Answer {
        guard let id = Int(context.captured[0]),
            let repository = context.world.repository(id: id)
        else { return context.notFound }
        return answer(repository)
    }

    /// `github/blocked-tos` is 403 and `github/blocked-dmca` 451 in every world.
    private static func blocked(_ context: RouteContext) -> Answer? {
        let blocked = ["blocked-tos": (403, "tos"), "blocked-dmca": (451, "dmca")]
        guard context.account?.id == Special.github.account.id,
            let (status, reason) = blocked[context.captured[1]]
        else { return nil }
        return .failure(
            status, "Repository access blocked", documentation: context.route.documentation,
            also: [
                "block": [
                    "reason": .string(reason), "created_at": "2024-04-03T15:02:03Z",
                    "html_url": "https://github.com/github/\(reason)",
                ]
            ])
    }

    private static func repository(_ context: RouteContext, _ repository: Repository) -> Answer {
        .json(.object(repository.full(context)), lastModified: repository.updatedAt)
    }

    private static func languages(_ context: RouteContext, _ repository: Repository) -> Answer {
        let languages = context.world.languages(repository).map { ($0, JSONValue($1)) }
        return .json(.object(JSONObject(languages)), lastModified: repository.pushedAt)
    }

    private static func stargazers(_ context: RouteContext, _ repository: Repository) -> Answer {
        let pages = context.pages
        guard pages.offset < pagingLimit else {
            return .failure(
                422,
                "In order to keep the API fast for everyone, pagination is limited for this "
                    + "resource.", documentation: "https://docs.github.com/v3/#pagination")
        }
        let found = context.world.stargazers(
            repository, offset: pages.offset, limit: min(pages.size, pagingLimit - pages.offset))
        let total = min(context.world.stargazerCount(repository), pagingLimit)
        return context.page(found, of: total, at: "/repositories/\(repository.id)/stargazers") {
            context.starred($0.account.simpleUser(context.hosts), as: "user", at: $0.starredAt)
        }
    }
}
