"""The line at the top: the place, and the remaining rate limit."""

from __future__ import annotations

from typing import Optional

from rich.text import Text
from textual.widget import Widget

from ... import types
from ..text import fit, number, shown

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
        """The name, the place, and the limit at the right."""
        width = self.size.width
        limit = self._limit(width)
        name = "" if width < _NARROW else "GitXplorer"
        line = Text(no_wrap=True)
        if name:
            line.append(f" {name} ", "bold reverse")
        line.append(fit(f" {self._title}", max(0, width - len(line) - len(limit) - 1)), "bold")
        line.append(f"{limit} ", "" if self._rate is None else self._style(self._rate))
        return line

    def _limit(self, width: int) -> str:
        rate = self._rate
        if rate is None:
            return ""
        if width < _WIDE:
            return f" {number(rate['remaining'])} left"
        return f" {number(rate['remaining'])} of {number(rate['limit'])} left"

    @staticmethod
    def _style(rate: types.RateLimit) -> str:
        if rate["remaining"] == 0:
            return "bold red"
        return "yellow" if rate["remaining"] * 10 < rate["limit"] else "green"
