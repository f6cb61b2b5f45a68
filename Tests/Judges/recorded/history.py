"""What GitHub has changed since the oldest recordings, by the days on which recordings show it.

The simulator plays GitHub as it is in 2026. A recording from before a change is explained by the
change; one from after it must be as the simulator is.
"""

from __future__ import annotations

from typing import Dict, FrozenSet, List, NamedTuple, Tuple


def words(text: str) -> FrozenSet[str]:
    return frozenset(text.split())


#: Headers that came: the day of the last recording without one.
HEADERS_THAT_CAME: Dict[str, str] = {
    "x-ratelimit-reset": "2013-06-26",
    "x-github-request-id": "2013-07-16",
    "x-github-media-type": "2013-11-11",
    "x-accepted-oauth-scopes": "2014-01-11",
    "strict-transport-security": "2014-03-07",
    "content-security-policy": "2014-03-07",
    "x-frame-options": "2014-03-07",
    "x-xss-protection": "2014-03-07",
    "referrer-policy": "2018-01-26",
    "vary": "2020-01-25",
    "x-ratelimit-used": "2020-09-03",
    "x-ratelimit-resource": "2021-04-02",
    "x-github-api-version-selected": "2022-09-22",
    "x-accepted-github-permissions": "2024-03-13",
}

#: Headers that went, and the day of the last recording that has one.
HEADERS_THAT_WENT: Dict[str, str] = {
    # Of lists, and of /rate_limit.
    "last-modified": "2013-06-24",
    "etag": "2013-07-16",
    "access-control-allow-credentials": "2016-02-06",
    "x-served-by": "2017-02-11",
    "x-runtime-rack": "2018-09-06",
    "status": "2022-04-04",
    "accept-ranges": "2024-03-14",
}

#: The day of the last recorded `Bad credentials` that tells of limits.
LIMITS_WITHOUT_CREDENTIALS = "2020-09-29"

#: Headers of one transfer, which the recorders changed or left out, and one of one token.
PASSING_HEADERS = words(
    """
    connection content-encoding content-length date transfer-encoding
    github-authentication-token-expiration
    """
)

#: Headers that one recorder left out, between these days.
LEFT_OUT: Dict[str, Tuple[str, str]] = {
    "access-control-allow-origin": ("2020-03-26", "2023-01-30"),
    "access-control-expose-headers": ("2020-03-26", "2023-01-30"),
}


class Former(NamedTuple):
    """What a header's value was like, as a regular expression, until a day."""

    pattern: str
    until: str


FORMER_VALUES: Dict[str, List[Former]] = {
    "x-xss-protection": [Former("1; mode=block", "2022-04-04")],
    "x-github-media-type": [
        Former(r"github\.beta; format=json", "2013-12-27"),
        Former(r"github\.[a-z]+-preview; format=json(, .*)?", "2021-04-02"),
        Former("unknown, github.v3", "2022-04-04"),
    ],
    "x-github-api-version-selected": [Former("2022-08-09", "2022-07-25")],
    "strict-transport-security": [Former("max-age=31536000; includeSubdomains", "2014-07-06")],
    "cache-control": [Former("max-age=0, private, must-revalidate", "2013-07-16")],
    "x-accepted-oauth-scopes": [
        Former(r"((public_|delete_)?repo|repo:status|user(:[a-z]+)?|site_admin|, )*", "2017-02-11"),
        Former("admin:repo_hook, delete_repo, .*, repo:task, .*", "2018-01-04"),
    ],
    "x-ratelimit-limit": [Former("5|20", "2014-01-11")],
}

#: `GitHub.com` became `github.com`.
CAPITAL_SERVER_UNTIL = "2024-06-16"
#: Since then as many headers are exposed, and as many varied by, as today.
EXPOSED_TODAY_SINCE = "2026-06-25"
VARIED_TODAY_SINCE = "2020-04-01"

#: The last day on which tags were MD5's, and on which compressed answers had strong ones.
MD5_UNTIL = "2020-09-03"
STRONG_WHEN_COMPRESSED_UNTIL = "2014-09-01"
#: Until then a tag was of the body alone, without `Accept`.
TAG_OF_BODY_UNTIL = "2013-07-16"

#: Since then links have been in today's order.
ORDERED_LINKS_SINCE = "2019-09-01"
#: Since then URLs and the order of members have been as they are today.
ORDERED_BODIES_SINCE = "2021-11-01"

#: Members of bodies that came: the day from which on every recording has one.
MEMBERS_THAT_CAME: Dict[str, str] = {
    "stargazers_count": "2013-06-25",
    "releases_url": "2013-06-25",
    "documentation_url": "2013-06-27",
    "site_admin": "2013-11-28",
    "public_gists": "2013-11-29",
    "resources": "2013-12-11",
    "organization_teams_url": "2014-01-12",
    "current_user_authorizations_html_url": "2014-01-12",
    "followers_url": "2014-01-12",
    "commit_search_url": "2014-01-12",
    "label_search_url": "2014-01-12",
    "code_search_url": "2014-01-11",
    "feeds_url": "2014-01-11",
    "incomplete_results": "2014-02-11",
    "has_pages": "2014-03-08",
    "deployments_url": "2015-04-30",
    "hooks_url": "2015-06-26",
    "issues_url": "2015-06-26",
    "permissions": "2017-02-12",
    "has_projects": "2017-12-30",
    "archived": "2018-01-05",
    "license": "2018-01-06",
    "node_id": "2018-04-19",
    "disabled": "2019-10-27",
    "temp_clone_token": "2019-10-27",
    "topic_search_url": "2020-02-27",
    "used": "2020-04-01",
    "twitter_username": "2020-05-01",
    "triage": "2021-06-29",
    "maintain": "2021-06-29",
    "allow_forking": "2021-09-12",
    "visibility": "2021-10-01",
    "is_template": "2021-10-01",
    "topics": "2021-10-01",
    "web_commit_signoff_required": "2022-07-19",
    "has_discussions": "2022-09-23",
    "custom_properties": "2024-01-19",
    "notification_email": "2024-09-03",
    "status": "2024-11-20",
    "user_view_type": "2024-11-21",
    "archived_at": "2024-12-20",
    "has_pull_requests": "2026-06-25",
    "pull_request_creation_policy": "2026-06-25",
}

#: Members that went, and the day of the last recording that has one.
MEMBERS_THAT_WENT: Dict[str, str] = {
    "team_url": "2014-01-11",
    "master_branch": "2014-01-11",
    # Of anonymous answers.
    "permissions": "2017-12-30",
    # Of answers to tokens without scopes.
    "temp_clone_token": "2020-09-03",
}

#: Members that an organisation's body did without where they were null, until this day.
LEFT_OUT_WHERE_NULL = words("name company blog location email twitter_username")
LEFT_OUT_WHERE_NULL_UNTIL = "2025-02-16"

#: Members that GitHub shows to an organisation's members, who are nobody in the simulator.
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

#: Members that GitHub shows to who may push, or of a repository that was made from a template.
COLLABORATORS_ONLY = words(
    """
    allow_squash_merge allow_merge_commit allow_rebase_merge allow_auto_merge allow_update_branch
    delete_branch_on_merge use_squash_pr_title_as_default squash_merge_commit_message
    squash_merge_commit_title merge_commit_message merge_commit_title security_and_analysis
    template_repository
    """
)
