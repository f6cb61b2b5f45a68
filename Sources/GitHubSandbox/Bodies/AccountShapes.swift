/// GitHub's bodies of accounts, member by member in GitHub's order.
extension BodyText {
    /// `simple-user`, for lists and owners.
    mutating func simpleUser(_ account: Account, _ hosts: Hosts, isPrivate: Bool = false) {
        let url = "\(hosts.api)/users/\(account.login)"
        member("login", account.login)
        member("id", account.id)
        member("node_id", account.nodeID)
        member("avatar_url", hosts.avatar(account.id))
        member("gravatar_id", "")
        member("url", url)
        member("html_url", hosts.page(account))
        member("followers_url", url + "/followers")
        member("following_url", url + "/following{/other_user}")
        member("gists_url", url + "/gists{/gist_id}")
        member("starred_url", url + "/starred{/owner}{/repo}")
        member("subscriptions_url", url + "/subscriptions")
        member("organizations_url", url + "/orgs")
        member("repos_url", url + "/repos")
        member("events_url", url + "/events{/privacy}")
        member("received_events_url", url + "/received_events")
        member("type", account.kind.rawValue)
        member("user_view_type", isPrivate ? "private" : "public")
        member("site_admin", false)
    }

    /// `public-user`, or `private-user` for the account itself.
    ///
    /// - Parameter isAuthenticatedUser: whether it is the response to `/user`.
    mutating func fullUser(
        _ profile: Profile, _ hosts: Hosts, isPrivate: Bool, isAuthenticatedUser: Bool = false
    ) {
        simpleUser(profile.account, hosts, isPrivate: isPrivate)
        member("name", profile.name)
        member("company", profile.company)
        member("blog", profile.blog)
        member("location", profile.location)
        null("email")
        member("hireable", profile.hireable)
        member("bio", profile.biography)
        member("twitter_username", profile.twitter)
        if isAuthenticatedUser { null("notification_email") }
        member("public_repos", profile.repositories)
        member("public_gists", profile.gists)
        member("followers", profile.followers)
        member("following", profile.following)
        member("created_at", time: profile.createdAt)
        member("updated_at", time: profile.updatedAt)
        if isPrivate { privateMembers() }
    }

    private mutating func privateMembers() {
        member("private_gists", 0)
        member("total_private_repos", 0)
        member("owned_private_repos", 0)
        member("disk_usage", 120)
        member("collaborators", 0)
        member("two_factor_authentication", true)
        member("plan") {
            $0.member("name", "free")
            $0.member("space", 976_562_499)
            $0.member("collaborators", 0)
            $0.member("private_repos", 10000)
        }
    }

    /// `organization-full`.
    mutating func fullOrganization(_ profile: Profile, _ hosts: Hosts) {
        simpleOrganization(profile, hosts)
        member("name", profile.name)
        member("company", profile.company)
        member("blog", profile.blog.isEmpty ? nil : profile.blog)
        member("location", profile.location)
        null("email")
        member("twitter_username", profile.twitter)
        member("is_verified", profile.followers > 10_000)
        member("has_organization_projects", true)
        member("has_repository_projects", true)
        member("public_repos", profile.repositories)
        member("public_gists", profile.gists)
        member("followers", profile.followers)
        member("following", profile.following)
        member("html_url", hosts.page(profile.account))
        member("created_at", time: profile.createdAt)
        member("updated_at", time: profile.updatedAt)
        null("archived_at")
        member("type", Account.Kind.organization.rawValue)
    }

    /// An item of `/organizations`.
    mutating func simpleOrganization(_ profile: Profile, _ hosts: Hosts) {
        let account = profile.account
        let url = "\(hosts.api)/orgs/\(account.login)"
        member("login", account.login)
        member("id", account.id)
        member("node_id", account.nodeID)
        member("url", url)
        member("repos_url", url + "/repos")
        member("events_url", url + "/events")
        member("hooks_url", url + "/hooks")
        member("issues_url", url + "/issues")
        member("members_url", url + "/members{/member}")
        member("public_members_url", url + "/public_members{/member}")
        member("avatar_url", hosts.avatar(account.id))
        member("description", profile.biography)
    }
}
