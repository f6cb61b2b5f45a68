"""A connection that can send anything, and waits for each response with a time limit."""

from __future__ import annotations

import itertools
import json
import queue
import threading
from dataclasses import dataclass
from typing import Any, Optional, Union

from ..framing import LineDecoder
from ..streams import Stream
from .promise import Broken, Unanswered


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
    """One connection in line framing. It waits for one message at a time."""

    def __init__(self, stream: Stream, timeout: float) -> None:
        self._stream = stream
        self._timeout = timeout
        self._sent = ""
        self._ids = itertools.count(1)
        self._lines: queue.Queue[Optional[bytes]] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, message: Any) -> str:
        """Sends a message and returns it as text."""
        self._sent = text_of(message)
        try:
            self._stream.write(self._sent.encode() + b"\n")
        except (OSError, ValueError):
            raise self._unanswered("a server that reads") from None
        return self._sent

    def receive(self) -> Any:
        """The next message that is not a notification."""
        while True:
            try:
                line = self._lines.get(timeout=self._timeout)
            except queue.Empty:
                came = f"nothing for {self._timeout:g} seconds"
                raise Unanswered(self._sent, came, "an answer") from None
            if line is None:
                raise self._unanswered("an answer")
            try:
                message = json.loads(line)
            except ValueError:
                text = line.decode(errors="replace")
                raise Unanswered(self._sent, text, "one line of JSON") from None
            if not (isinstance(message, dict) and "method" in message):
                return message

    def exchange(self, message: Any) -> Exchange:
        """Sends a message, and waits for the response."""
        sent = self.send(message)
        return Exchange(sent, self.receive())

    def call(self, method: str, params: Union[dict[str, Any], list[Any], Any] = None) -> Exchange:
        """Sends a request with a new id, and waits for the response."""
        id = f"call-{next(self._ids)}"
        exchange = self.exchange(request(method, params, id))
        answer = exchange.answer
        exchange.expect(
            isinstance(answer, dict) and answer.get("id") == id, f'an answer with the id "{id}"'
        )
        return exchange

    def close(self) -> None:
        """Ends the connection, and the server process if there is one."""
        try:
            self._stream.end_output()
        except OSError:
            pass  # The server ended first.
        self._stream.close()

    def _unanswered(self, expected: str) -> Unanswered:
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
