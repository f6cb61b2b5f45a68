"""PyGithub, an independent client, works with the sandbox as with GitHub."""

from __future__ import annotations

from datetime import datetime, timezone
from itertools import islice
from typing import Any, Optional

import github
import pytest
from github import Auth, Github, GithubRetry

from harness.sandbox import Sandbox

#: The fixed time of the sandbox's world.
TODAY = datetime(2026, 6, 30, 23, 59, tzinfo=timezone.utc)


def client(sandbox: Sandbox, token: Optional[str] = "ghp_judge", per_page: int = 100) -> Github:
    """A PyGithub that asks the sandbox, without delays and without retries."""
    return Github(
        base_url=sandbox.url,
        auth=Auth.Token(token) if token else None,
        per_page=per_page,
        retry=None,
        seconds_between_requests=None,
    )


def test_users_are_listed_in_order_of_their_ids_over_several_pages(sandbox: Sandbox) -> None:
    users = list(islice(client(sandbox).get_users(since=1_000_000), 250))
    ids = [user.id for user in users]
    assert ids == sorted(ids) and ids[0] > 1_000_000 and len(set(ids)) == 250
    assert {user.type for user in users} >= {"User", "Organization"}
    assert sandbox.stats()["byPath"] == {"/users": 3}


def test_the_list_of_users_ends_with_the_world(sandbox: Sandbox) -> None:
    users = list(client(sandbox).get_users(since=199_999_900))
    assert 50 <= len(users) <= 100 and users[-1].id <= 200_000_000


@pytest.mark.parametrize(
    ("count", "pages"), [(0, 1), (100, 1), (200, 2), (250, 3), (300, 3), (1000, 10)]
)
def test_a_user_has_as_many_repositories_as_the_profile_says(
    sandbox: Sandbox, count: int, pages: int
) -> None:
    login = f"exactly-{count}" if count else "no-repositories"
    user = client(sandbox).get_user(login)
    repositories = list(user.get_repos())
    assert user.public_repos == len(repositories) == count
    assert len({repository.full_name for repository in repositories}) == count
    assert all(repository.owner.login == login for repository in repositories)
    assert sandbox.requests == 1 + pages


def test_the_length_of_a_list_follows_from_its_last_link(sandbox: Sandbox) -> None:
    # PyGithub requests pages of one item and uses the number of the last page.
    user = client(sandbox).get_user("exactly-300")
    assert user.get_repos().totalCount == 300


def test_the_requested_pages_are_returned(sandbox: Sandbox) -> None:
    repositories = client(sandbox, per_page=30).get_user("exactly-250").get_repos()
    assert [len(repositories.get_page(number)) for number in (0, 7, 8, 9)] == [30, 30, 10, 0]


def test_an_organization_has_repositories(sandbox: Sandbox) -> None:
    organization = client(sandbox).get_organization("github")
    repositories = list(organization.get_repos())
    assert organization.public_repos == len(repositories) == 512
    assert {repository.owner.type for repository in repositories} == {"Organization"}
    created = [repository.created_at for repository in repositories]
    assert created == sorted(created, reverse=True)


def test_stargazers_have_dates_and_the_oldest_comes_first(sandbox: Sandbox) -> None:
    repository = client(sandbox).get_repo("octocat/Hello-World")
    stars = list(repository.get_stargazers_with_dates())
    assert len(stars) == repository.stargazers_count == 2486
    dates = [star.starred_at for star in stars]
    assert dates == sorted(dates)
    assert repository.created_at <= dates[0] and dates[-1] <= TODAY
    assert len({star.user.id for star in stars}) == len(stars)
    plain = [user.login for user in islice(repository.get_stargazers(), 100)]
    assert plain == [star.user.login for star in stars[:100]]


def test_a_repository_has_languages_and_a_readme(sandbox: Sandbox) -> None:
    repository = client(sandbox).get_repo("octocat/linguist")
    assert repository.get_languages()["Ruby"] == 2300
    readme = client(sandbox).get_repo("octocat/Hello-World").get_readme()
    assert (readme.path, readme.decoded_content) == ("README", b"Hello World!\n")
    assert readme.html_url == "https://github.com/octocat/Hello-World/blob/master/README"


