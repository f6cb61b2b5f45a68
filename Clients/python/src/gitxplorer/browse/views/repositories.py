"""All repositories of a user or an organization."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Optional

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input

from ... import calls, types
from ..place import Kind, Place
from ..subject import of_place, of_user
from ..text import count, number, shown
from ..widgets.rows import Rows
from .columns import Repositories
from .view import View

_LIMIT = 10_000

#: The orders: name, title of the column, and key.
_ORDERS: list[tuple[str, str, Callable[[types.Repository], Any], bool]] = [
    ("stars", "★", lambda r: r["stars"], True),
    ("name", "Name", lambda r: r["name"].casefold(), False),
    ("last push", "Pushed", lambda r: r["pushedAt"] or "", True),
]


class Filter(Input):
    """The input for the filter; Enter and Esc return the focus to the list."""

    BINDINGS = [
        Binding("enter", "submit", "To the list"),
        Binding("escape", "clear", "Show all", key_display="Esc"),
        Binding("down", "submit", show=False),
    ]

    def action_clear(self) -> None:
        """Shows all again."""
        self.value = ""
        self.post_message(self.Submitted(self, ""))


class RepositoriesView(View):
    """All repositories, filtered while typing, in one of three orders."""

    OFFERS = frozenset({"sort", "filter"})

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._all: list[types.Repository] = []
        self._answer: Optional[types.RepositoryList] = None
        self._order = 0

    def body(self) -> ComposeResult:
        """A filter and the list."""
        yield Filter(placeholder="words in name, description, language or topics", compact=True)
        yield Repositories()

    def on_mount(self) -> None:
        """Hides the filter until it is needed."""
        super().on_mount()
        self.query_one(Filter).display = False

    async def load(self, refresh: bool) -> None:
        """Loads all pages."""
        answer = await self.ask(
            calls.repos_list(self.place.subject, limit=_LIMIT, refresh=refresh or None)
        )
        self._answer, self._all = answer, answer["repositories"]
        self._show()
        if not self.query_one(Filter).has_focus:
            self.focus_body()

    def way(self, kind: Kind) -> Optional[Place]:
        """Where a key leads from a repository or the owner."""
        if kind in ("repo", "stargazers"):
            return super().way(kind)
        owner = None if self.is_nobody or kind == "repos" else of_place(self.place)
        if owner is not None and self._answer is not None:
            known = of_user(self._answer["owner"])
            owner = replace(owner, is_organization=known.is_organization)
        return None if owner is None else owner.way(kind)

    def offers(self, action: str) -> bool:
        """There may be nothing to sort or to filter."""
        return super().offers(action) and (action == "reload" or bool(self._all))

    @property
    def opens_filter(self) -> bool:
        """Whether the filter is there, or may be there once the list is."""
        return self.is_loading or bool(self.query_one(Filter).display)

    def sort(self) -> None:
        """Changes the order."""
        self._order = (self._order + 1) % len(_ORDERS)
        self._show()

    def filter(self) -> None:
        """Shows the filter."""
        field = self.query_one(Filter)
        field.display = True
        field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filters while typing."""
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Returns the focus to the list."""
        event.input.display = bool(event.value)
        self.focus_body()

    def on_rows_head(self, event: Rows.Head) -> None:
        """A click on a title sorts by it."""
        for index, (_, title, _, _) in enumerate(_ORDERS):
            if title == event.title:
                self._order = index
                self._show()

    def _show(self) -> None:
        if self._answer is None:
            return
        words = self.query_one(Filter).value.casefold().split()
        name, _, key, falling = _ORDERS[self._order]
        found = [r for r in self._all if all(word in _haystack(r) for word in words)]
        rows = self.query_one(Rows)
        rows.empty = "None has these words." if self._all else "No public repositories."
        rows.show(sorted(found, key=key, reverse=falling))
        total = count(self._answer["total"], "repository", "repositories")
        if words:
            total = f"{number(len(found))} of {total}"
        if self._answer["truncated"] or len(self._all) < self._answer["total"]:
            total += ", not all shown"
        self.bar.entitle(f"{self.place.title} by {name}")
        self.answered(self._answer["freshness"], total)


def _haystack(repository: types.Repository) -> str:
    parts = [repository["name"], repository["description"], repository["language"]]
    return shown(" ".join([*(part or "" for part in parts), *repository["topics"]])).casefold()
