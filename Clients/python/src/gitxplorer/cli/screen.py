"""The width and the colors of an output."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "cyan": "36", "magenta": "35"}


@dataclass(frozen=True)
class Screen:
    """An output; without color if it is not a terminal, or if NO_COLOR is set."""

    columns: int = 100
    color: bool = False
    #: Whom the server asks, as tables say it.
    upstream: str = "GitHub"

    @classmethod
    def of(cls, stream: TextIO, upstream: str = "GitHub") -> Screen:
        """The screen of a stream. COLUMNS takes precedence; a file or pipe has 100 columns."""
        terminal = stream.isatty()
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        columns = shutil.get_terminal_size((100, 24)).columns
        return cls(columns, terminal and not plain, upstream)

    def paint(self, style: str, text: str) -> str:
        """The text in a style, if this screen has color."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.color and text else text