def test_a_repository_has_a_latest_release_or_none(sandbox: Sandbox) -> None:
    asking = client(sandbox)
    with pytest.raises(github.UnknownObjectException):
        asking.get_repo("octocat/Hello-World").get_latest_release()
    released = next(
        release
        for repository in asking.get_organization("github").get_repos(sort="pushed")
        if repository.stargazers_count and (release := latest(repository))
    )
    assert released.tag_name and not released.draft and not released.prerelease
    assert released.published_at >= released.created_at


def latest(repository: Any) -> Any:
    """The repository's latest release, or None."""
    try:
        return repository.get_latest_release()
    except github.UnknownObjectException:
        return None


def test_a_user_follows_as_many_as_the_profile_says(sandbox: Sandbox) -> None:
    user = client(sandbox).get_user("octocat")
    following = list(user.get_following())
    assert len({each.id for each in following}) == user.following == 9
    starred = list(user.get_starred())
    assert starred and all(each.full_name for each in starred)


def test_a_lazy_profile_is_completed_from_its_own_url(sandbox: Sandbox) -> None:
    listed = next(iter(client(sandbox).get_users(since=583_230)))
    assert (listed.id, listed.login) == (583_231, "octocat")
    assert listed.name == "The Octocat" and listed.followers == 16_842
    assert listed.created_at == datetime(2011, 1, 25, 18, 44, 36, tzinfo=timezone.utc)


def test_a_search_finds_users_by_followers(sandbox: Sandbox) -> None:
    found = client(sandbox).search_users("type:user followers:>1000", sort="followers")
    users = list(islice(found, 150))
    followers = [user.followers for user in users[:5]]
    assert found.totalCount > 1000
    assert followers == sorted(followers, reverse=True) and followers[-1] > 1000
    assert {user.type for user in users} == {"User"}


def test_a_search_for_repositories_sorts_by_stars(sandbox: Sandbox) -> None:
    found = client(sandbox).search_repositories("language:swift stars:>100", sort="stars")
    repositories = list(islice(found, 30))
    stars = [repository.stargazers_count for repository in repositories]
    assert stars == sorted(stars, reverse=True) and stars[-1] > 100
    assert {repository.language for repository in repositories} == {"Swift"}


def test_an_unchanged_response_is_304_and_free(sandbox: Sandbox) -> None:
    asking = client(sandbox)
    for found in (asking.get_user("octocat"), asking.get_repo("octocat/Hello-World")):
        remaining = asking.rate_limiting[0]
        assert found.update() is False
        assert asking.rate_limiting[0] == remaining
    assert sandbox.stats()["notModified"] == 2


def test_a_changed_response_is_sent_again(sandbox: Sandbox) -> None:
    repository = client(sandbox).get_repo("octocat/Hello-World")
    sandbox.mutate(repo="octocat/Hello-World", stars=4321)
    assert repository.update() is True
    assert repository.stargazers_count == 4321
    assert repository.update() is False


@pytest.mark.parametrize(("cost", "remaining"), [("counted", 58), ("free", 59)])
def test_an_anonymous_304_costs_what_the_sandbox_is_configured_to(
    sandbox: Sandbox, cost: str, remaining: int
) -> None:
    sandbox.configure(anonymousRevalidation=cost)
    asking = client(sandbox, token=None)
    assert asking.get_user("octocat").update() is False
    assert asking.rate_limiting == (remaining, 60)


@pytest.mark.parametrize("what", ["users", "repos", "orgs"])
def test_missing_objects_raise_unknown_object_exceptions(sandbox: Sandbox, what: str) -> None:
    asking = client(sandbox)
    ask = {
        "users": lambda: asking.get_user("nobody-at-all"),
        "repos": lambda: asking.get_repo("octocat/nothing"),
        "orgs": lambda: asking.get_organization("octocat"),
    }[what]
    with pytest.raises(github.UnknownObjectException) as caught:
        ask()
    assert caught.value.status == 404 and caught.value.data["message"] == "Not Found"
    assert caught.value.data["documentation_url"].startswith("https://docs.github.com/rest/")


def test_a_bad_token_raises_bad_credentials(sandbox: Sandbox) -> None:
    with pytest.raises(github.BadCredentialsException) as caught:
        client(sandbox, token="ghp_bad").get_user().login
    assert caught.value.status == 401


