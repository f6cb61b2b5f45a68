import JSONCore
import Synchronization

extension Route {
    /// Endpoints about the API itself.
    static let rootRoutes: [Route] = [
        Route("/", "meta/meta#github-api-root") { .json(apiRoot($0)) },
        Route("/zen", "meta/meta#get-the-zen-of-github") { context in
            let sayings = [
                "Non-blocking is better than blocking.", "Responsive is better than fast.",
                "Keep it logically awesome.", "Speak like a human.",
                "Anything added dilutes everything else.",
            ]
            let saying = sayings[Int(context.world.seed % UInt64(sayings.count))]
            return Answer(
                contentType: "text/plain;charset=utf-8", body: Array(saying.utf8),
                caching: .unmarked)
        },
        Route("/meta", "meta/meta#get-github-meta-information") { _ in
            var body: JSONObject = [
                "verifiable_password_authentication": false,
                "ssh_keys": ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMq"],
            ]
            for name in ["hooks", "web", "api", "git", "packages", "pages", "importer"] {
                body[name] = ["192.0.2.0/24"]
            }
            return .json(.object(body))
        },
        Route("/rate_limit", "rate-limit/rate-limit", resource: .free) { context in
            .json(rateLimits(context), caching: .alike)
        },
    ]

    /// The URL templates of all endpoints.
    private static func apiRoot(_ context: RouteContext) -> JSONValue {
        let api = context.hosts.api
        let searching = "q={query}{&page,per_page,sort,order}"
        let removed = ["authorizations_url", "hub_url"]
        let members: [(name: String, path: String)] = [
            ("current_user_url", "/user"), ("current_user_authorizations_html_url", ""),
            ("authorizations_url", "/authorizations"),
            ("code_search_url", "/search/code?\(searching)"),
            ("commit_search_url", "/search/commits?\(searching)"), ("emails_url", "/user/emails"),
            ("emojis_url", "/emojis"), ("events_url", "/events"), ("feeds_url", "/feeds"),
            ("followers_url", "/user/followers"), ("following_url", "/user/following{/target}"),
            ("gists_url", "/gists{/gist_id}"), ("hub_url", "/hub"),
            ("issue_search_url", "/search/issues?\(searching)"), ("issues_url", "/issues"),
            ("keys_url", "/user/keys"),
            (
                "label_search_url",
                "/search/labels?q={query}&repository_id={repository_id}{&page,per_page}"
            ), ("notifications_url", "/notifications"), ("organization_url", "/orgs/{org}"),
            ("organization_repositories_url", "/orgs/{org}/repos{?type,page,per_page,sort}"),
            ("organization_teams_url", "/orgs/{org}/teams"), ("public_gists_url", "/gists/public"),
            ("rate_limit_url", "/rate_limit"), ("repository_url", "/repos/{owner}/{repo}"),
            ("repository_search_url", "/search/repositories?\(searching)"),
            ("current_user_repositories_url", "/user/repos{?type,page,per_page,sort}"),
            ("starred_url", "/user/starred{/owner}{/repo}"),
            ("starred_gists_url", "/gists/starred"),
            ("topic_search_url", "/search/topics?q={query}{&page,per_page}"),
            ("user_url", "/users/{user}"), ("user_organizations_url", "/user/orgs"),
            ("user_repositories_url", "/users/{user}/repos{?type,page,per_page,sort}"),
            ("user_search_url", "/search/users?\(searching)"),
        ]
        let page = "https://github.com/settings/connections/applications{/client_id}"
        return .object(
            JSONObject(
                members.filter { !context.isNewVersion || !removed.contains($0.name) }
                    .map { ($0.name, .string($0.path.isEmpty ? page : api + $0.path)) }))
    }

    private static func rateLimits(_ context: RouteContext) -> JSONValue {
        let client = context.reader?.id
        let now = context.service.clock() / 1000
        let limits = context.service.state.withLock { state in
            [Resource.core, .search, .graphql].map {
                state.limiter.status($0, client: client, now: now)
            }
        }
        let core = limits[0]
        let all = limits + otherLimits(core, isSignedIn: client != nil)
        var body: JSONObject = [
            "resources": .object(JSONObject(all.map { ($0.name, $0.body) }))
        ]
        // An anonymous response has `rate` in every version.
        if !context.isNewVersion || client == nil { body["rate"] = core.body }
        return .object(body)
    }

    /// The budgets of endpoints that are not implemented; they are never used up.
    ///
    /// - SeeAlso: GitHub docs, "REST API endpoints for rate limits"; the limits of 2026-09.
    private static func otherLimits(_ core: RateStatus, isSignedIn: Bool) -> [RateStatus] {
        let limits = [
            // Anonymous code searches count against `core`, and are refused.
            ("code_search", isSignedIn ? 10 : core.limit), ("integration_manifest", 5000),
            ("source_import", 100), ("actions_runner_registration", 10_000), ("scim", 15_000),
            ("dependency_snapshots", 100), ("dependency_sbom", 100),
            ("code_scanning_autofix", 10), ("copilot_usage_records", 100),
        ]
        return limits.map { name, limit in
            let used = name == "code_search" && !isSignedIn ? core.used : 0
            return RateStatus(name: name, limit: limit, used: used, reset: core.reset)
        }
    }
}

extension RateStatus {
    fileprivate var body: JSONValue {
        [
            "limit": JSONValue(limit),
            "used": JSONValue(used),
            "remaining": JSONValue(remaining),
            "reset": JSONValue(reset),
        ]
    }
}
