"""Who starred a repository, who follows whom, and what a user starred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Callable

from textual.app import ComposeResult

from ... import calls
from ...call import Call
from ..place import Kind, Place
from ..text import number, shown
from ..widgets.rows import Rows
from .columns import STARGAZERS, STARRED, Repositories, Users
from .paged import Order, Page, PagedView

_PER_PAGE = 50


@dataclass(frozen=True)
class List:
    """One list: its lines, the call for a page, and the member of the result that has the items.

    ``empty`` is said of an empty list; ``{}`` stands for the login.
    """

    rows: Callable[[], Rows[Any]]
    call: Callable[..., Call[Any]]
    items: str
    empty: str
    orders: Sequence[Order] = (Order("", {}),)


_LISTS: dict[Kind, List] = {
    "stargazers": List(
        lambda: Users(STARGAZERS),
        calls.repo_stargazers,
        "stargazers",
        "Nobody has starred it yet.",
        [Order("oldest first", {})],
    ),
    "followers": List(Users, calls.user_followers, "users", "Nobody follows {} yet."),
    "following": List(Users, calls.user_following, "users", "{} follows nobody."),
    "starred": List(
        lambda: Repositories(STARRED),
        calls.user_starred,
        "repositories",
        "{} has starred nothing.",
        [
            Order("last starred first", {}),
            Order("first starred first", {"direction": "asc"}),
            Order("last updated first", {"sort": "updated"}),
        ],
    ),
}


class ListView(PagedView):
    """A list of a user or a repository; scrolling loads more."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._list = _LISTS[place.kind]

    @property
    def orders(self) -> Sequence[Order]:
        """The orders that GitHub has for it."""
        return self._list.orders

    def body(self) -> ComposeResult:
        """The list."""
        yield self._list.rows()

    async def fetch(self, page: int, refresh: bool) -> Page:
        """A page of the list."""
        owner, _, name = self.place.subject.partition("/")
        subject = [owner] if self.place.repository is None else [owner, name]
        call = self._list.call(
            *subject, page=page, per_page=_PER_PAGE, refresh=refresh or None, **self.order.params
        )
        answer = await self.ask(call)
        self.rows.empty = self._list.empty.format(shown(owner))
        of = f" of {number(answer['lastPage'])}" if answer["lastPage"] else ""
        note = f"page {number(page)}{of}"
        if self.order.name:
            note += f", {self.order.name}"
        return Page(answer[self._list.items], answer["nextPage"], answer["freshness"], note)
