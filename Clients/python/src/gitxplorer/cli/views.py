"""Each result as lines for people."""

from __future__ import annotations

from typing import Any, Callable

from .. import types
from . import lists, repository
from .lists import repositories
from .parts import bars, count, date, origin, size, time
from .screen import Screen
from .table import Column, number, table
from .text import clean, fit, pad


def user_summary(result: types.UserSummary, screen: Screen) -> list[str]:
    """A profile, its languages as bars, its most starred repositories."""
    user = result["user"]
    name = clean(user["name"] or user["login"])
    lines = [screen.paint("bold", name) + f"  {clean(user['profileUrl'])}"]
    if user["bio"]:
        lines.append(fit(clean(user["bio"]), screen.columns))
    where = [clean(text) for text in (user["company"], user["location"], user["blog"]) if text]
    if where:
        lines.append(fit(" · ".join(where), screen.columns))
    facts = [
        screen.paint("yellow", f"★ {number(result['totalStars'])}"),
        count(result["totalRepositories"], "repository", "repositories"),
        count(user["followers"], "follower", "followers"),
        f"since {date(user['createdAt'])}",
    ]
    lines.append(" · ".join(facts))
    if result["favoriteLanguage"]:
        lines += ["", screen.paint("bold", f"Favorite language: {clean(result['favoriteLanguage'])}")]
        lines += bars(
            [
                (
                    each["language"],
                    each["repositories"],
                    number(each["repositories"]),
                    f"★ {number(each['stars'])}",
                )
                for each in result["languages"]
            ],
            screen,
        )
    if result["topRepositories"]:
        lines += ["", *repositories(result["topRepositories"], screen)]
    return [*lines, "", origin(result, screen)]


def user_avatar(result: types.Avatar, screen: Screen) -> list[str]:
    """The format and size of the avatar."""
    picture = f"{clean(result['mimeType'])}, {count(result['bytes'], 'byte', 'bytes')}"
    return [f"{clean(result['login'])}: {picture}", origin(result, screen)]


def rate_status(result: types.RateStatus, screen: Screen) -> list[str]:
    """The remaining requests of each budget."""
    columns = [
        Column("Budget", style="cyan"),
        Column("Left", right=True),
        Column("Of", right=True),
        Column("", style="green", spare=True),
        Column("Renewed at", spare=True),
    ]
    resources = result["resources"]
    rows = [
        [name, rate["remaining"], rate["limit"], _gauge(rate), time(rate["resetAt"])]
        for name in sorted(resources, key=lambda name: (name not in _MAIN, name))
        for rate in [resources[name]]
    ]
    who = "signed in" if result["authenticated"] else "not signed in"
    head = f"{screen.upstream[:1].upper()}{screen.upstream[1:]}'s limits, {who}"
    return [screen.paint("bold", head), "", *table(columns, rows, screen)]


def cache_stats(result: types.CacheStats, screen: Screen) -> list[str]:
    """The contents and counts of the cache."""
    rows = [
        ["File", result["path"]],
        ["Entries", number(result["entries"])],
        ["Size", f"{size(result['bytes'])} of at most {size(result['maxBytes'])}"],
        ["Hits", number(result["hits"])],
        ["Misses", number(result["misses"])],
        ["Revalidations", number(result["revalidations"])],
        ["Stale served", number(result["staleServed"])],
        ["Evictions", number(result["evictions"])],
        ["Requests spared", number(result["requestsSpared"])],
        ["Rate limit spared", number(result["rateLimitSpared"])],
    ]
    return [f"{pad(title, 19)}{clean(value)}" for title, value in rows]


def cache_clear(result: types.CacheCleared, screen: Screen) -> list[str]:
    """The number of removed responses."""
    return [f"{count(result['removed'], 'entry', 'entries')} removed"]


def auth_status(result: types.AuthStatus, screen: Screen) -> list[str]:
    """The account that is signed in, and its scopes."""
    if result["state"] == "authenticated":
        scopes = ", ".join(map(clean, result["scopes"])) or "none told"
        name = clean(result["login"] or "somebody")
        return [f"Signed in as {name} (token: {clean(str(result['tokenSource']))}; scopes: {scopes})."]
    state = _STATES.get(result["state"])
    return [state.format(upstream=screen.upstream) if state else clean(result["state"])]


def auth_login(result: types.AuthStatus, screen: Screen) -> list[str]:
    """The account; where its token is kept has been said."""
    name = clean(result["login"] or "somebody")
    return [f"Signed in as {name}."] if result["state"] == "authenticated" else auth_status(result, screen)


#: The budgets that people use, first on the screen.
_MAIN = ("core", "search")

_STATES = {
    "anonymous": "Not signed in.",
    "pending": "A sign-in is waiting for its code to be entered.",
    "invalid": "The token is no longer accepted by {upstream}: sign in again.",
}

#: The view of each method that has one.
VIEWS: dict[str, Callable[[Any, Screen], list[str]]] = {
    "users.random": lists.users_random,
    "repos.list": lists.repos_list,
    "user.summary": user_summary,
    "user.starred": lists.user_starred,
    "user.followers": lists.followers("followers"),
    "user.following": lists.followers("following"),
    "search.users": lists.search_users,
    "search.repositories": lists.search_repositories,
    "repo.summary": repository.repo_summary,
    "repo.readme": repository.repo_readme,
    "repo.starHistory": repository.repo_star_history,
    "repo.stargazers": lists.repo_stargazers,
    "user.avatar": user_avatar,
    "rate.status": rate_status,
    "cache.stats": cache_stats,
    "cache.clear": cache_clear,
    "auth.status": auth_status,
    "auth.login": auth_login,
    "auth.logout": auth_status,
}


def _gauge(rate: types.RateLimit, cells: int = 20) -> str:
    full = round(cells * rate["remaining"] / rate["limit"]) if rate["limit"] else 0
    return "█" * full + "░" * (cells - full)
