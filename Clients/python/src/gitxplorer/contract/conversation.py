"""A connection that can send anything, and waits for each response with a time limit."""

from __future__ import annotations

import itertools
import json
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Optional, Union

from ..framing import LineDecoder
from ..streams import Stream
from .awaited import Awaited, Batch, Several, Single
from .experience import NO_REQUEST, Experience
from .ids import id_of, ids_in, key
from .promise import Broken, Unanswered

#: Seconds for what may never come: the response to bad input, and a better one than that at hand.
_BRIEF = 2.0

_AT_ONCE = 40


def request(method: str, params: Any = None, id: Any = 1) -> dict[str, Any]:
    """A request; if ``params`` is None, the member is absent."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        message["params"] = params
    return message


def text_of(message: Any) -> str:
    """The text of a message; a string is sent unchanged."""
    return message if isinstance(message, str) else json.dumps(message)


@dataclass(frozen=True)
class Exchange:
    """A message that was sent, and the one received in response."""

    sent: str
    answer: Any

    @property
    def result(self) -> Any:
        """The result. An error breaks the promise."""
        self.expect(self._is_answer and "result" in self.answer, "a result")
        return self.answer["result"]

    @property
    def error(self) -> dict[str, Any]:
        """The error, which must have this code. A result breaks the promise."""
        error = self.answer.get("error") if self._is_answer else None
        self.expect(isinstance(error, dict) and "code" in error, "an error with a code")
        return dict(error or {})

    @property
    def data(self) -> dict[str, Any]:
        """The error's data; empty if it is not an object."""
        data = self.error.get("data")
        return data if isinstance(data, dict) else {}

    @property
    def _is_answer(self) -> bool:
        return isinstance(self.answer, dict)

    @property
    def refused_paths(self) -> list[str]:
        """The paths that -32602 names; none if the params were accepted."""
        if not self._is_answer or "error" not in self.answer or self.error["code"] != -32602:
            return []
        faults = self.data.get("errors")
        paths = [
            fault["path"]
            for fault in (faults if isinstance(faults, list) else [])
            if isinstance(fault, dict) and isinstance(fault.get("path"), str)
        ]
        self.expect(
            bool(paths) and len(paths) == len(faults or []),
            "-32602 with data.errors, each with the path of a fault",
        )
        return paths

    def expect(self, holds: bool, expected: str) -> None:
        """Raises ``Broken`` if the condition is false."""
        if not holds:
            raise Broken(expected, sent=self.sent, came=text_of(self.answer))


