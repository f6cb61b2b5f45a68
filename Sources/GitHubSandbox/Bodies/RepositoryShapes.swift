/// GitHub's bodies of repositories, member by member in GitHub's order.
extension BodyText {
    /// The paths, after the repository's API URL, of the URLs that point into it.
    private static let inner = [
        ("forks_url", "/forks"), ("keys_url", "/keys{/key_id}"),
        ("collaborators_url", "/collaborators{/collaborator}"), ("teams_url", "/teams"),
        ("hooks_url", "/hooks"), ("issue_events_url", "/issues/events{/number}"),
        ("events_url", "/events"), ("assignees_url", "/assignees{/user}"),
        ("branches_url", "/branches{/branch}"), ("tags_url", "/tags"),
        ("blobs_url", "/git/blobs{/sha}"), ("git_tags_url", "/git/tags{/sha}"),
        ("git_refs_url", "/git/refs{/sha}"), ("trees_url", "/git/trees{/sha}"),
        ("statuses_url", "/statuses/{sha}"), ("languages_url", "/languages"),
        ("stargazers_url", "/stargazers"), ("contributors_url", "/contributors"),
        ("subscribers_url", "/subscribers"), ("subscription_url", "/subscription"),
        ("commits_url", "/commits{/sha}"), ("git_commits_url", "/git/commits{/sha}"),
        ("comments_url", "/comments{/number}"),
        ("issue_comment_url", "/issues/comments{/number}"),
        ("contents_url", "/contents/{+path}"), ("compare_url", "/compare/{base}...{head}"),
        ("merges_url", "/merges"), ("archive_url", "/{archive_format}{/ref}"),
        ("downloads_url", "/downloads"), ("issues_url", "/issues{/number}"),
        ("pulls_url", "/pulls{/number}"), ("milestones_url", "/milestones{/number}"),
        ("notifications_url", "/notifications{?since,all,participating}"),
        ("labels_url", "/labels{/name}"), ("releases_url", "/releases{/id}"),
        ("deployments_url", "/deployments"),
    ]

    /// `full-repository`: a single repository, with the one that it was forked from.
    mutating func fullRepository(
        _ repository: Repository, parent: Repository?, _ context: RouteContext
    ) {
        self.repository(repository, context)
        if context.credential.token?.isFineGrained != true { null("temp_clone_token") }
        if repository.owner.kind == .organization {
            member("custom_properties") { _ in }
            member("organization") { $0.simpleUser(repository.owner, context.hosts) }
        }
        if let parent {
            member("parent") { $0.repository(parent, context, isInner: true) }
            member("source") { $0.repository(parent, context, isInner: true) }
        }
        member("network_count", parent?.forks ?? repository.forks)
        member("subscribers_count", repository.subscribers)
    }

    /// `minimal-repository`, `repository` and, except for the score, `repo-search-result-item`.
    ///
    /// - Parameter isInner: whether it is inside another repository, where no permissions are shown.
    mutating func repository(
        _ repository: Repository, _ context: RouteContext, isInner: Bool = false
    ) {
        let page = context.hosts.page(repository)
        let url = "\(context.hosts.api)/repos/\(repository.fullName)"
        member("id", repository.id)
        member("node_id", repository.nodeID)
        member("name", repository.name)
        member("full_name", repository.fullName)
        member("private", false)
        member("owner") { $0.simpleUser(repository.owner, context.hosts) }
        member("html_url", page)
        member("description", repository.description)
        member("fork", repository.isFork)
        member("url", url)
        for (name, path) in BodyText.inner { member(name, url + path) }
        member("created_at", time: repository.createdAt)
        member("updated_at", time: repository.updatedAt)
        member("pushed_at", time: repository.pushedAt)
        member("git_url", "git://github.com/\(repository.fullName).git")
        member("ssh_url", "git@github.com:\(repository.fullName).git")
        member("clone_url", page + ".git")
        member("svn_url", page)
        member("homepage", repository.homepage)
        member("size", repository.size)
        member("stargazers_count", repository.stars)
        member("watchers_count", repository.stars)
        member("language", repository.language)
        member("has_issues", !repository.isFork)
        member("has_projects", true)
        if !context.isNewVersion { member("has_downloads", true) }
        member("has_wiki", true)
        member("has_pages", repository.hasPages)
        member("has_discussions", repository.hasDiscussions)
        member("forks_count", repository.forks)
        null("mirror_url")
        member("archived", repository.isArchived)
        member("disabled", false)
        member("open_issues_count", repository.openIssues)
        license(repository.license, context.hosts)
        member("allow_forking", true)
        member("is_template", repository.isTemplate)
        member("web_commit_signoff_required", false)
        member("has_pull_requests", true)
        member("pull_request_creation_policy", "all")
        member("topics", texts: repository.topics)
        member("visibility", "public")
        member("forks", repository.forks)
        member("open_issues", repository.openIssues)
        member("watchers", repository.stars)
        member("default_branch", repository.defaultBranch)
        if !isInner, let reader = context.reader {
            permissions(isOwner: reader.id == repository.owner.id)
        }
    }

    private mutating func license(_ license: License?, _ hosts: Hosts) {
        guard let license else { return null("license") }
        member("license") {
            $0.member("key", license.key)
            $0.member("name", license.name)
            $0.member("spdx_id", license.spdx)
            // GitHub has no page for an unknown license.
            $0.member("url", license.key == "other" ? nil : "\(hosts.api)/licenses/\(license.key)")
            $0.member("node_id", license.nodeID)
        }
    }

    private mutating func permissions(isOwner: Bool) {
        member("permissions") {
            for name in ["admin", "maintain", "push", "triage"] { $0.member(name, isOwner) }
            $0.member("pull", true)
        }
    }
}
