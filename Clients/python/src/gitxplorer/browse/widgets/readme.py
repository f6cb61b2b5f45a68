"""A README as its author wrote it: plain text, drawn line by line."""

from __future__ import annotations

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ...cli.text import cleaned_lines, wrap


class Readme(Widget):
    """A text of any length, wrapped to the width; only what is visible is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self._wrapped: list[str] = []
        self._width = 0

    def show(self, text: str) -> None:
        """Shows another text."""
        self._lines, self._width = cleaned_lines(text), 0
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines in this width."""
        return len(self._wrap(width))

    def render_line(self, y: int) -> Strip:
        """One line."""
        width = self.size.width
        lines = self._wrap(width)
        style = self.rich_style
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment(text, style)]).adjust_cell_length(width, style)

    def _wrap(self, width: int) -> list[str]:
        if width != self._width:
            self._width = width
            self._wrapped = [
                part for line in self._lines for part in wrap(line, width, get_character_cell_size)
            ]
        return self._wrapped
