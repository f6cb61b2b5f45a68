"""What is still to come after a message was sent, and which of the messages received it is."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from typing import Any, Protocol

from .ids import id_of, is_foreign, matching


class Awaited(Protocol):
    """The responses to one message or to several. It does no I/O."""

    def take(self, message: Any) -> bool:
        """Takes a message; False if it answers nothing."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""

    @property
    def has_makeshift(self) -> bool:
        """Whether there is something to make do with if nothing follows."""


class Single:
    """One response with one of these ids.

    A response whose id is no request's is made do with if no better one follows, so that a server
    with wrong ids breaks only the promise about ids. Once that has happened, ``foreign`` has the
    type of its id, and such a response is taken at once.
    """

    def __init__(self, ids: Sequence[Any], used: Container[str], foreign: set[type]) -> None:
        self._ids, self._used, self._foreign = ids, used, foreign
        self._is_complete = False
        #: The response taken last.
        self.answer: Any = None
        #: Responses that were made do with until a better one came.
        self.passed: list[Any] = []
        self.has_makeshift = False

    @property
    def is_complete(self) -> bool:
        """Whether a response with the right id has come."""
        return self._is_complete

    def take(self, message: Any) -> bool:
        """Takes the response, or one to make do with."""
        is_right = isinstance(message, dict) and matching(id_of(message), self._ids) is not None
        if not is_right and not is_foreign(message, self._used):
            return False
        if self.has_makeshift:
            self.passed.append(self.answer)
        self.answer = message
        self._is_complete = is_right or type(id_of(message)) in self._foreign
        self.has_makeshift = not self._is_complete
        return True

    def make_do(self) -> None:
        """Keeps the response with a wrong id."""
        self._foreign.add(type(id_of(self.answer)))


class Several:
    """The responses to requests that were sent at once."""

    has_makeshift = False

    def __init__(self, ids: Sequence[Any]) -> None:
        self._ids = ids
        #: By the index of the request.
        self.answers: dict[int, Any] = {}

    @property
    def is_complete(self) -> bool:
        """Whether each has come."""
        return len(self.answers) == len(self._ids)

    def take(self, message: Any) -> bool:
        """Takes the first response to each request."""
        index = matching(id_of(message), self._ids)
        if index is None or index in self.answers:
            return False
        self.answers[index] = message
        return True


class Batch:
    """One array; also the members' responses one by one, in which a server may be wrong."""

    def __init__(self, ids: Sequence[Any]) -> None:
        self._single = Several(ids)
        self.array: Any = None

    @property
    def is_complete(self) -> bool:
        """Whether the array has come, or each single response."""
        return self.array is not None or self._single.is_complete

    @property
    def has_makeshift(self) -> bool:
        """The single responses so far."""
        return bool(self._single.answers)

    @property
    def answer(self) -> Any:
        """The array, otherwise the text of the single responses."""
        single = map(json.dumps, self._single.answers.values())
        return " and ".join(single) if self.array is None else self.array

    def take(self, message: Any) -> bool:
        """Takes the array, or a member's response."""
        if isinstance(message, list) and self.array is None:
            self.array = message
            return True
        return self._single.take(message)
