"""GitHub's searches, for users and for repositories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from ..place import Place
from ..text import count, shown
from ..widgets.reading import Reading
from ..widgets.rows import Rows
from .columns import FOUND, Repositories, Users
from .paged import Order, Page, PagedView
from .searches import REPOSITORIES, USERS, Search


class Query(Input):
    """The input for the query; every letter is text."""

    BINDINGS = [
        Binding("enter", "submit", "Search"),
        Binding("escape", "results", "Back", key_display="Esc"),
        Binding("down", "down", show=False),
        Binding("up", "up", show=False),
    ]

    def action_results(self) -> None:
        """Focuses the results if there are any, otherwise goes back."""
        view = self.screen
        if isinstance(view, SearchView) and not view.to_results():
            view.explorer.back()

    def action_down(self) -> None:
        """Focuses the results if there are any, otherwise scrolls the explanations."""
        view = self.screen
        if isinstance(view, SearchView) and not view.to_results():
            view.query_one(".qualifiers").scroll_down(animate=False)

    def action_up(self) -> None:
        """Scrolls the explanations back."""
        self.screen.query_one(".qualifiers").scroll_up(animate=False)


class Choice(Static):
    """What the search is for, and the key that changes it; a click does, too."""

    def tell(self, chosen: Search) -> None:
        """Marks the chosen search."""
        text = Text(no_wrap=True)
        for search in (USERS, REPOSITORIES):
            mark, style = ("●", "bold") if search is chosen else ("○", "dim")
            text.append(f"{mark} {search.many}  ", style)
        self.update(text.append("Ctrl+T changes", "dim"))

    def on_click(self, event: events.Click) -> None:
        """Changes it."""
        event.stop()
        if isinstance(self.screen, SearchView):
            self.screen.switch()


class SearchView(PagedView):
    """A query and its results."""

    BUDGET = "search"

    def body(self) -> ComposeResult:
        """The query, and help on its syntax until there are results."""
        yield Query(self.place.subject, compact=True)
        yield Choice(markup=False)
        with Reading(can_focus=False, classes="qualifiers"):
            yield Static(markup=False)
        yield Users()
        yield Repositories(FOUND)

    def on_mount(self) -> None:
        """Focuses the query."""
        super().on_mount()
        self._clear()
        self.edit()

    def offers(self, action: str) -> bool:
        """Without a query there is nothing to ask for again."""
        if action == "switch":
            return True
        return bool(self.place.subject) and super().offers(action)

    @property
    def search(self) -> Search:
        """The search of the place."""
        return REPOSITORIES if self.place.repositories else USERS

    @property
    def orders(self) -> Sequence[Order]:
        """The orders of the search."""
        return self.search.orders

    @property
    def rows(self) -> Rows[Any]:
        """The results."""
        return self.query_one(Repositories if self.place.repositories else Users)

    def edit(self) -> None:
        """Focuses the query."""
        self.trouble.display = False
        self.query_one(".body").display = True
        self.query_one(Query).focus()

    def to_results(self) -> bool:
        """Focuses the results, if there are any."""
        if self.rows.display:
            self.rows.focus()
        return bool(self.rows.display)

    def switch(self) -> None:
        """Searches for repositories instead of users, or for users again."""
        self._order = 0
        # Without a search so far, the key changes only what Enter will search for.
        query = self.place.subject and self.query_one(Query).value.strip()
        self._ask_for(query, not self.place.repositories)

    async def load(self, refresh: bool) -> None:
        """The first page, if there is a query."""
        if self.place.subject:
            await super().load(refresh)

    async def fetch(self, page: int, refresh: bool) -> Page:
        """A page of users or repositories."""
        search, order = self.search, self.order
        call = search.call(
            self.place.subject, page=page, refresh=refresh or None, **order.params
        )
        answer = await self.ask(call)
        self.rows.empty = search.empty
        self.query_one(".qualifiers").display = False
        if not self.rows.display:
            self.rows.display = True
            self.rows.focus()
        note = f"{count(answer['totalCount'], search.one, search.many)} by {order.name}"
        if answer["incompleteResults"]:
            note += f", {shown(self.explorer.session.upstream.name)} ran out of time"
        return Page(answer[search.items], answer["nextPage"], answer["freshness"], note)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Searches."""
        query = event.value.strip()
        if query:
            self._ask_for(query, self.place.repositories)

    def _ask_for(self, query: str, repositories: bool) -> None:
        self.place = Place("search", query, repositories)
        self._clear()
        if query:
            self.reload(refresh=False)
        else:
            self.leave()
            self.status.forget()
            self.query_one(".qualifiers").display = True
            self.edit()

    def _clear(self) -> None:
        """Removes the results, and shows what the search is for."""
        self.bar.entitle(self.place.title)
        self.query_one(Choice).tell(self.search)
        self.query_one(Query).placeholder = f"search {self.search.many}"
        self.query_one(".qualifiers Static", Static).update(self.search.help)
        for rows in self.query(Rows):
            rows.show([])
            rows.display = False
