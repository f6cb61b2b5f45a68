"""Lists that load page by page while scrolling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional

from ... import types
from ..place import Place
from ..widgets.rows import Rows
from ..work import later
from .view import View


@dataclass(frozen=True)
class Page:
    """A page: its users or repositories, the next page's number, its freshness, and a note."""

    items: Sequence[Any]
    following: Optional[int]
    freshness: types.Freshness
    note: str


@dataclass(frozen=True)
class Order:
    """An order of a list: its name, and the params that ask for it."""

    name: str
    params: Mapping[str, str]


class PagedView(View):
    """Users or repositories, page by page; each appears once."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._items: list[Any] = []
        self._next: Optional[int] = None
        self._fetching = False
        self._stuck = False
        self._order = 0

    # Overridden by each screen.

    @property
    def orders(self) -> Sequence[Order]:
        """The orders that the list may have; the first one is the initial one."""
        raise NotImplementedError

    @property
    def rows(self) -> Rows[Any]:
        """The list."""
        return self.query_one(Rows)

    async def fetch(self, page: int, refresh: bool) -> Page:
        """Fetches a page in the current order."""
        raise NotImplementedError

    # What they have in common.

    @property
    def order(self) -> Order:
        """The current order."""
        return self.orders[self._order]

    def offers(self, action: str) -> bool:
        """There may be only one order, or nothing to be put in order."""
        if action == "sort":
            return len(self.orders) > 1 and self.has_body and bool(self.rows.items)
        return super().offers(action)

    async def load(self, refresh: bool) -> None:
        """The first page; a later one of the list so far would not belong to it."""
        self.workers.cancel_group(self, "more")
        self._stuck = False
        await self._take(1, refresh)

    def sort(self) -> None:
        """Changes the order."""
        self._order = (self._order + 1) % len(self.orders)
        self._items = []
        self.reload(refresh=False)

    def on_rows_near_end(self) -> None:
        """Fetches the next page, once."""
        if self._next is not None and not self._fetching and not self._stuck and self.is_current:
            self._fetching = True
            self.begin(later(self._more, self._next), "more", "More")

    def failed(self, error: Exception) -> None:
        """Stops requesting the same page again; ``r`` requests it."""
        self._stuck = True
        super().failed(error)

    async def _more(self, page: int) -> None:
        try:
            await self._take(page, False)
        finally:
            self._fetching = False

    async def _take(self, number: int, refresh: bool) -> None:
        page = await self.fetch(number, refresh)
        before = [] if number == 1 else self._items
        known = {item["id"] for item in before}
        new = [item for item in page.items if item["id"] not in known]
        self._items = before + new
        # A page of known items could be followed by further such pages without end.
        self._next = page.following if new else None
        self.rows.show(self._items)
        self.answered(page.freshness, page.note)
