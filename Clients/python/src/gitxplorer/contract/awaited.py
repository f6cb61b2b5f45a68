"""What is still to come after a message was sent, and which of the messages received it is."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from typing import Any, Protocol

from .ids import id_of, is_response, key, matching


class Awaited(Protocol):
    """The responses to one message or to several. It does no I/O."""

    def take(self, message: Any) -> bool:
        """Takes a message; False if it answers nothing."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""

    @property
    def has_makeshift(self) -> bool:
        """Whether there is something to make do with if nothing follows soon."""

    def make_do(self) -> bool:
        """Ends the wait with what has come; False if that is nothing to make do with."""


class Single:
    """One response with one of these ids.

    A response whose id is no request's is made do with if no better one follows, so that a server
    with wrong ids breaks only the promise about ids. Once that has happened, ``foreign`` has the
    type of its id, and such a response is taken at once. One with the id of an earlier request,
    whose key is in ``used``, is made do with only if nothing else comes before the limit, and if it
    does not repeat the response ``last``.
    """

    def __init__(
        self, ids: Sequence[Any], used: Container[str], foreign: set[type], last: Any = None
    ) -> None:
        self._ids, self._used, self._foreign, self._last = ids, used, foreign, last
        self._is_complete = False
        #: Whether the response has another id than the request.
        self.is_foreign = False
        self._reused: Any = None
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
        if not is_right and not is_response(message):
            return False
        is_complete = is_right or type(id_of(message)) in self._foreign
        if not is_complete and key(id_of(message)) in self._used:
            if self.has_makeshift or self._reused is not None or message == self._last:
                return False
            self._reused = message
            return True
        self.passed += [each for each in (self.answer, self._reused) if each is not None]
        self.answer, self._reused = message, None
        self._is_complete, self.is_foreign = is_complete, not is_right
        self.has_makeshift = not is_complete
        return True

    def make_do(self) -> bool:
        """Keeps the response with a wrong id; False if none has come."""
        if not self.has_makeshift:
            if self._reused is None:
                return False
            self.answer, self.is_foreign = self._reused, True
        self._foreign.add(type(id_of(self.answer)))
        return True


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

    def make_do(self) -> bool:
        """Nothing replaces a response."""
        return False


class Batch:
    """One array; also what a wrong server sends: the members' responses one by one, or one error.

    The error of a server without batches has the id null.
    """

    def __init__(self, ids: Sequence[Any]) -> None:
        self._single = Several(ids)
        self.array: Any = None
        self._errors: list[Any] = []

    @property
    def is_complete(self) -> bool:
        """Whether the array has come, or each single response."""
        return self.array is not None or self._single.is_complete

    @property
    def has_makeshift(self) -> bool:
        """The single responses and the errors so far."""
        return bool(self._single.answers or self._errors)

    @property
    def answer(self) -> Any:
        """The array, otherwise the text of what came in its place."""
        others = map(json.dumps, [*self._single.answers.values(), *self._errors])
        return " and ".join(others) if self.array is None else self.array

    @property
    def passed(self) -> list[Any]:
        """The errors, if the array came nevertheless."""
        return [] if self.array is None else self._errors

    def take(self, message: Any) -> bool:
        """Takes the array, or a member's response."""
        if isinstance(message, list) and self.array is None:
            self.array = message
            return True
        if isinstance(message, dict) and "error" in message and id_of(message) is None:
            self._errors.append(message)
            return True
        return self._single.take(message)

    def make_do(self) -> bool:
        """Whether something came in place of the array."""
        return self.has_makeshift
