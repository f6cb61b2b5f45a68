"""The keys."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

_MOVING = [
    ("↑ ↓  j k", "move; in the pictures ← → too"),
    ("PgUp PgDn", "a window up, down; Space too"),
    ("Home End", "first, last"),
    ("Enter", "open: a user, a repository's stargazers"),
]


class Help(ModalScreen[None]):
    """What each key does, from the app's own table."""

    BINDINGS = [
        Binding("escape,backspace,question_mark,q,enter", "dismiss", "Close", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
    ]

    def __init__(self, bindings: Iterable[Binding]) -> None:
        super().__init__()
        self._bindings_shown = list(bindings)

    def compose(self) -> ComposeResult:
        """One text."""
        with VerticalScroll(classes="dialog"):
            yield Static(self._text(), markup=False)

    def action_scroll(self, step: int) -> None:
        """A line up or down."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    def _text(self) -> Text:
        text = Text().append("Keys\n", "bold")
        own = [
            (binding.key_display or self.app.get_key_display(binding), binding.tooltip)
            for binding in self._bindings_shown
            if binding.tooltip
        ]
        for key, what in [*_MOVING, *own]:
            text.append(f"\n{key:>10}  ", "bold cyan").append(what)
        text.append("\n\nThe mouse works, too: click to open, on a title to sort.", "dim")
        return text
