"""One run of the kit: the connection that most checks share, and the schemas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable, Optional

from hypothesis import given
from hypothesis.strategies import SearchStrategy

from .conversation import Conversation, Exchange
from .generation import bounded
from .promise import Broken
from .schemas import Mismatch, Schemas
from .server import Server


class Session:
    """The context of checks. Close it, preferably with ``with``."""

    def __init__(self, server: Server, schemas: Schemas, *, examples: int = 25) -> None:
        self.server = server
        self.schemas = schemas
        #: The number of params to generate for each method and promise.
        self.examples = examples
        self._shared: Optional[Conversation] = None
        self._strays: list[Exchange] = []

    @property
    def strays(self) -> list[Exchange]:
        """The messages that answered nothing, each with what was sent before it."""
        return self._strays + ([] if self._shared is None else self._shared.strays)

    @property
    def conversation(self) -> Conversation:
        """The shared connection; raises ConnectError."""
        if self._shared is None:
            self._shared = self.server.open()
        return self._shared

    @contextmanager
    def fresh(self) -> Iterator[Conversation]:
        """A connection for one check only; for a command it is a new process."""
        conversation = self.server.open()
        try:
            yield conversation
        finally:
            conversation.close()
            self._strays += conversation.strays

    def reopen(self) -> None:
        """Makes the next check begin on a new connection."""
        if self._shared is not None:
            self._shared.close()
            self._strays += self._shared.strays
            self._shared = None

    def for_each(
        self, params: SearchStrategy[Any], body: Callable[[Any], None], times: int = 1
    ) -> None:
        """Runs a check with generated params; reports the shortest params that break it."""
        found: list[Broken] = []

        @bounded(times * self.examples)
        @given(params)
        def run(value: Any) -> None:
            try:
                body(value)
            except Broken as broken:
                found.append(broken)
                raise

        try:
            run()
        except Exception:
            # If a server answers equal requests differently, hypothesis raises its own exception.
            if not found:
                raise
            raise min(found, key=lambda broken: len(broken.sent)) from None

    def satisfies(self, file: str, value: Any, exchange: Exchange) -> None:
        """Raises ``Broken`` if a part of the response does not satisfy the schema file."""
        try:
            self.schemas.check(file, value)
        except Mismatch as mismatch:
            exchange.expect(False, f"what {mismatch}")

    def is_described(self, method: str, exchange: Exchange) -> None:
        """Raises ``Broken`` unless the response is a valid result or one of the method's errors."""
        answer = exchange.answer
        exchange.expect(
            isinstance(answer, dict) and ("result" in answer) != ("error" in answer),
            "an answer with either result or error",
        )
        try:
            self.schemas.check_answer(method, answer)
        except Mismatch as mismatch:
            exchange.expect(False, f"what {mismatch}")

    def close(self) -> None:
        """Ends the shared connection."""
        self.reopen()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
