"""The lists: their columns, and what Enter does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.binding import Binding

from ... import types
from ..text import day, number, short, shown
from ..widgets.languages import color
from ..widgets.rows import Column, Rows

Columns = Sequence[Column[Any]]


def _note(repository: types.Repository) -> str:
    return "archived" if repository["archived"] else "fork" if repository["fork"] else ""


_STARS: Column[Any] = Column(
    "★", lambda r: short(r["stars"]), 5, right=True, style="bold yellow"
)
_NAME: Column[Any] = Column("Name", lambda r: shown(r["name"]), 12, share=2, style="bold")
_FULL_NAME: Column[Any] = Column("Name", lambda r: shown(r["fullName"]), 16, share=3, style="bold")
_DESCRIPTION: Column[Any] = Column(
    "Description", lambda r: shown(r["description"]), share=5, from_width=96
)


def _starred(from_width: int) -> Column[Any]:
    return Column("Starred", lambda item: day(item["starredAt"]), 10, from_width=from_width)


def _language(from_width: int) -> Column[Any]:
    return Column(
        "Language",
        lambda r: shown(r["language"]),
        12,
        color=lambda r: color(r["language"]),
        from_width=from_width,
    )


def _login(cells: int) -> Column[Any]:
    return Column("User", lambda u: shown(u["login"]), cells, share=1, style="bold")


def _kind(from_width: int) -> Column[Any]:
    return Column("Kind", lambda u: shown(u["type"]), 12, from_width=from_width)


#: Of one owner.
OWN: Columns = [
    _STARS,
    _NAME,
    _language(44),
    Column("Forks", lambda r: short(r["forks"]), 5, right=True, from_width=100),
    Column("Pushed", lambda r: day(r["pushedAt"]), 10, from_width=60),
    Column("", _note, 8, style="italic", from_width=76),
    _DESCRIPTION,
]
#: Of many owners.
FOUND: Columns = [_STARS, _FULL_NAME, *OWN[2:]]
STARRED: Columns = [_starred(48), _STARS, _FULL_NAME, _language(60), _DESCRIPTION]

USERS: Columns = [
    _login(16),
    _kind(36),
    Column("Id", lambda u: number(u["id"]), 12, right=True, from_width=64),
]
STARGAZERS: Columns = [_starred(0), _login(14), _kind(52)]


class Repositories(Rows[Any]):
    """Repositories; Enter shows one."""

    BINDINGS = [Binding("enter", "choose", "Open repo")]

    def __init__(self, columns: Columns = OWN) -> None:
        super().__init__(columns, key=lambda repository: repository["id"])


class Users(Rows[Any]):
    """Users; Enter shows one."""

    BINDINGS = [Binding("enter", "choose", "Open user")]

    def __init__(self, columns: Columns = USERS) -> None:
        super().__init__(columns, key=lambda user: user["id"])
