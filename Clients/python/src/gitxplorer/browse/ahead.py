"""Keys typed ahead of a text field that is about to open."""

from __future__ import annotations

from typing import Optional

from textual import events
from textual.message import Message

#: The keys that may open a text field.
OPENERS = ("slash", "i", "L")

#: The keys that are never held, and end the holding.
_THROUGH = ("escape", "ctrl+q", "ctrl+c")

#: Events to hold at most; later ones are dropped.
_MOST = 1000


class Passed(Message):
    """The key that may open a text field has had its effect: this follows it all the way."""


class Arrived(Message):
    """The text field has the focus, or the key leads to none."""


class TypeAhead:
    """Holds the keys that come between such a key and its field.

    Several keys in one read are all there before the first one has had its effect; the ones after
    `/` would be commands.
    """

    def __init__(self) -> None:
        self._held: list[events.Event] = []
        #: The key that may open a field; empty if none is awaited.
        self.opener = ""

    def wait(self, opener: str) -> None:
        """Begins to hold keys."""
        self.opener = opener

    def hold(self, event: events.Event) -> bool:
        """Holds an event; False if no field is awaited, or if the event ends that."""
        if isinstance(event, events.MouseDown) or getattr(event, "key", "") in _THROUGH:
            self.take()
        elif self.opener and isinstance(event, (events.Key, events.Paste)):
            self._held += [event] if len(self._held) < _MOST else []
            return True
        return False

    def take(self) -> list[events.Event]:
        """Ends the holding, and returns what was held."""
        held, self._held, self.opener = self._held, [], ""
        return held
