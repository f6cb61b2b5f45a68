import JSONCore

/// GitHub's bodies of accounts, member by member in GitHub's order.
extension Account {
    /// `simple-user`, for lists and owners.
    func simpleUser(_ hosts: Hosts, isPrivate: Bool = false) -> JSONObject {
        let url = "\(hosts.api)/users/\(login)"
        return [
            "login": .string(login),
            "id": JSONValue(id),
            "node_id": .string(nodeID),
            "avatar_url": .string(hosts.avatar(id)),
            "gravatar_id": "",
            "url": .string(url),
            "html_url": .string(hosts.page(self)),
            "followers_url": "\(url)/followers",
            "following_url": "\(url)/following{/other_user}",
            "gists_url": "\(url)/gists{/gist_id}",
            "starred_url": "\(url)/starred{/owner}{/repo}",
            "subscriptions_url": "\(url)/subscriptions",
            "organizations_url": "\(url)/orgs",
            "repos_url": "\(url)/repos",
            "events_url": "\(url)/events{/privacy}",
            "received_events_url": "\(url)/received_events",
            "type": .string(kind.rawValue),
            "user_view_type": isPrivate ? "private" : "public",
            "site_admin": false,
        ]
    }
}

extension Profile {
    /// `public-user`, or `private-user` for the account itself.
    func fullUser(_ context: RouteContext) -> JSONObject {
        let isPrivate = context.isPrivate(account)
        var body = account.simpleUser(context.hosts, isPrivate: isPrivate).merging([
            "name": JSONValue(name),
            "company": JSONValue(company),
            "blog": .string(blog),
            "location": JSONValue(location),
            "email": nil,
            "hireable": JSONValue(hireable),
            "bio": JSONValue(biography),
            "twitter_username": JSONValue(twitter),
        ])
        // `/user`, not the account's page.
        if context.route.needsSignIn { body["notification_email"] = .null }
        body = body.merging(counts).merging(dates)
        guard isPrivate else { return body }
        return body.merging([
            "private_gists": 0,
            "total_private_repos": 0,
            "owned_private_repos": 0,
            "disk_usage": 120,
            "collaborators": 0,
            "two_factor_authentication": true,
            "plan": [
                "name": "free",
                "space": 976_562_499,
                "collaborators": 0,
                "private_repos": 10000,
            ],
        ])
    }

    /// `organization-full`.
    func fullOrganization(_ hosts: Hosts) -> JSONObject {
        let body = simpleOrganization(hosts).merging([
            "name": JSONValue(name),
            "company": JSONValue(company),
            "blog": blog.isEmpty ? nil : .string(blog),
            "location": JSONValue(location),
            "email": nil,
            "twitter_username": JSONValue(twitter),
            "is_verified": .bool(followers > 10_000),
            "has_organization_projects": true,
            "has_repository_projects": true,
        ])
        return body.merging(counts).merging(["html_url": .string(hosts.page(account))])
            .merging(dates).merging(["archived_at": nil, "type": .string(account.kind.rawValue)])
    }

    /// An item of `/organizations`.
    func simpleOrganization(_ hosts: Hosts) -> JSONObject {
        let url = "\(hosts.api)/orgs/\(account.login)"
        return [
            "login": .string(account.login),
            "id": JSONValue(account.id),
            "node_id": .string(account.nodeID),
            "url": .string(url),
            "repos_url": "\(url)/repos",
            "events_url": "\(url)/events",
            "hooks_url": "\(url)/hooks",
            "issues_url": "\(url)/issues",
            "members_url": "\(url)/members{/member}",
            "public_members_url": "\(url)/public_members{/member}",
            "avatar_url": .string(hosts.avatar(account.id)),
            "description": JSONValue(biography),
        ]
    }

    private var counts: JSONObject {
        [
            "public_repos": JSONValue(repositories),
            "public_gists": JSONValue(gists),
            "followers": JSONValue(followers),
            "following": JSONValue(following),
        ]
    }

    private var dates: JSONObject {
        [
            "created_at": .time(createdAt),
            "updated_at": .time(updatedAt),
        ]
    }
}
