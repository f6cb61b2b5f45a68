"""Keys typed ahead of a text field that is about to open."""

from __future__ import annotations

from typing import Optional

from textual import events
from textual.message import Message

#: The keys that open a text field, and their actions.
OPENERS = {"slash": "search", "i": "filter"}


class Arrived(Message):
    """The text field has the focus, or there will be none."""


class TypeAhead:
    """Holds the keys that come between such a key and its field.

    Several keys in one read are all there before the first one has had its effect; the ones after
    `/` would be commands.
    """

    def __init__(self) -> None:
        self._held: Optional[list[events.Event]] = None

    @property
    def is_waiting(self) -> bool:
        """Whether a field is about to open."""
        return self._held is not None

    def wait(self) -> None:
        """Begins to hold keys."""
        self._held = []

    def hold(self, event: events.Event) -> bool:
        """Holds an event; False if no field is awaited."""
        if self._held is None:
            return False
        self._held.append(event)
        return True

    def take(self) -> Optional[events.Event]:
        """The next event; None, and an end of holding, if there is no other."""
        if self._held:
            return self._held.pop(0)
        self._held = None
        return None
