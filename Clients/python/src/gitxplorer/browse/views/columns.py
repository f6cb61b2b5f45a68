"""The lists: their columns, and what Enter does."""

from __future__ import annotations

from typing import Any

from textual.binding import Binding

from ... import types
from ..text import day, number, short, shown
from ..widgets.languages import color
from ..widgets.rows import Column, Rows


def _note(repository: types.Repository) -> str:
    return "archived" if repository["archived"] else "fork" if repository["fork"] else ""


_REPOSITORIES: list[Column[types.Repository]] = [
    Column("★", lambda r: short(r["stars"]), 5, right=True, style="bold yellow"),
    Column("Name", lambda r: shown(r["name"]), 12, share=2, style="bold"),
    Column(
        "Language",
        lambda r: shown(r["language"]),
        12,
        color=lambda r: color(r["language"]),
        from_width=44,
    ),
    Column("Forks", lambda r: short(r["forks"]), 5, right=True, from_width=100),
    Column("Pushed", lambda r: day(r["pushedAt"]), 10, from_width=60),
    Column("", _note, 8, style="italic", from_width=76),
    Column("Description", lambda r: shown(r["description"]), share=5, from_width=96),
]

_USERS: list[Column[Any]] = [
    Column("User", lambda u: shown(u["login"]), 16, share=1, style="bold"),
    Column("Kind", lambda u: shown(u["type"]), 12, from_width=36),
    Column("Id", lambda u: number(u["id"]), 12, right=True, from_width=64),
    Column("Page", lambda u: shown(u["profileUrl"]), share=2, from_width=84),
]

_STARGAZERS: list[Column[types.Stargazer]] = [
    Column("Starred", lambda s: day(s["starredAt"]), 10),
    Column("User", lambda s: shown(s["login"]), 14, share=1, style="bold"),
    Column("Kind", lambda s: shown(s["type"]), 12, from_width=52),
    Column("Page", lambda s: shown(s["profileUrl"]), share=2, from_width=84),
]


class Repositories(Rows[types.Repository]):
    """Repositories; Enter shows who starred one."""

    BINDINGS = [Binding("enter", "choose", "Stargazers")]

    def __init__(self) -> None:
        super().__init__(_REPOSITORIES, key=lambda repository: repository["id"])


class Users(Rows[Any]):
    """Users; Enter shows one."""

    BINDINGS = [Binding("enter", "choose", "Open user")]

    def __init__(self) -> None:
        super().__init__(_USERS, key=lambda user: user["id"])


class Stargazers(Rows[types.Stargazer]):
    """Users and when they starred the repository; Enter shows one."""

    BINDINGS = [Binding("enter", "choose", "Open user")]

    def __init__(self) -> None:
        super().__init__(_STARGAZERS, key=lambda user: user["id"])
