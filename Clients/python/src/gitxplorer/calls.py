"""Every method of the server as a function that returns a call: name, params, result type.

Generated from the server's method table by ``make schemas``; do not edit.

A call is a value: ``client.run(calls.users_random(count=5))`` and ``client.users_random(count=5)``
are the same, and a list of calls is a batch. A param that is None is not sent, so that the
server's own default applies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Optional, Union

from . import types
from .call import Call, Options, Unpack, Waiting, make, question


def users_random(
    count: Optional[int] = None,
    *,
    seed: Optional[int] = None,
    sort: Optional[Literal["id", "followers"]] = None,
    sampling: Optional[Literal["page", "independent"]] = None,
    avatars: Optional[Literal["url", "inline"]] = None,
    **options: Unpack[Options],
) -> Call[types.RandomUsers]:
    """Random GitHub users.

    - ``count``: Number of users.
    - ``seed``: The same seed draws the same ids. Without a seed every call draws new ones.
    - ``sort``: By id, or by most followers first, which adds the number of followers.
    - ``sampling``: One run of neighbors after a random id, or each user drawn independently.
    - ``avatars``: Whether only addresses are returned, or the images too.
    """
    return question(
        "users.random",
        options,
        count=count,
        seed=seed,
        sort=sort,
        sampling=sampling,
        avatars=avatars,
    )


def repos_list(
    login: str,
    *,
    kind: Optional[Literal["auto", "user", "organization"]] = None,
    sort: Optional[Literal["stars", "name", "pushed", "updated", "created"]] = None,
    direction: Optional[Literal["desc", "asc"]] = None,
    limit: Optional[int] = None,
    language: Optional[str] = None,
    forks: Optional[bool] = None,
    archived: Optional[bool] = None,
    **options: Unpack[Options],
) -> Call[types.RepositoryList]:
    """The repositories of a user or an organization, most stars first.

    - ``login``: Login of the owner.
    - ``kind``: Whether the owner is a user or an organization. ``auto`` finds out.
    - ``sort``: The order of the results.
    - ``direction``: The default is ``desc``, and ``asc`` for ``name``.
    - ``limit``: Largest number of repositories to return.
    - ``language``: Only repositories mainly in this language. Case does not matter.
    - ``forks``: Whether forks are listed.
    - ``archived``: Whether archived ones are listed.
    """
    return question(
        "repos.list",
        options,
        login=login,
        kind=kind,
        sort=sort,
        direction=direction,
        limit=limit,
        language=language,
        forks=forks,
        archived=archived,
    )


def user_summary(login: str, **options: Unpack[Options]) -> Call[types.UserSummary]:
    """A user's profile with total stars, favorite language and top repositories.

    - ``login``: Login of the user or organization.
    """
    return question("user.summary", options, login=login)


def search_users(
    query: str,
    *,
    sort: Optional[Literal["bestMatch", "followers", "repositories", "joined"]] = None,
    order: Optional[Literal["desc", "asc"]] = None,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.UserSearch]:
    """Users found by GitHub's search, with its qualifiers.

    - ``query``: The search text, with GitHub's qualifiers: ``tom followers:>1000``.
    - ``sort``: The order of the results.
    - ``order``: Direction of the order; ``bestMatch`` has none.
    - ``page``: Page, counted from 1. GitHub returns only the first 1,000 results.
    - ``per_page``: Items per page.
    """
    return question(
        "search.users",
        options,
        query=query,
        sort=sort,
        order=order,
        page=page,
        perPage=per_page,
    )


def repo_stargazers(
    owner: str,
    name: str,
    *,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.StargazerPage]:
    """The users who starred a repository, oldest star first.

    - ``owner``: Login of the repository's owner.
    - ``name``: Repository name, without the owner.
    - ``page``: Page, counted from 1.
    - ``per_page``: Items per page.
    """
    return question(
        "repo.stargazers",
        options,
        owner=owner,
        name=name,
        page=page,
        perPage=per_page,
    )


def user_followers(
    login: str,
    *,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.FollowerPage]:
    """The accounts that follow a user or an organization.

    - ``login``: Login of the user or organization.
    - ``page``: Page, counted from 1.
    - ``per_page``: Items per page.
    """
    return question(
        "user.followers",
        options,
        login=login,
        page=page,
        perPage=per_page,
    )


def user_following(
    login: str,
    *,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.FollowingPage]:
    """The accounts that a user follows.

    - ``login``: Login of the user.
    - ``page``: Page, counted from 1.
    - ``per_page``: Items per page.
    """
    return question(
        "user.following",
        options,
        login=login,
        page=page,
        perPage=per_page,
    )


def user_starred(
    login: str,
    *,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    sort: Optional[Literal["created", "updated"]] = None,
    direction: Optional[Literal["desc", "asc"]] = None,
    **options: Unpack[Options],
) -> Call[types.StarredPage]:
    """The repositories that a user starred, by default newest star first.

    - ``login``: Login of the user.
    - ``page``: Page, counted from 1.
    - ``per_page``: Items per page.
    - ``sort``: By the time of the star, or by the last push to the repository.
    - ``direction``: Direction of the order.
    """
    return question(
        "user.starred",
        options,
        login=login,
        page=page,
        perPage=per_page,
        sort=sort,
        direction=direction,
    )


def repo_summary(owner: str, name: str, **options: Unpack[Options]) -> Call[types.RepositorySummary]:
    """A repository with its watchers, open issues, languages and latest release.

    - ``owner``: Login of the repository's owner.
    - ``name``: Repository name, without the owner.
    """
    return question("repo.summary", options, owner=owner, name=name)


def repo_readme(owner: str, name: str, **options: Unpack[Options]) -> Call[types.Readme]:
    """The README of a repository as its author wrote it, not rendered.

    - ``owner``: Login of the repository's owner.
    - ``name``: Repository name, without the owner.
    """
    return question("repo.readme", options, owner=owner, name=name)


def repo_star_history(
    owner: str,
    name: str,
    *,
    points: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.StarHistory]:
    """The stars of a repository over time, in a few points for a plot.

    - ``owner``: Login of the repository's owner.
    - ``name``: Repository name, without the owner.
    - ``points``: Greatest number of points. Each but the last may take a request.
    """
    return question(
        "repo.starHistory",
        options,
        owner=owner,
        name=name,
        points=points,
    )


def search_repositories(
    query: str,
    *,
    sort: Optional[Literal["bestMatch", "stars", "forks", "updated"]] = None,
    order: Optional[Literal["desc", "asc"]] = None,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.RepositorySearch]:
    """Repositories found by GitHub's search, with its qualifiers.

    - ``query``: The search text, with GitHub's qualifiers: ``language:swift stars:>1000``.
    - ``sort``: The order of the results.
    - ``order``: Direction of the order; ``bestMatch`` has none.
    - ``page``: Page, counted from 1. GitHub returns only the first 1,000 results.
    - ``per_page``: Items per page.
    """
    return question(
        "search.repositories",
        options,
        query=query,
        sort=sort,
        order=order,
        page=page,
        perPage=per_page,
    )


def user_avatar(
    login: str,
    *,
    size: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.Avatar]:
    """The avatar image of a user or organization.

    - ``login``: Login of the user or organization.
    - ``size``: Width and height in pixels.
    """
    return question("user.avatar", options, login=login, size=size)


def rate_status(**options: Unpack[Options]) -> Call[types.RateStatus]:
    """What is left of GitHub's rate limits. Asking does not use them up."""
    return question("rate.status", options)


