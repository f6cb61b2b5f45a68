"""Every method of the server as a function that returns a call: name, params, result type.

A call is a value: ``client.run(calls.users_random(count=5))`` and ``client.users_random(count=5)``
are the same, and a list of calls is a batch. A param that is None is not sent, so that the
server's own default applies.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Literal,
    Optional,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

from . import types

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
elif sys.version_info >= (3, 11):
    from typing import Unpack as Unpack
else:

    class Unpack:
        """What ``typing.get_type_hints`` finds where typing has no Unpack."""

        def __class_getitem__(cls, item: Any) -> Any:
            return item


T = TypeVar("T")

#: Receives the ``value`` of each ``$/progress``: ``{"kind": "begin" | "report" | "end", ...}``.
ProgressHandler = Callable[[dict[str, Any]], None]


class Waiting(TypedDict, total=False):
    """Options of the client for one call; they are not sent."""

    #: Called for each step of a long call.
    on_progress: Optional[ProgressHandler]
    #: Seconds after which the call is cancelled and TimeoutError raised.
    timeout: Optional[float]


class Options(Waiting, total=False):
    """The params that all methods which ask GitHub have in common."""

    #: Ask GitHub whether a cached response is still valid, even if it is fresh.
    refresh: Optional[bool]
    #: How old a cached response may be, in seconds.
    max_age: Optional[int]


@dataclass(frozen=True)
class Call(Generic[T]):
    """A method with its params; T is the type of its result."""

    method: str
    params: Any = None
    on_progress: Optional[ProgressHandler] = field(default=None, compare=False)
    timeout: Optional[float] = field(default=None, compare=False)


def users_random(
    count: Optional[int] = None,
    *,
    seed: Optional[int] = None,
    sort: Optional[Literal["id", "followers"]] = None,
    sampling: Optional[Literal["page", "independent"]] = None,
    avatars: Optional[Literal["url", "inline"]] = None,
    **options: Unpack[Options],
) -> Call[types.RandomUsers]:
    """Random users; the same seed draws the same ids."""
    return _question(
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
    """The public repositories of a user or an organization, most stars first."""
    return _question(
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
    """A profile with total stars, favorite language and top repositories."""
    return _question("user.summary", options, login=login)


def search_users(
    query: str,
    *,
    sort: Optional[Literal["bestMatch", "followers", "repositories", "joined"]] = None,
    order: Optional[Literal["desc", "asc"]] = None,
    page: Optional[int] = None,
    per_page: Optional[int] = None,
    **options: Unpack[Options],
) -> Call[types.UserSearch]:
    """Users found by GitHub's search, with its qualifiers; at most 1000."""
    return _question(
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
    """The users who starred a repository, oldest star first."""
    return _question(
        "repo.stargazers", options, owner=owner, name=name, page=page, perPage=per_page
    )


def user_avatar(
    login: str, *, size: Optional[int] = None, **options: Unpack[Options]
) -> Call[types.Avatar]:
    """A user's picture, ``size`` pixels wide."""
    return _question("user.avatar", options, login=login, size=size)


def rate_status(**options: Unpack[Options]) -> Call[types.RateStatus]:
    """The remaining rate limits. This call does not count against them."""
    return _question("rate.status", options)


def cache_stats(**waiting: Unpack[Waiting]) -> Call[types.CacheStats]:
    """The contents and the counts of the server's cache."""
    return _make("cache.stats", waiting)


def cache_clear(
    login: Optional[str] = None, **waiting: Unpack[Waiting]
) -> Call[types.CacheCleared]:
    """Removes everything from the cache, or the responses about one login."""
    return _make("cache.clear", waiting, login=login)


def auth_status(**waiting: Unpack[Waiting]) -> Call[types.AuthStatus]:
    """Whether the server is signed in to GitHub, and as whom."""
    return _make("auth.status", waiting)


def auth_login(
    *,
    token: Optional[str] = None,
    device: Optional[bool] = None,
    scopes: Optional[Sequence[str]] = None,
    store: Optional[bool] = None,
    **waiting: Unpack[Waiting],
) -> Call[Union[types.AuthStatus, types.DeviceLogin]]:
    """Signs in with a token, or begins the device flow, which ends with ``auth.changed``."""
    listed: Optional[list[str]] = None if scopes is None else list(scopes)
    return _make("auth.login", waiting, token=token, device=device, scopes=listed, store=store)


def auth_logout(**waiting: Unpack[Waiting]) -> Call[types.AuthStatus]:
    """Signs out."""
    return _make("auth.logout", waiting)


def initialize(
    *,
    client_info: Optional[dict[str, str]] = None,
    process_id: Optional[int] = None,
    **waiting: Unpack[Waiting],
) -> Call[types.InitializeResult]:
    """Introduces the client; over stdio the server ends when ``process_id`` has ended."""
    return _make("initialize", waiting, clientInfo=client_info, processId=process_id)


def shutdown(**waiting: Unpack[Waiting]) -> Call[None]:
    """Ends the session: later requests on this connection are refused."""
    return _make("shutdown", waiting)


def discover(**waiting: Unpack[Waiting]) -> Call[dict[str, Any]]:
    """The server's OpenRPC document."""
    return _make("rpc.discover", waiting)


def _question(method: str, options: Options, **params: Any) -> Call[Any]:
    params["refresh"] = options.get("refresh")
    params["maxAge"] = options.get("max_age")
    waiting = {name: value for name, value in options.items() if name not in _SENT_OPTIONS}
    return _make(method, cast(Waiting, waiting), **params)


def _make(method: str, waiting: Waiting, **params: Any) -> Call[Any]:
    for name in waiting:
        if name not in Waiting.__annotations__:
            raise TypeError(f"{method} got an unexpected keyword argument {name!r}")
    given = {name: value for name, value in params.items() if value is not None}
    return Call(method, given or None, waiting.get("on_progress"), waiting.get("timeout"))


_SENT_OPTIONS = {"refresh", "max_age"}
