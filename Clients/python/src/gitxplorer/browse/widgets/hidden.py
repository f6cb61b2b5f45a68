"""A field for a secret: it shows how long the text is, and nothing else."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget

#: GitHub's tokens are shorter.
_LONGEST = 1000


class Hidden(Widget, can_focus=True):
    """What is typed or pasted; a widget of its own, since an ``Input`` posts its value around."""

    BINDINGS = [Binding("enter", "submit", "Sign in")]

    class Submitted(Message):
        """Enter was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._typed: list[str] = []

    @property
    def is_empty(self) -> bool:
        """Whether there is no text."""
        return not "".join(self._typed).strip()

    def take(self) -> str:
        """The text without spaces around it; the field is empty then."""
        text = "".join(self._typed).strip()
        self._typed.clear()
        self.refresh()
        return text

    def render(self) -> Text:
        """A dot for each character."""
        if not self._typed:
            return Text("paste it here; it is not shown", "dim")
        return Text("•" * min(len(self._typed), max(0, self.size.width - 1)) + "▏")

    def on_key(self, event: events.Key) -> None:
        """Takes what is typed."""
        if event.key in ("backspace", "delete"):
            del self._typed[-1:]
        elif event.key == "ctrl+u":
            self._typed.clear()
        elif event.is_printable and event.character:
            self._add(event.character)
        else:
            return
        event.stop()
        event.prevent_default()
        self.refresh()

    def on_paste(self, event: events.Paste) -> None:
        """Takes what is pasted."""
        event.stop()
        self._add(event.text)
        self.refresh()

    def action_submit(self) -> None:
        """Hands the text over."""
        self.post_message(self.Submitted())

    def _add(self, text: str) -> None:
        self._typed += [c for c in text if c.isprintable()][: _LONGEST - len(self._typed)]