def cache_stats(**waiting: Unpack[Waiting]) -> Call[types.CacheStats]:
    """What the cache holds, and what it has done since the server started."""
    return make("cache.stats", waiting)


def cache_clear(login: Optional[str] = None, **waiting: Unpack[Waiting]) -> Call[types.CacheCleared]:
    """Removes everything from the cache, or the responses about one login.

    - ``login``: Only responses about this user or organization.
    """
    return make("cache.clear", waiting, login=login)


def auth_status(**waiting: Unpack[Waiting]) -> Call[types.AuthStatus]:
    """Who is signed in. GitHub is asked about a token once."""
    return make("auth.status", waiting)


def auth_login(
    token: Optional[str] = None,
    *,
    device: Optional[bool] = None,
    scopes: Optional[Sequence[str]] = None,
    store: Optional[bool] = None,
    **waiting: Unpack[Waiting],
) -> Call[Union[types.AuthStatus, types.DeviceLogin]]:
    """Signs in with a token or by device code.

    - ``token``: A GitHub token. It is checked before it is used.
    - ``device``: Sign in by device code: a person enters ``userCode`` at ``verificationUri``.
      ``auth.changed`` reports the outcome.
    - ``scopes``: With ``device``: the permissions to ask for.
    - ``store``: Store the token for later servers, in a file that only you can read.
    """
    return make(
        "auth.login",
        waiting,
        token=token,
        device=device,
        scopes=scopes,
        store=store,
    )


def auth_logout(**waiting: Unpack[Waiting]) -> Call[types.AuthStatus]:
    """Continues without a token, stops a pending sign-in, and removes a stored token."""
    return make("auth.logout", waiting)


def initialize(
    client_info: Optional[types.ClientInfo] = None,
    *,
    process_id: Optional[int] = None,
    **waiting: Unpack[Waiting],
) -> Call[types.InitializeResult]:
    """Introduces the client and returns what the server offers. Optional.

    - ``client_info``: The client.
    - ``process_id``: On stdio, the server ends when this process has ended.
    """
    return make(
        "initialize",
        waiting,
        clientInfo=client_info,
        processId=process_id,
    )


def shutdown(**waiting: Unpack[Waiting]) -> Call[None]:
    """Announces the end: later requests on this connection are refused."""
    return make("shutdown", waiting)


def session_authenticate(secret: str, **waiting: Unpack[Waiting]) -> Call[dict[str, object]]:
    """Admits a TCP client. It must be the client's first request.

    - ``secret``: The contents of the server's client secret file.
    """
    return make("session.authenticate", waiting, secret=secret)


def discover(**waiting: Unpack[Waiting]) -> Call[types.OpenRPCDocument]:
    """This server's OpenRPC document."""
    return make("rpc.discover", waiting)
