"""The keys."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import Static

from ..keys import KEYS
from ..widgets.reading import Reading

_MOVING = [
    ("↑ ↓  j k", "move; in the pictures ← → too"),
    ("PgUp PgDn", "a window up, down; Space too"),
    ("Home End", "first, last"),
    ("Enter", "open; on a repository's page, its owner"),
]


class Help(ModalScreen[None]):
    """What each key does."""

    BINDINGS = [
        Binding("escape,backspace,question_mark,q,enter", "dismiss", "Close", show=False),
    ]

    def compose(self) -> ComposeResult:
        """A table of keys."""
        with Reading(classes="dialog") as dialog:
            dialog.border_title = "Keys"
            dialog.border_subtitle = "↑ ↓ scroll · Esc closes"
            yield Static(self._text(), markup=False)

    def _text(self) -> Group:
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="bold cyan", no_wrap=True)
        own = [
            (binding.key_display or self.app.get_key_display(binding), binding.tooltip)
            for binding in KEYS
            if binding.tooltip
        ]
        for key, what in [*_MOVING, *own]:
            table.add_row(Text(key), Text(what))
        mouse = Text("\nThe mouse works, too: click to open, on a title to sort.", "dim")
        return Group(table, mouse)
