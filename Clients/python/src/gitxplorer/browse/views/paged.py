"""Lists that load page by page while scrolling."""

from __future__ import annotations

from typing import Any, Optional

from ... import types
from ..subject import Subject, of_user
from ..widgets.rows import Rows
from ..place import Place
from .view import View


class PagedView(View):
    """Users, page by page; each appears once."""

    OFFERS = frozenset({"repositories"})

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._items: list[Any] = []
        self._next: Optional[int] = None
        self._fetching = False
        self._stuck = False

    async def fetch(
        self, page: int, refresh: bool
    ) -> tuple[list[Any], Optional[int], types.Freshness, str]:
        """A page: its users, the next page's number, its freshness, and a note."""
        raise NotImplementedError

    async def load(self, refresh: bool) -> None:
        """The first page."""
        self._stuck = False
        await self._take(1, refresh)

    def subject(self) -> Optional[Subject]:
        """The user under the cursor."""
        user = self.query_one(Rows).current
        return None if user is None else of_user(user)

    def on_rows_near_end(self) -> None:
        """Fetches the next page, once."""
        if self._next is not None and not self._fetching and not self._stuck and self.is_current:
            self._fetching = True
            self.begin(self._more(self._next), "more", "More")

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Opens the user."""
        self.explorer.go(Place("user", event.item["login"]))

    def failed(self, error: Exception) -> None:
        """Stops requesting the same page again; ``r`` requests it."""
        self._stuck = True
        super().failed(error)

    async def _more(self, page: int) -> None:
        try:
            await self._take(page, False)
        finally:
            self._fetching = False

    async def _take(self, page: int, refresh: bool) -> None:
        users, following, freshness, note = await self.fetch(page, refresh)
        before = [] if page == 1 else self._items
        known = {user["id"] for user in before}
        new = [user for user in users if user["id"] not in known]
        self._items = before + new
        # A page of known users could be followed by further such pages without end.
        self._next = following if new else None
        self.query_one(Rows).show(self._items)
        self.answered(freshness, note)
