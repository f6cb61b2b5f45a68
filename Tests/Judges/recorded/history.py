"""What GitHub has changed since the oldest recordings, and the days of the changes.

The sandbox simulates GitHub as it is in 2026. A recording from before a change may show the former
state; a recording from that day or later must agree with the sandbox. The day of a change is that
of the first recording with today's state after the last recording with the former state. A test
derives the days from the recordings.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, List, NamedTuple, Tuple


class Sight(NamedTuple):
    """The state that a recording shows: before or after a change."""

    change: str
    since: str
    #: The differences from today; empty if the recording shows today's state.
    former: str = ""


def words(text: str) -> FrozenSet[str]:
    return frozenset(text.split())


#: Headers that GitHub has added.
HEADERS_THAT_CAME: Dict[str, str] = {
    "x-ratelimit-reset": "2013-07-16",
    "x-github-request-id": "2013-11-11",
    "x-github-media-type": "2013-12-11",
    "x-accepted-oauth-scopes": "2014-03-07",
    "strict-transport-security": "2014-07-06",
    "content-security-policy": "2014-07-06",
    "x-frame-options": "2014-07-06",
    "x-xss-protection": "2014-07-06",
    "referrer-policy": "2018-04-18",
    "vary": "2020-01-31",
    # In anonymous responses; no response to a token has one.
    "accept-ranges": "2020-06-07",
    "x-ratelimit-used": "2020-09-03",
    "x-ratelimit-resource": "2021-06-10",
    "x-github-api-version-selected": "2023-01-30",
    "x-accepted-github-permissions": "2024-06-10",
}

#: Headers that GitHub has removed.
HEADERS_THAT_WENT: Dict[str, str] = {
    # In lists and in /rate_limit.
    "last-modified": "2013-07-16",
    "etag": "2013-11-11",
    "access-control-allow-credentials": "2017-12-30",
    "x-served-by": "2017-12-30",
    "x-runtime-rack": "2019-09-08",
    "status": "2021-02-26",
}

#: A 401 for bad credentials has no `X-RateLimit-*`.
NO_LIMITS_OF_401_SINCE = "2021-02-25"

#: Headers of the transfer, which the recorders changed or left out, and headers about one token.
PASSING_HEADERS = words(
    """
    connection content-encoding content-length date transfer-encoding
    github-authentication-token-expiration x-oauth-client-id
    """
)

#: Headers that one recorder left out, between these days.
LEFT_OUT: Dict[str, Tuple[str, str]] = {
    "access-control-allow-origin": ("2020-03-26", "2023-01-30"),
    "access-control-expose-headers": ("2020-03-26", "2023-01-30"),
}


class Former(NamedTuple):
    """A header's former values, as a regular expression, and the day of the change."""

    pattern: str
    since: str
    #: The prefix of the endpoints that had them.
    endpoints: str = ""


FORMER_VALUES: Dict[str, List[Former]] = {
    "x-xss-protection": [Former("1; mode=block", "2021-04-02")],
    "x-github-media-type": [
        Former(r"github\.beta; format=json", "2014-01-11"),
        Former(r"github\.[a-z]+-preview; format=json(, .*)?", "2021-06-10"),
        Former("unknown, github.v3", "2021-10-31"),
    ],
    "x-github-api-version-selected": [Former("2022-08-09", "2023-01-30")],
    "strict-transport-security": [Former("max-age=31536000; includeSubdomains", "2014-09-01")],
    "cache-control": [Former("max-age=0, private, must-revalidate", "2013-12-11")],
    "x-accepted-oauth-scopes": [
        Former(r"((public_|delete_)?repo|repo:status|user(:[a-z]+)?|site_admin|, )*", "2014-03-07"),
        Former("admin:repo_hook, delete_repo, .*, repo:task, .*", "2018-01-05"),
    ],
    "x-ratelimit-limit": [Former("5|20", "2019-10-07", "/search/")],
}

#: `github.com`, formerly `GitHub.com`.
SMALL_SERVER_SINCE = "2024-07-15"
#: `Access-Control-Expose-Headers` and `Vary` name as many headers as today.
EXPOSED_TODAY_SINCE = "2026-06-25"
VARIED_TODAY_SINCE = "2020-03-12"

#: Tags are SHA-256, formerly MD5.
SHA256_SINCE = "2020-11-19"
#: Tags of compressed answers are weak.
WEAK_WHEN_COMPRESSED_SINCE = "2015-06-25"
#: Tags cover `Accept` and the body, formerly only the body.
TAG_OF_ACCEPT_SINCE = "2013-12-14"

