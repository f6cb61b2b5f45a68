import JSONCore

/// GitHub's bodies of repositories, member by member in GitHub's order.
extension Repository {
    /// The paths, after the repository's API URL, of the URLs that point into it.
    private static let innerURLs = [
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
    func full(_ context: RouteContext) -> JSONObject {
        var body = listed(context)
        if context.credential.token?.isFineGrained != true { body["temp_clone_token"] = .null }
        if owner.kind == .organization {
            body["custom_properties"] = [:]
            body["organization"] = .object(owner.simpleUser(context.hosts))
        }
        let parent = context.world.parent(of: self)
        if let inner = parent?.listed(context, isInner: true) {
            body["parent"] = .object(inner)
            body["source"] = .object(inner)
        }
        body["network_count"] = JSONValue(parent?.forks ?? forks)
        body["subscribers_count"] = JSONValue(subscribers)
        return body
    }

    /// `minimal-repository`, `repository` and, except for the score, `repo-search-result-item`.
    ///
    /// - Parameter isInner: whether it is inside another repository, where no permissions are shown.
    func listed(_ context: RouteContext, isInner: Bool = false) -> JSONObject {
        let hosts = context.hosts
        let page = hosts.page(self)
        let url = "\(hosts.api)/repos/\(fullName)"
        var body: JSONObject = [
            "id": JSONValue(id),
            "node_id": .string(nodeID),
            "name": .string(name),
            "full_name": .string(fullName),
            "private": false,
            "owner": .object(owner.simpleUser(hosts)),
            "html_url": .string(page),
            "description": JSONValue(description),
            "fork": .bool(isFork),
            "url": .string(url),
        ]
        for (name, path) in Repository.innerURLs { body[name] = .string(url + path) }
        body = body.merging([
            "created_at": .time(createdAt),
            "updated_at": .time(updatedAt),
            "pushed_at": .time(pushedAt),
            "git_url": "git://github.com/\(fullName).git",
            "ssh_url": "git@github.com:\(fullName).git",
            "clone_url": "\(page).git",
            "svn_url": .string(page),
            "homepage": JSONValue(homepage),
            "size": JSONValue(size),
            "stargazers_count": JSONValue(stars),
            "watchers_count": JSONValue(stars),
            "language": JSONValue(language),
            "has_issues": .bool(!isFork),
            "has_projects": true,
        ])
        if !context.isNewVersion { body["has_downloads"] = true }
        body = body.merging([
            "has_wiki": true,
            "has_pages": .bool(hasPages),
            "has_discussions": .bool(hasDiscussions),
            "forks_count": JSONValue(forks),
            "mirror_url": nil,
            "archived": .bool(isArchived),
            "disabled": false,
            "open_issues_count": JSONValue(openIssues),
            "license": license?.simple(hosts) ?? nil,
            "allow_forking": true,
            "is_template": .bool(isTemplate),
            "web_commit_signoff_required": false,
            "has_pull_requests": true,
            "pull_request_creation_policy": "all",
            "topics": .array(topics.map(JSONValue.string)),
            "visibility": "public",
            "forks": JSONValue(forks),
            "open_issues": JSONValue(openIssues),
            "watchers": JSONValue(stars),
            "default_branch": .string(defaultBranch),
        ])
        guard !isInner, let reader = context.reader else { return body }
        let isOwner = JSONValue.bool(reader.id == owner.id)
        body["permissions"] = [
            "admin": isOwner,
            "maintain": isOwner,
            "push": isOwner,
            "triage": isOwner,
            "pull": true,
        ]
        return body
    }
}

extension License {
    fileprivate func simple(_ hosts: Hosts) -> JSONValue {
        [
            "key": .string(key),
            "name": .string(name),
            "spdx_id": .string(spdx),
            // GitHub has no page for an unknown license.
            "url": key == "other" ? nil : "\(hosts.api)/licenses/\(key)",
            "node_id": .string(nodeID),
        ]
    }
}
