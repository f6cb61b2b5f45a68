"""The promises of a server, the checks of each promise, and the exception for a broken one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Callable

from .schemas import Schemas

if TYPE_CHECKING:
    from .session import Session


class Broken(Exception):
    """A promise that the server did not keep."""

    def __init__(self, expected: str, *, sent: str, came: str) -> None:
        super().__init__(expected, sent, came)
        #: What was expected, as a sentence without its full stop.
        self.expected = expected
        #: The message that was sent, as text.
        self.sent = sent
        #: What the server did: its message as text, or a sentence.
        self.came = came

    def __str__(self) -> str:
        return f"\n  sent      {self.sent}\n  came      {self.came}\n  expected  {self.expected}"


class Unanswered(BaseException):
    """The server went silent or closed the connection.

    It is not an ``Exception``, so that the generator of params does not try smaller examples, and
    wait for each of them.
    """

    def __init__(self, sent: str, came: str, expected: str) -> None:
        super().__init__(came)
        self.broken = Broken(expected, sent=sent, came=came)


class Skipped(BaseException):
    """The check was not made, for the reason given: how a clause goes on after "because".

    Like ``Unanswered``, it ends the generation of params.
    """


#: Asks the server, and raises ``Broken``.
Body = Callable[..., None]


@dataclass(frozen=True)
class Promise:
    """One sentence about every server."""

    #: The name for ``--only``.
    name: str
    sentence: str
    #: A heading of `Documentation/protocol.md`.
    section: str


@dataclass(frozen=True)
class Check:
    """A promise, checked with one method or one message."""

    promise: Promise
    #: The method or message; empty if there is only one.
    subject: str
    body: Callable[[Session], None]

    def __str__(self) -> str:
        return f"{self.promise.name}[{self.subject}]" if self.subject else self.promise.name

    def run(self, session: Session) -> None:
        """Asks the server. Raises ``Broken``, ``Skipped`` or, without a server, ``ConnectError``."""
        try:
            self.body(session)
        except Unanswered as unanswered:
            session.reopen()
            raise unanswered.broken from None


class Promises:
    """The promises of one module, in the order in which a report shows them."""

    def __init__(self) -> None:
        self._entries: list[tuple[Promise, Callable[[Schemas], Iterable[Any]], Body]] = []

    def promise(
        self,
        name: str,
        sentence: str,
        *,
        section: str,
        of: Callable[[Schemas], Iterable[Any]] = lambda schemas: [()],
    ) -> Callable[[Body], Body]:
        """Adds a function, which is called with a session and each subject of ``of`` in turn."""

        def add(body: Body) -> Body:
            self._entries.append((Promise(name, sentence, section), of, body))
            return body

        return add

    def checks(self, schemas: Schemas) -> Iterator[Check]:
        """Every check of every promise."""
        for promise, of, body in self._entries:
            for subject in of(schemas):
                arguments = subject if isinstance(subject, tuple) else (subject,)
                label = " ".join(a if isinstance(a, str) else json.dumps(a) for a in arguments)
                yield Check(promise, label, partial(_run, body, arguments))


def _run(body: Body, arguments: tuple[Any, ...], session: Session) -> None:
    body(session, *arguments)
