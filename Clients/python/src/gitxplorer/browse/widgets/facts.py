"""Facts side by side, on as few lines as possible."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

_BETWEEN = " · "


class Facts:
    """Short texts with dots between them; a line is broken only between two of them."""

    def __init__(self, facts: Iterable[Text]) -> None:
        self._facts = list(facts)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As many facts as fit on each line."""
        line = Text()
        for fact in self._facts:
            if line and line.cell_len + len(_BETWEEN) + fact.cell_len > options.max_width:
                yield line
                line = Text()
            line.append(_BETWEEN if line else "", "dim").append_text(fact)
        if line:
            yield line