#: Links are in today's order.
ORDERED_LINKS_SINCE = "2019-10-07"
#: Members are in today's order.
ORDERED_MEMBERS_SINCE = "2021-01-04"
#: URLs follow today's templates.
TEMPLATES_SINCE = "2021-01-22"
#: Errors name today's pages of the documentation.
DOCUMENTED_TODAY_SINCE = "2020-09-29"

#: Members of bodies that GitHub has added.
MEMBERS_THAT_CAME: Dict[str, str] = {
    "stargazers_count": "2014-01-11",
    "releases_url": "2014-01-11",
    "documentation_url": "2013-12-14",
    "site_admin": "2013-12-14",
    "resources": "2013-12-11",
    "organization_teams_url": "2022-07-19",
    "current_user_authorizations_html_url": "2022-07-19",
    "followers_url": "2014-03-07",
    "commit_search_url": "2022-07-19",
    "label_search_url": "2022-07-19",
    "code_search_url": "2014-01-11",
    "feeds_url": "2014-01-11",
    "incomplete_results": "2019-10-07",
    "has_pages": "2017-12-30",
    "deployments_url": "2017-12-30",
    "hooks_url": "2017-12-30",
    "issues_url": "2017-12-30",
    "permissions": "2014-03-07",
    "has_projects": "2017-12-30",
    "archived": "2017-12-30",
    "license": "2017-12-30",
    "node_id": "2018-08-18",
    "disabled": "2019-10-07",
    "temp_clone_token": "2020-03-12",
    "topic_search_url": "2022-07-19",
    "used": "2020-04-01",
    "twitter_username": "2020-06-07",
    "triage": "2021-09-11",
    "maintain": "2021-09-11",
    "allow_forking": "2021-09-14",
    "visibility": "2021-10-11",
    "is_template": "2021-10-11",
    "topics": "2021-10-11",
    "web_commit_signoff_required": "2022-07-19",
    "has_discussions": "2023-02-08",
    "custom_properties": "2024-02-09",
    "notification_email": "2024-09-03",
    "status": "2024-11-20",
    "user_view_type": "2024-11-28",
    "archived_at": "2024-12-20",
    "has_pull_requests": "2026-06-25",
    "pull_request_creation_policy": "2026-06-25",
}


class Went(NamedTuple):
    """The day of the first recording without a removed member."""

    since: str
    #: A member that shows which objects had the removed one.
    beside: str


#: Members that GitHub has removed.
MEMBERS_THAT_WENT: Dict[str, Went] = {
    "team_url": Went("2022-07-19", "hub_url"),
    "master_branch": Went("2014-03-07", "full_name"),
    # In anonymous responses.
    "permissions": Went("2018-01-01", "full_name"),
    # In responses to tokens without scopes.
    "temp_clone_token": Went("2020-11-19", "full_name"),
}

#: Members of an organization that were absent, and are null today.
NULL_OF_ORGANIZATIONS = words("name company blog location email twitter_username")
NULL_OF_ORGANIZATIONS_SINCE = "2026-01-25"

#: Members that GitHub shows only to an organization's members; the sandbox has none.
MEMBERS_ONLY = words(
    """
    total_private_repos owned_private_repos private_gists disk_usage collaborators billing_email
    default_repository_permission members_can_create_repositories two_factor_requirement_enabled
    members_allowed_repository_creation_type members_can_create_public_repositories
    members_can_create_private_repositories members_can_create_internal_repositories
    members_can_create_pages members_can_fork_private_repositories
    members_can_create_public_pages members_can_create_private_pages plan
    web_commit_signoff_required deploy_keys_enabled_for_repositories
    members_can_delete_repositories members_can_change_repo_visibility
    members_can_invite_outside_collaborators members_can_delete_issues
    display_commenter_full_name_setting_enabled readers_can_create_discussions
    members_can_create_teams members_can_view_dependency_insights default_repository_branch
    advanced_security_enabled_for_new_repositories dependabot_alerts_enabled_for_new_repositories
    dependabot_security_updates_enabled_for_new_repositories
    dependency_graph_enabled_for_new_repositories secret_scanning_enabled_for_new_repositories
    secret_scanning_push_protection_enabled_for_new_repositories
    secret_scanning_push_protection_custom_link_enabled
    secret_scanning_push_protection_custom_link secret_scanning_validity_checks_enabled
    """
)

#: Members that GitHub shows to users who may push, or of a repository made from a template.
COLLABORATORS_ONLY = words(
    """
    allow_squash_merge allow_merge_commit allow_rebase_merge allow_auto_merge allow_update_branch
    delete_branch_on_merge use_squash_pr_title_as_default squash_merge_commit_message
    squash_merge_commit_title merge_commit_message merge_commit_title security_and_analysis
    template_repository
    """
)
