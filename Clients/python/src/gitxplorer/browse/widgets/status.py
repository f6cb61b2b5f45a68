"""The line at the bottom: the work under way, the result's freshness, and errors."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Callable, Optional

from rich.cells import cell_len
from rich.text import Text
from textual.widget import Widget

from ... import types
from ..text import ago, fit, moment, shown, whole_words

#: By source: whom the answer is from, and that briefly.
_SOURCES = {
    "network": ("from {}", "{}"),
    "revalidated": ("confirmed by {}", "confirmed"),
    "cache": ("from the cache", "cached"),
    "stale": ("old: {} could not be asked; as it was", "old"),
}
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_BAR = 10
#: The longest title of a work that is shown.
_TITLE = 24


def ways(freshness: types.Freshness, note: str, upstream: str, now: datetime) -> list[str]:
    """Ways to say where an answer is from, how old it is, and its note; the longest one first.

    The shortest one has at least the first part of the note, which is where one is in a list.
    """
    source = freshness["source"]
    # Not with `format` at the end: an unknown source is any text.
    who = shown(upstream)
    known = {
        name: (long.format(who), brief.format(who.removeprefix("the ")))
        for name, (long, brief) in _SOURCES.items()
    }
    long, brief = known.get(source, (shown(source), shown(source)))
    age = ago(moment(freshness["fetchedAt"]), now)
    first = note.split(", ")[0]
    said = [[f"{long}, {age}", note], [f"{brief}, {age}", note], [brief, note]]
    said += [[f"{brief}, {age}", first], [brief, first], [first or brief]]
    return list(dict.fromkeys(" · ".join(filter(None, parts)) for parts in said))


class Status(Widget):
    """One line; ``clock`` returns the current time, ``upstream`` whom the server asks."""

    def __init__(self, clock: Callable[[], datetime], upstream: Callable[[], str]) -> None:
        super().__init__()
        self._clock = clock
        self._upstream = upstream
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
        width, ways = self.size.width, self._left()
        least = min(map(cell_len, ways))
        work = next((each for each in self._work() if cell_len(each) + least + 1 <= width), "")
        room = max(0, width - cell_len(work))
        left = next((way for way in ways if cell_len(way) < room), ways[-1])
        return Text.assemble(
            (fit(" " + whole_words(left, room - 1), room), self._style), (work, "bold cyan"),
            no_wrap=True,
        )

    def _left(self) -> list[str]:
        """The ways to say it, the longest one first."""
        if self._trouble:
            return [self._trouble]
        if self._freshness is None:
            return [self._note]
        return ways(self._freshness, self._note, self._upstream(), self._clock())

    @property
    def _style(self) -> str:
        if self._trouble:
            return "bold red"
        is_stale = self._freshness is not None and self._freshness["source"] == "stale"
        return "bold yellow" if is_stale else ""

    def _work(self) -> list[str]:
        """The ways to show the work, the longest one first."""
        if not self._busy:
            return [""]
        if self._part is None:
            bar = _SPINNER[self._frame]
        else:
            full = round(_BAR * self._part)
            bar = "━" * full + "╌" * (_BAR - full)
        title = self._busy if len(self._busy) <= _TITLE else ""
        return [f" {title} {bar} "] * bool(title) + [f" {bar} ", f"{_SPINNER[self._frame]} "]

    def _turn(self) -> None:
        self._frame = (self._frame + 1) % len(_SPINNER)
        self.refresh()
