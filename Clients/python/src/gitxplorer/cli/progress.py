"""A progress bar on a terminal's stderr during long calls."""

from __future__ import annotations

from typing import Any, Optional, TextIO

from ..call import ProgressHandler
from .screen import Screen
from .text import clean, fit

_CELLS = 24


class Bar:
    """Draws the values of ``$/progress`` on one line, and erases it at the end."""

    def __init__(self, stream: TextIO, screen: Screen) -> None:
        self._stream = stream
        self._screen = screen
        self._title = ""
        self._percentage: Optional[float] = None

    def __call__(self, value: dict[str, Any]) -> None:
        """Draws one step."""
        if value.get("kind") == "end":
            self.clear()
            return
        self._title = clean(str(value.get("title") or self._title))
        # A step without a percentage does not change the bar.
        percentage = value.get("percentage", self._percentage)
        text = " ".join([self._title, clean(str(value.get("message") or ""))]).strip()
        if isinstance(percentage, (int, float)):
            self._percentage = percentage
            full = max(0, min(_CELLS, round(_CELLS * percentage / 100)))
            text = f"{'█' * full}{'░' * (_CELLS - full)} {percentage:3.0f}% {text}"
        self._stream.write("\r\x1b[2K" + fit(text, self._screen.columns - 1))
        self._stream.flush()

    def clear(self) -> None:
        """Erases the line, before other output."""
        self._stream.write("\r\x1b[2K")
        self._stream.flush()


def bar_for(stream: TextIO) -> Optional[ProgressHandler]:
    """A bar if the stream is a terminal; otherwise None, and no progress is requested."""
    return Bar(stream, Screen.of(stream)) if stream.isatty() else None