def test_an_anonymous_client_has_no_user(sandbox: Sandbox) -> None:
    with pytest.raises(github.GithubException) as caught:
        client(sandbox, token=None).get_user().login
    assert caught.value.status == 401
    assert caught.value.data["message"] == "Requires authentication"


def test_a_signed_in_client_is_octocat(sandbox: Sandbox) -> None:
    asking = client(sandbox)
    assert asking.get_user().login == "octocat"
    assert asking.oauth_scopes == ["gist", "read:org", "repo"]
    assert asking.rate_limiting == (4999, 5000)


def test_a_used_up_limit_is_a_rate_limit_error(sandbox: Sandbox) -> None:
    sandbox.configure(rateLimit=3)
    asking = client(sandbox, token=None)
    for _ in range(3):
        asking.get_user("octocat")
    with pytest.raises(github.RateLimitExceededException) as caught:
        asking.get_user("octocat")
    assert caught.value.status == 403
    headers = caught.value.headers or {}
    assert (headers["x-ratelimit-remaining"], headers["x-ratelimit-used"]) == ("0", "3")
    assert asking.get_rate_limit().resources.core.remaining == 0


def test_a_secondary_limit_is_a_rate_limit_error_with_requests_left(sandbox: Sandbox) -> None:
    sandbox.fault("secondaryLimit", "/users/*", times=1)
    asking = client(sandbox)
    with pytest.raises(github.RateLimitExceededException) as caught:
        asking.get_user("octocat")
    headers = caught.value.headers or {}
    assert headers["retry-after"] == "60" and int(headers["x-ratelimit-remaining"]) > 0
    assert asking.get_user("octocat").login == "octocat"


def test_900_reads_in_a_minute_reach_the_secondary_limit(sandbox: Sandbox) -> None:
    asking = client(sandbox)
    for _ in range(900):
        asking.requester.requestJsonAndCheck("GET", "/zen")
    with pytest.raises(github.RateLimitExceededException) as caught:
        asking.requester.requestJsonAndCheck("GET", "/zen")
    assert "secondary rate limit" in caught.value.data["message"]


@pytest.mark.parametrize("kind", ["http500", "http502", "http503"])
def test_the_clients_own_retries_overcome_a_passing_failure(
    sandbox: Sandbox, kind: str
) -> None:
    sandbox.fault(kind, "/users/*", times=2)
    patient = Github(
        base_url=sandbox.url, retry=GithubRetry(total=2, backoff_factor=0),
        seconds_between_requests=None,
    )  # fmt: skip
    assert patient.get_user("octocat").id == 583_231
    assert sandbox.requests == 3


def test_the_rate_limit_can_be_requested(sandbox: Sandbox) -> None:
    asking = client(sandbox)
    asking.get_user("octocat")
    resources = asking.get_rate_limit().resources
    assert (resources.core.limit, resources.core.remaining) == (5000, 4999)
    assert (resources.search.limit, resources.search.remaining) == (30, 30)
    assert resources.core.reset > datetime.now(timezone.utc)


def test_a_repository_is_found_under_its_owners_former_login(sandbox: Sandbox) -> None:
    sandbox.mutate(user="octocat", rename="octopus")
    asking = client(sandbox)
    repository = asking.get_repo("octocat/Hello-World")
    assert (repository.id, repository.full_name) == (1_296_269, "octopus/Hello-World")
    stars = next(iter(repository.get_stargazers_with_dates()))
    assert stars.starred_at >= repository.created_at
    assert asking.get_user("octopus").id == 583_231
    with pytest.raises(github.UnknownObjectException):
        asking.get_user("octocat")


def test_a_github_enterprise_prefix_is_kept(sandbox: Sandbox) -> None:
    asking = Github(
        base_url=f"{sandbox.url}/api/v3", auth=Auth.Token("ghp_judge"), retry=None, per_page=100,
        seconds_between_requests=None,
    )  # fmt: skip
    repositories = list(asking.get_user("exactly-250").get_repos())
    assert len(repositories) == 250
    assert repositories[0].url.startswith(f"{sandbox.url}/api/v3/repos/exactly-250/")
