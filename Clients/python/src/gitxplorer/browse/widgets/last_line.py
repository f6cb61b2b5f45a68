"""The line of keys at the bottom."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class LastLine(Footer):
    """The keys that work here, as far as there is room; none is cut off."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """The first of the keys."""
        taken = 0
        for key in super().compose():
            if isinstance(key, FooterKey):
                taken += cell_len(f"{key.key_display} {key.description}")
                if taken > self.app.size.width:
                    return
                taken += 1
            yield key

    def on_resize(self, event: events.Resize) -> None:
        """More or fewer keys may fit."""
        self.bindings_changed(self.screen)
