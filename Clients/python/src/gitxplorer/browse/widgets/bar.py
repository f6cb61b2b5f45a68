"""The line at the top: the place, and the remaining rate limit."""

from __future__ import annotations

from typing import Optional

from rich.cells import cell_len
from rich.text import Text
from textual.widget import Widget

from ... import types
from ..text import fit, number, short, shown, whole_words

_NARROW = 60
_WIDE = 80


class Bar(Widget):
    """One line, whose contents the app and the screen set."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = shown(title)
        self._rate: Optional[types.RateLimit] = None

    def entitle(self, title: str) -> None:
        """Sets the place."""
        self._title = shown(title)
        self.refresh()

    def tell(self, rate: Optional[types.RateLimit]) -> None:
        """Sets the remaining limit."""
        self._rate = rate
        self.refresh()

    def render(self) -> Text:
        """The name, the place, and the limit at the right, shorter if the place needs the room."""
        width = self.size.width
        name = " GitXplorer " if width >= _NARROW else ""
        room = width - len(name) - cell_len(self._title) - 2
        limit = next((each for each in self._limits() if cell_len(each) <= room), "")
        line = Text(no_wrap=True)
        line.append(name, "bold reverse")
        rest = max(0, width - len(name) - len(limit) - 1)
        line.append(fit(f" {whole_words(self._title, rest - 1)}", rest), "bold")
        line.append(f"{limit} ", "" if self._rate is None else self._style(self._rate))
        return line

    def _limits(self) -> list[str]:
        """The ways to say what is left, the longest one first."""
        rate = self._rate
        if rate is None:
            return []
        left = number(rate["remaining"])
        longest = [f"  {left} of {number(rate['limit'])} left"] if self.size.width >= _WIDE else []
        return [*longest, f"  {left} left", f"  {short(rate['remaining'])} left"]

    @staticmethod
    def _style(rate: types.RateLimit) -> str:
        if rate["remaining"] == 0:
            return "bold red"
        return "yellow" if rate["remaining"] * 10 < rate["limit"] else "green"
