"""The line at the bottom: the work under way, the result's freshness, and errors."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Callable, Optional

from rich.text import Text
from textual.widget import Widget

from ... import types
from ..text import ago, fit, moment, shown

_SOURCES = {
    "network": "from GitHub",
    "revalidated": "confirmed by GitHub",
    "cache": "from the cache",
    "stale": "STALE: GitHub could not be asked; as it was",
}
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_BAR = 10


class Status(Widget):
    """One line; ``clock`` returns the current time."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._clock = clock
        self._freshness: Optional[types.Freshness] = None
        self._trouble = ""
        self._note = ""
        self._busy = ""
        self._part: Optional[float] = None
        self._frame = 0

    def on_mount(self) -> None:
        """Updates the result's age and the spinner."""
        self.set_interval(5, self.refresh)
        self._turning = self.set_interval(0.1, self._turn, pause=True)

    def busy(self, title: str) -> None:
        """Shows that work has begun."""
        self._busy, self._part, self._trouble = title, None, ""
        self._turning.resume()
        self.refresh()

    def progressed(self, value: dict[str, Any]) -> None:
        """Shows a step of the work."""
        part = value.get("percentage")
        if isinstance(part, (int, float)):
            self._part = min(100.0, max(0.0, float(part))) / 100
        message = value.get("message")
        if isinstance(message, str):
            self._busy = shown(message)
        self.refresh()

    def idle(self) -> None:
        """Shows that the work has ended."""
        self._busy = ""
        self._turning.pause()
        self.refresh()

    def answered(self, freshness: types.Freshness, note: str = "") -> None:
        """Shows the freshness of a result."""
        self._freshness, self._note, self._trouble = freshness, note, ""
        self.refresh()

    def forget(self) -> None:
        """Shows no result."""
        self._freshness, self._note, self._trouble = None, "", ""
        self.refresh()

    def failed(self, sentence: str) -> None:
        """Shows an error; the contents of the screen stay."""
        self._trouble = sentence
        self.refresh()

    def render(self) -> Text:
        """The result's age at the left, the work at the right."""
        width = self.size.width
        work = self._work()
        room = max(0, width - len(work))
        left = self._left()
        return Text.assemble(
            (fit(f" {left.plain}", room), left.style), (work, "bold cyan"), no_wrap=True
        )

    def _left(self) -> Text:
        if self._trouble:
            return Text(self._trouble, "bold red")
        if self._freshness is None:
            return Text(self._note)
        source = self._freshness["source"]
        age = ago(moment(self._freshness["fetchedAt"]), self._clock())
        note = f" · {self._note}" if self._note else ""
        style = "bold yellow" if source == "stale" else ""
        return Text(f"{_SOURCES.get(source, shown(source))}, {age}{note}", style)

    def _work(self) -> str:
        if not self._busy:
            return ""
        if self._part is None:
            bar = _SPINNER[self._frame]
        else:
            full = round(_BAR * self._part)
            bar = "━" * full + "╌" * (_BAR - full)
        return f" {fit(self._busy, min(len(self._busy), 24))} {bar} "

    def _turn(self) -> None:
        self._frame = (self._frame + 1) % len(_SPINNER)
        self.refresh()
