"""Text that scrolls with the same keys as the lists."""

from __future__ import annotations

from textual.binding import Binding
from textual.containers import VerticalScroll


class Reading(VerticalScroll):
    """A text that may be higher than its place."""

    BINDINGS = [
        Binding("k", "scroll_up", show=False),
        Binding("j", "scroll_down", show=False),
        Binding("space", "page_down", show=False),
        Binding("G", "scroll_end", show=False),
    ]
