"""GitHub's search for users."""

from __future__ import annotations

from typing import Any, Literal, Optional

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from ... import calls, types
from ..place import Place
from ..text import count
from ..widgets.reading import Reading
from ..widgets.rows import Rows
from .columns import Users
from .paged import PagedView

Sort = Literal["bestMatch", "followers", "repositories", "joined"]

_SORTS: list[tuple[Sort, str]] = [
    ("bestMatch", "best match"),
    ("followers", "followers"),
    ("repositories", "repositories"),
    ("joined", "date of joining"),
]

_QUALIFIERS = [
    ("tom", "tom in the login, name or public e-mail"),
    ("tom in:login", "in the login only; in:name, in:email"),
    ("location:berlin", "says to be in Berlin"),
    ("language:swift", "has repositories in Swift"),
    ("repos:>10", "more than ten repositories; repos:5..20"),
    ("followers:>=100", "at least a hundred followers"),
    ("created:<2012-01-01", "joined before 2012"),
    ("type:org", "organizations; type:user people"),
    ('fullname:"Mona Lisa"', "by the full name"),
]


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


class SearchView(PagedView):
    """A query and its results."""

    OFFERS = frozenset({"repositories", "sort"})
    BUDGET = "search"

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._sort = 0

    def body(self) -> ComposeResult:
        """The query, and help on its syntax until there are results."""
        yield Query(self.place.subject, placeholder="search GitHub's users", compact=True)
        with Reading(can_focus=False, classes="qualifiers"):
            yield Static(_qualifiers(), markup=False)
        yield Users()

    def on_mount(self) -> None:
        """Focuses the query."""
        super().on_mount()
        self.query_one(Rows).display = False
        self.edit()

    def edit(self) -> None:
        """Focuses the query."""
        self.trouble.display = False
        self.query_one(".body").display = True
        self.query_one(Query).focus()

    def to_results(self) -> bool:
        """Focuses the results, if there are any."""
        rows = self.query_one(Rows)
        if rows.display:
            rows.focus()
        return bool(rows.display)

    async def load(self, refresh: bool) -> None:
        """The first page, if there is a query."""
        if self.place.subject:
            await super().load(refresh)

    async def fetch(
        self, page: int, refresh: bool
    ) -> tuple[list[Any], Optional[int], types.Freshness, str]:
        """A page of users."""
        sort, name = _SORTS[self._sort]
        call = calls.search_users(
            self.place.subject, sort=sort, page=page, refresh=refresh or None
        )
        answer = await self.ask(call)
        rows = self.query_one(Rows)
        rows.empty = "Nobody was found; / changes the query."
        self.query_one(".qualifiers").display = False
        if not rows.display:
            rows.display = True
            rows.focus()
        note = f"{count(answer['totalCount'], 'user')} by {name}"
        if answer["incompleteResults"]:
            note += ", GitHub ran out of time"
        return list(answer["users"]), answer["nextPage"], answer["freshness"], note

    def sort(self) -> None:
        """Changes the order."""
        self._sort = (self._sort + 1) % len(_SORTS)
        self._items = []
        self.reload(refresh=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Searches."""
        query = event.value.strip()
        if query:
            self.place = Place("search", query)
            self.bar.entitle(self.place.title)
            rows = self.query_one(Rows)
            rows.show([])
            rows.display = False
            self.reload(refresh=False)


def _qualifiers() -> Group:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    for example, meaning in _QUALIFIERS:
        table.add_row(Text(example), Text(meaning))
    return Group(Text("Words and qualifiers, in any mixture:\n", "bold"), table)
