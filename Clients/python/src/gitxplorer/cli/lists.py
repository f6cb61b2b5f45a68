"""Lists of users and repositories as lines for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable, Literal

from .. import types
from .parts import count, date, origin, paging
from .screen import Screen
from .table import Column, number, table
from .text import clean

_USER = Column("User", style="cyan")
_KIND = Column("Kind")
_STARRED = Column("Starred")
_PAGE = Column("Page", shortens=True, style="dim")
_NAME = Column("Repository", style="cyan", shortens=True)
_STARS = Column("★ Stars", right=True, style="yellow")
_DESCRIPTION = Column("Description", shortens=True, style="dim")


def users_random(result: types.RandomUsers, screen: Screen) -> list[str]:
    """Random users."""
    columns = [_USER, _KIND, Column("Followers", right=True), Column("Id", right=True), _PAGE]
    rows = [
        [u["login"], u["type"], u.get("followers"), str(u["id"]), u["profileUrl"]]
        for u in result["users"]
    ]
    return [*table(columns, rows, screen), "", origin(result, screen)]


def repos_list(result: types.RepositoryList, screen: Screen) -> list[str]:
    """Repositories, with their number."""
    shown, total = len(result["repositories"]), result["total"]
    head = f"{clean(result['owner']['login'])}: {count(total, 'repository', 'repositories')}"
    if shown < total:
        head += f", {number(shown)} shown"
    if result["truncated"]:
        head += " (there are more than the server reads)"
    rows = repositories(result["repositories"], screen)
    return [screen.paint("bold", head), "", *rows, "", origin(result, screen)]


def repo_stargazers(result: types.StargazerPage, screen: Screen) -> list[str]:
    """The users who starred a repository, and the times."""
    rows = [
        [s["login"], s["type"], date(s["starredAt"]), s["profileUrl"]]
        for s in result["stargazers"]
    ]
    head = f"{clean(result['repository'])}: stargazers, oldest star first"
    return _page(head, table([_USER, _KIND, _STARRED, _PAGE], rows, screen), result, screen)


def user_starred(result: types.StarredPage, screen: Screen) -> list[str]:
    """The repositories that a user starred, and the times."""
    columns = [_NAME, _STARRED, _STARS, Column("Language"), _DESCRIPTION]
    rows = [
        [r["fullName"], date(r["starredAt"]), r["stars"], r["language"], r["description"]]
        for r in result["repositories"]
    ]
    head = f"{clean(result['login'])}: starred repositories"
    return _page(head, table(columns, rows, screen), result, screen)


def followers(relation: str) -> Callable[[Any, Screen], list[str]]:
    """The view of a page of followers, or of those whom a user follows."""

    def view(result: types.FollowerPage, screen: Screen) -> list[str]:
        head = f"{clean(result['login'])}: {relation}"
        return _page(head, _users(result["users"], screen), result, screen)

    return view


def search_users(result: types.UserSearch, screen: Screen) -> list[str]:
    """Users found, and the flag for the next page."""
    return _found("user", "users", _users(result["users"], screen), result, screen)


def search_repositories(result: types.RepositorySearch, screen: Screen) -> list[str]:
    """Repositories found, and the flag for the next page."""
    rows = repositories(result["repositories"], screen, "fullName")
    return _found("repository", "repositories", rows, result, screen)


def repositories(
    found: Sequence[types.Repository], screen: Screen, name: Literal["name", "fullName"] = "name"
) -> list[str]:
    """A table of repositories."""
    columns = [
        _NAME,
        _STARS,
        Column("Forks", right=True),
        Column("Language"),
        Column("Pushed"),
        Column("Notes", style="magenta"),
        _DESCRIPTION,
    ]
    rows = [
        [r[name], r["stars"], r["forks"], r["language"], date(r["pushedAt"]), notes(r)]
        + [r["description"]]
        for r in found
    ]
    return table(columns, rows, screen)


def notes(repository: types.Repository) -> str:
    """Whether it is a fork, or archived."""
    marks = (("fork", repository["fork"]), ("archived", repository["archived"]))
    return ", ".join(word for word, holds in marks if holds)


def _users(users: Sequence[Mapping[str, Any]], screen: Screen) -> list[str]:
    rows = [[u["login"], u["type"], str(u["id"]), u["profileUrl"]] for u in users]
    return table([_USER, _KIND, Column("Id", right=True), _PAGE], rows, screen)


def _found(
    one: str, many: str, rows: list[str], result: Mapping[str, Any], screen: Screen
) -> list[str]:
    head = f"{count(result['totalCount'], one, many)} found"
    if result["incompleteResults"]:
        head += " (GitHub ran out of time; there may be more)"
    return _page(head, rows, result, screen)


def _page(head: str, rows: list[str], result: Mapping[str, Any], screen: Screen) -> list[str]:
    return [screen.paint("bold", head), "", *rows, "", paging(result), origin(result, screen)]