class Conversation:
    """One connection in line framing. Responses are matched with requests by their ids.

    A message that answers nothing is kept in ``strays``, and disturbs no check.
    """

    def __init__(self, stream: Stream, timeout: float, experience: Experience) -> None:
        self._stream = stream
        self._timeout = timeout
        self._experience = experience
        self._sent = ""
        # Apart from the ids that checks choose.
        self._ids = itertools.count(1000)
        self._used: set[str] = set()
        self._last: Any = None
        self._fences: set[str] = set()
        #: What was sent last, and the message that is no response to anything.
        self.strays: list[Exchange] = []
        self._lines: queue.Queue[Optional[bytes]] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, message: Any) -> str:
        """Sends a message and returns it as text."""
        self._sent = text_of(message)
        self._write(self._sent)
        return self._sent

    def exchange(self, message: Any, bad: str = "") -> Exchange:
        """Sends a message, and waits for the response; that to a batch is an array.

        ``bad`` is the kind of input, if a wrong server may be silent about it.
        """
        method = message.get("method") if isinstance(message, dict) else None
        self._experience.refuse([method, bad])
        sent = self.send(message)
        ids = ids_in(sent)
        awaited: Union[Single, Batch]
        if isinstance(message, list):
            awaited = Batch(ids)
        else:
            # JSON-RPC 2.0: the id is null if it could not be read.
            null = [None] if bad == NO_REQUEST or not ids else []
            awaited = Single([*ids, *null], self._used, self._experience.foreign, self._last)
        self._wait(awaited, bad, bad or method or sent)
        for message in awaited.passed:
            self._note_stray(message)
        self._used.update(map(key, ids))
        self._last = awaited.answer
        exchange = Exchange(sent, awaited.answer)
        if isinstance(awaited, Single) and awaited.is_foreign:
            self._experience.note_wrong_id(exchange)
        return exchange

    def call(
        self,
        method: str,
        params: Union[dict[str, Any], list[Any], Any] = None,
        bad: str = "",
    ) -> Exchange:
        """Sends a request with a new id, and waits for the response."""
        return self.exchange(request(method, params, self._new_id()), bad)

    def calls(self, method: str, each: Sequence[Any], bad: str = "") -> list[Exchange]:
        """Runs many calls of one method, in order, with at most 40 at once."""
        # One alone shows whether ids come back, without which others could not be told apart.
        found = [self.call(method, params, bad) for params in each[:1]]
        if self._experience.foreign:
            return found + [self.call(method, params, bad) for params in each[1:]]
        for start in range(1, len(each), _AT_ONCE):
            part = each[start : start + _AT_ONCE]
            ids = [next(self._ids) for _ in part]
            sent = [self.send(request(method, params, id)) for id, params in zip(ids, part)]
            awaited = Several(ids)
            self._wait(awaited, bad, bad or method)
            self._used.update(map(key, ids))
            *_, self._last = awaited.answers.values()
            found += [Exchange(text, awaited.answers[at]) for at, text in enumerate(sent)]
        return found

    def close(self) -> None:
        """Ends the connection, and the server process if there is one."""
        try:
            self._stream.end_output()
        except OSError:
            pass  # The server ended first.
        self._stream.close()
        self._reader.join(_BRIEF)
        try:
            while True:
                self._note_stray(self._receive(0))
        except (queue.Empty, Unanswered):
            pass  # What came after the last response has been looked at.

    def _wait(self, awaited: Awaited, bad: str, subject: str) -> None:
        """Takes messages until all have come that are awaited, or something to make do with.

        A server is silent about bad input if it answers a later request, and this one not even
        then; how fast it is does not matter.
        """
        limit = self._experience.limit(self._timeout)
        brief = min(_BRIEF, limit)
        fence = ""
        end = monotonic() + (brief if bad else limit)
        while not awaited.is_complete:
            try:
                message = self._receive(end)
            except queue.Empty:
                if bad and not fence and not awaited.has_makeshift:
                    fence = self._send_fence()
                    end = monotonic() + limit
                    continue
                if awaited.make_do():
                    return
                self._experience.silent.append(subject)
                waited = f"nothing for {brief if bad else limit:g} seconds"
                raise Unanswered(self._sent, waited, "an answer") from None
            if self._is_fence(message):
                end = monotonic() + brief if id_of(message) == fence else end
            elif not awaited.take(message):
                self._note_stray(message)
            elif awaited.has_makeshift:
                end = monotonic() + brief

    def _receive(self, end: float) -> Any:
        """The next message that is not a notification; raises ``queue.Empty`` at the end."""
        while True:
            line = self._lines.get(timeout=max(0.001, end - monotonic()))
            if line is None:
                self._lines.put(None)
                raise self._closed("an answer")
            try:
                message = json.loads(line)
            except ValueError:
                return line.decode(errors="replace")
            if not (isinstance(message, dict) and "method" in message):
                return message

    def _new_id(self) -> str:
        return f"call-{next(self._ids)}"

    def _send_fence(self) -> str:
        fence = self._new_id()
        self._fences.add(fence)
        self._write(text_of(request("rpc.discover", id=fence)))
        return fence

    def _is_fence(self, message: Any) -> bool:
        id = id_of(message)
        return isinstance(id, str) and id in self._fences

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text.encode() + b"\n")
        except (OSError, ValueError):
            raise self._closed("a server that reads") from None

    def _note_stray(self, message: Any) -> None:
        if not self._is_fence(message):
            self.strays.append(Exchange(self._sent, message))

    def _closed(self, expected: str) -> Unanswered:
        came = f"the server closed the connection{self._stream.ending()}"
        return Unanswered(self._sent, came, expected)

    def _read(self) -> None:
        lines = LineDecoder()
        try:
            while data := self._stream.read():
                for line in lines.feed(data):
                    self._lines.put(line)
        except (OSError, ValueError):
            pass  # Closed by either side.
        self._lines.put(None)
