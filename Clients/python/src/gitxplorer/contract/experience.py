"""What a run has learned about the server, so that it waits for nothing twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional

from .promise import Skipped

if TYPE_CHECKING:
    from .conversation import Exchange

#: Kinds of input that a wrong server may not answer, each waited for briefly, and once.
NO_REQUEST = "what is no request"
INVALID_PARAMS = "invalid params"
UNKNOWN_METHOD = "an unknown method"

_KINDS = (NO_REQUEST, INVALID_PARAMS, UNKNOWN_METHOD)

#: Seconds for a response after another did not come.
_AFTER_SILENCE = 5.0

#: Without responses to so many methods, the server is taken to have ceased to answer.
_METHODS = 3


@dataclass
class Experience:
    """Shared by all connections of a run."""

    #: The methods and kinds of bad input that were not answered.
    silent: list[str] = field(default_factory=list)
    #: The types of ids that came in place of the requests' own.
    foreign: set[type] = field(default_factory=set)
    #: The first response with such an id.
    wrong_id: Optional[Exchange] = None

    def note_wrong_id(self, exchange: Exchange) -> None:
        """Keeps the exchange, if it is the first."""
        self.wrong_id = self.wrong_id or exchange

    def refuse(self, subjects: Sequence[Optional[str]]) -> None:
        """Raises ``Skipped`` if it is known that there will be no response."""
        for subject in subjects:
            if subject in self.silent:
                if subject in _KINDS:
                    raise Skipped(f"the server left an input of this kind unanswered: {subject}")
                raise Skipped(f"the server does not answer {subject}")
        if len([subject for subject in self.silent if subject not in _KINDS]) >= _METHODS:
            raise Skipped("the server does not answer anything any more")

    def limit(self, timeout: float) -> float:
        """How long to wait for a response."""
        return min(timeout, _AFTER_SILENCE) if self.silent else timeout
