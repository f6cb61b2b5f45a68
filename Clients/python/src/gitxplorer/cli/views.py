"""Each result as lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Optional

from .. import types
from .screen import Screen
from .table import Column, number, table
from .text import clean, fit, pad, width

_SOURCES = {
    "network": "from GitHub",
    "cache": "from the cache",
    "revalidated": "from the cache, confirmed by GitHub",
    "stale": "from the cache, out of date: GitHub could not be asked",
}


def users_random(result: types.RandomUsers, screen: Screen) -> list[str]:
    """Random users."""
    columns = [
        Column("User", style="cyan"),
        Column("Kind"),
        Column("Followers", right=True),
        Column("Id", right=True),
        Column("Page", shortens=True, style="dim"),
    ]
    rows = [
        [u["login"], u["type"], u.get("followers"), str(u["id"]), u["profileUrl"]]
        for u in result["users"]
    ]
    return [*table(columns, rows, screen), "", _origin(result, screen)]


def repos_list(result: types.RepositoryList, screen: Screen) -> list[str]:
    """Repositories, with their number."""
    shown, total = len(result["repositories"]), result["total"]
    head = f"{clean(result['owner']['login'])}: {_count(total, 'repository', 'repositories')}"
    if shown < total:
        head += f", {number(shown)} shown"
    if result["truncated"]:
        head += " (there are more than the server reads)"
    rows = _repositories(result["repositories"], screen)
    return [screen.paint("bold", head), "", *rows, "", _origin(result, screen)]


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
        _count(result["totalRepositories"], "repository", "repositories"),
        _count(user["followers"], "follower", "followers"),
        f"since {_date(user['createdAt'])}",
    ]
    lines.append(" · ".join(facts))
    if result["favoriteLanguage"]:
        lines += ["", screen.paint("bold", f"Favorite language: {clean(result['favoriteLanguage'])}")]
        lines += _bars(result["languages"], screen)
    if result["topRepositories"]:
        lines += ["", *_repositories(result["topRepositories"], screen)]
    return [*lines, "", _origin(result, screen)]


def search_users(result: types.UserSearch, screen: Screen) -> list[str]:
    """Users found, and the command for the next page."""
    columns = [
        Column("User", style="cyan"),
        Column("Kind"),
        Column("Id", right=True),
        Column("Page", shortens=True, style="dim"),
    ]
    rows = [[u["login"], u["type"], str(u["id"]), u["profileUrl"]] for u in result["users"]]
    head = f"{_count(result['totalCount'], 'user', 'users')} found"
    if result["incompleteResults"]:
        head += " (GitHub ran out of time; there may be more)"
    lines = [screen.paint("bold", head), "", *table(columns, rows, screen), ""]
    return [*lines, _paging(result["page"], result["nextPage"], None), _origin(result, screen)]


def repo_stargazers(result: types.StargazerPage, screen: Screen) -> list[str]:
    """The users who starred a repository, and the times."""
    columns = [
        Column("User", style="cyan"),
        Column("Kind"),
        Column("Starred"),
        Column("Page", shortens=True, style="dim"),
    ]
    rows = [
        [s["login"], s["type"], _date(s["starredAt"]), s["profileUrl"]]
        for s in result["stargazers"]
    ]
    head = screen.paint("bold", f"{clean(result['repository'])}: stargazers, oldest star first")
    paging = _paging(result["page"], result["nextPage"], result["lastPage"])
    return [head, "", *table(columns, rows, screen), "", paging, _origin(result, screen)]


def user_avatar(result: types.Avatar, screen: Screen) -> list[str]:
    """The format and size of the avatar."""
    size = f"{clean(result['mimeType'])}, {_count(result['bytes'], 'byte', 'bytes')}"
    return [f"{clean(result['login'])}: {size}", _origin(result, screen)]


def rate_status(result: types.RateStatus, screen: Screen) -> list[str]:
    """The remaining requests of each budget."""
    columns = [
        Column("Budget", style="cyan"),
        Column("Left", right=True),
        Column("Of", right=True),
        Column("", style="green"),
        Column("Renewed at"),
    ]
    rows = [
        [name, str(rate["remaining"]), rate["limit"], _gauge(rate), _time(rate["resetAt"])]
        for name, rate in result["resources"].items()
    ]
    who = "signed in" if result["authenticated"] else "not signed in"
    return [screen.paint("bold", f"GitHub's limits, {who}"), "", *table(columns, rows, screen)]


def cache_stats(result: types.CacheStats, screen: Screen) -> list[str]:
    """The contents and counts of the cache."""
    rows = [
        ["File", result["path"]],
        ["Entries", number(result["entries"])],
        ["Size", f"{_bytes(result['bytes'])} of at most {_bytes(result['maxBytes'])}"],
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
    return [f"{_count(result['removed'], 'entry', 'entries')} removed"]


def auth_status(result: types.AuthStatus, screen: Screen) -> list[str]:
    """The account that is signed in, and its scopes."""
    if result["state"] == "authenticated":
        scopes = ", ".join(map(clean, result["scopes"])) or "none told"
        name = clean(result["login"] or "somebody")
        return [f"Signed in as {name} (token: {clean(str(result['tokenSource']))}; scopes: {scopes})."]
    return [_STATES.get(result["state"], clean(result["state"]))]


_STATES = {
    "anonymous": "Not signed in: GitHub allows 60 requests an hour.",
    "pending": "A sign-in is waiting for its code to be entered.",
    "invalid": "GitHub does not accept the token: sign in again.",
}

#: The view of each method that has one.
VIEWS: dict[str, Callable[[Any, Screen], list[str]]] = {
    "users.random": users_random,
    "repos.list": repos_list,
    "user.summary": user_summary,
    "search.users": search_users,
    "repo.stargazers": repo_stargazers,
    "user.avatar": user_avatar,
    "rate.status": rate_status,
    "cache.stats": cache_stats,
    "cache.clear": cache_clear,
    "auth.status": auth_status,
    "auth.login": auth_status,
    "auth.logout": auth_status,
}


def _repositories(repositories: list[types.Repository], screen: Screen) -> list[str]:
    columns = [
        Column("Repository", style="cyan", shortens=True),
        Column("★ Stars", right=True, style="yellow"),
        Column("Forks", right=True),
        Column("Language"),
        Column("Pushed"),
        Column("Notes", style="magenta"),
        Column("Description", shortens=True, style="dim"),
    ]
    rows = [
        [r["name"], r["stars"], r["forks"], r["language"], _date(r["pushedAt"]), _notes(r)]
        + [r["description"]]
        for r in repositories
    ]
    return table(columns, rows, screen)


def _notes(repository: types.Repository) -> str:
    marks = (("fork", repository["fork"]), ("archived", repository["archived"]))
    return ", ".join(word for word, holds in marks if holds)


def _bars(languages: list[types.LanguageTotal], screen: Screen, most: int = 8) -> list[str]:
    shown = languages[:most]
    names = max(width(clean(item["language"])) for item in shown)
    counts = max(len(number(item["repositories"])) for item in shown)
    longest = max(item["repositories"] for item in shown)
    room = max(4, min(40, screen.columns - names - counts - 20))
    lines = []
    for item in shown:
        bar = "█" * max(1, round(room * item["repositories"] / longest))
        name = pad(clean(item["language"]), names)
        count = pad(number(item["repositories"]), counts, right=True)
        stars = screen.paint("dim", f"★ {number(item['stars'])}")
        lines.append(f"{name}  {count}  {screen.paint('green', bar)} {stars}")
    if len(languages) > most:
        lines.append(screen.paint("dim", f"and {len(languages) - most} more"))
    return lines


def _gauge(rate: types.RateLimit, cells: int = 20) -> str:
    full = round(cells * rate["remaining"] / rate["limit"]) if rate["limit"] else 0
    return "█" * full + "░" * (cells - full)


def _paging(page: int, following: Optional[int], last: Optional[int]) -> str:
    of = f" of {number(last)}" if last else ""
    more = f"; continue with --page {following}" if following else ""
    return f"Page {number(page)}{of}{more}"


def _origin(result: Mapping[str, Any], screen: Screen) -> str:
    freshness = result["freshness"]
    line = (
        f"{_SOURCES.get(freshness['source'], clean(freshness['source']))},"
        f" {_time(freshness['fetchedAt'])}"
    )
    skipped = result.get("skipped")
    if skipped:
        line += f"; {_count(skipped, 'malformed item', 'malformed items')} left out"
    return screen.paint("dim", line)


def _count(value: int, one: str, many: str) -> str:
    return f"{number(value)} {one if value == 1 else many}"


def _date(time: Optional[str]) -> str:
    return clean(time)[:10] if time else ""


def _time(time: str) -> str:
    return clean(time).replace("T", " ")[:19] + " UTC"


def _bytes(value: float) -> str:
    for unit in ("bytes", "KiB", "MiB"):
        if value < 1024:
            return f"{value:,.0f} {unit}" if unit == "bytes" else f"{value:,.1f} {unit}"
        value /= 1024
    return f"{value:,.1f} GiB"
