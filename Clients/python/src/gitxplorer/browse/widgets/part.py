"""A part of a page that comes by itself: its contents, or a sentence in their place."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static


class Part(Vertical):
    """A title, and what belongs to it once it has arrived."""

    def __init__(self, title: str, *contents: Widget, classes: str = "") -> None:
        super().__init__(classes=classes)
        self._title = title
        self._contents = contents
        self.arrived = False

    def compose(self) -> ComposeResult:
        """The title, a sentence, and the contents, which are hidden at first."""
        yield Static(self._title, markup=False, classes="title")
        yield Static("…", markup=False, classes="sentence")
        for widget in self._contents:
            widget.display = False
            yield widget

    def entitle(self, title: str) -> None:
        """Sets the title."""
        self.query_one(".title", Static).update(Text(title, overflow="ellipsis", no_wrap=True))

    def say(self, sentence: str) -> None:
        """Shows a sentence instead of the contents."""
        self._show(sentence)
        self.arrived = False

    def reveal(self, note: str = "") -> None:
        """Shows the contents, and a note above them."""
        self._show(note)
        for widget in self._contents:
            widget.display = True
        self.arrived = True

    def _show(self, sentence: str) -> None:
        line = self.query_one(".sentence", Static)
        line.update(Text(sentence))
        line.display = bool(sentence)
        for widget in self._contents:
            widget.display = False
