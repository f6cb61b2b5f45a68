"""Users in a grid, each with a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from ... import types
from ..text import count, shown
from .picture import Picture

_CARD = 32


class Card(Widget):
    """One user."""

    def __init__(self, user: types.RandomUser) -> None:
        super().__init__()
        self.user = user

    def compose(self) -> ComposeResult:
        """The picture and the known members."""
        yield Picture(self.user["login"])
        with Vertical():
            yield Static(Text(shown(self.user["login"]), "bold", overflow="ellipsis"), markup=False)
            yield Static(self._facts(), markup=False, classes="facts")

    def _facts(self) -> Text:
        lines = [shown(self.user["type"])]
        followers = self.user.get("followers")
        if followers is not None:
            lines.append(count(followers, "follower"))
        return Text("\n".join(lines), overflow="ellipsis")


class Cards(VerticalScroll, can_focus=True):
    """Cards in as many columns as fit, with a cursor."""

    BINDINGS = [
        Binding("left", "move(-1)", "Left", show=False),
        Binding("right", "move(1)", "Right", show=False),
        Binding("up,k", "row(-1)", "Up", show=False),
        Binding("down,j", "row(1)", "Down", show=False),
        Binding("pageup,ctrl+b", "row(-3)", "Page up", show=False),
        Binding("pagedown,ctrl+f,space", "row(3)", "Page down", show=False),
        Binding("home", "edge(0)", "First", show=False),
        Binding("end,G", "edge(-1)", "Last", show=False),
        Binding("enter", "choose", "Open user"),
    ]

    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """The user was chosen by Enter or a click."""

        def __init__(self, item: types.RandomUser) -> None:
            super().__init__()
            self.item = item

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[Card] = []
        self._columns = 1

    @property
    def current(self) -> Optional[types.RandomUser]:
        """The user under the cursor."""
        return self.cards[self.cursor].user if self.cursor < len(self.cards) else None

    async def show(self, users: Sequence[types.RandomUser]) -> None:
        """Shows other users."""
        self.cards = [Card(user) for user in users]
        await self.remove_children()
        await self.mount(*self.cards)
        self.cursor = 0
        self._point()
        self.scroll_home(animate=False)

    def card(self, login: str) -> Optional[Card]:
        """The card of a user, if it is still shown."""
        return next((card for card in self.cards if card.user["login"] == login), None)

    def on_resize(self, event: events.Resize) -> None:
        """As many columns as fit."""
        self._columns = max(1, event.size.width // _CARD)
        self.styles.grid_size_columns = self._columns

    def check_action(self, action: str, parameters: tuple[object, ...]) -> Optional[bool]:
        """There may be nothing to open."""
        return action != "choose" or self.current is not None

    def action_move(self, step: int) -> None:
        """Moves to a neighbor."""
        self.cursor = max(0, min(len(self.cards) - 1, self.cursor + step))

    def action_row(self, step: int) -> None:
        """Moves to another row; the last row may be short."""
        target = self.cursor + step * self._columns
        if 0 <= target < len(self.cards):
            self.cursor = target
        elif abs(step) > 1 or target >= len(self.cards):
            last = len(self.cards) - 1
            on_last_row = self.cursor // self._columns == last // self._columns
            if step < 0:
                self.cursor = self.cursor % self._columns
            elif not on_last_row:
                self.cursor = last

    def action_edge(self, index: int) -> None:
        """Moves to the first or the last."""
        self.cursor = 0 if index == 0 else max(0, len(self.cards) - 1)

    def action_choose(self) -> None:
        """Opens the user under the cursor."""
        if self.current is not None:
            self.post_message(self.Chosen(self.current))

    def watch_cursor(self) -> None:
        """Marks the card, and scrolls it into view."""
        self._point()

    def on_click(self, event: events.Click) -> None:
        """Opens the card that was clicked on."""
        for node in () if event.widget is None else event.widget.ancestors_with_self:
            if isinstance(node, Card):
                self.cursor = self.cards.index(node)
                self.action_choose()

    def _point(self) -> None:
        for index, card in enumerate(self.cards):
            card.set_class(index == self.cursor, "-current")
        if self.cursor < len(self.cards):
            self.cards[self.cursor].scroll_visible(animate=False)
