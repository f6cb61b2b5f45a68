"""HTTP/1.1 over a socket as bytes, so that tests can also send and see what no library would."""

from __future__ import annotations

import json
import re
import socket
from dataclasses import dataclass, field
from typing import Any, Iterator, List, Optional, Tuple

#: How much is read at once.
PIECE = 1 << 20


class CutShort(Exception):
    """The connection has ended inside a message; ``partial`` is what has come of its body."""

    def __init__(self, partial: bytes) -> None:
        super().__init__(f"ended inside a message, after {partial[-200:]!r}")
        self.partial = partial


@dataclass
class Message:
    """A request or a response. Texts are Latin-1, so that every byte is a character."""

    line: str
    #: As sent, but for the white space around the values.
    fields: List[Tuple[str, str]]
    body: bytes = b""
    trailers: List[Tuple[str, str]] = field(default_factory=list)
    #: The 1xx responses before a final one.
    interim: List["Message"] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(self.line.split(" ")[1])

    @property
    def target(self) -> str:
        return self.line.split(" ")[1]

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def names(self) -> List[str]:
        """The names of the fields, in lower case."""
        return [name.lower() for name, _ in self.fields]

    def all(self, name: str) -> List[str]:
        return [value for each, value in self.fields if each.lower() == name.lower()]

    def get(self, name: str) -> Optional[str]:
        """The value of a field that must not be repeated; None if it is absent."""
        values = self.all(name)
        assert len(values) < 2, self
        return values[0] if values else None


def lines(*texts: str) -> bytes:
    """Lines with their ends."""
    return "".join(f"{text}\r\n" for text in texts).encode("latin-1")


def framed(line: str, fields: Tuple[str, ...], body: bytes) -> bytes:
    """A message. It gets a length unless its fields say where it ends, or it is without a body."""
    names = {each.partition(":")[0].lower() for each in fields}
    if not names & {"content-length", "transfer-encoding"} and body:
        fields = (*fields, f"Content-Length: {len(body)}")
    return lines(line, *fields, "") + body


def response(body: bytes = b"", *fields: str, status: str = "200 OK") -> bytes:
    """A response with a length, also of an empty body."""
    if not body and status[0] not in "1" and status[:3] not in ("204", "304"):
        names = {each.partition(":")[0].lower() for each in fields}
        if not names & {"content-length", "transfer-encoding"}:
            fields = (*fields, "Content-Length: 0")
    return framed(f"HTTP/1.1 {status}", fields, body)


def chunk(data: bytes) -> bytes:
    """A chunk of a body; the last one if it is empty."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class Stream:
    """One end of a connection that carries messages."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self._buffer = b""
        # How much of it was taken. Cutting it off each time would copy the rest for each chunk.
        self._taken = 0

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def head(self) -> Optional[Message]:
        """The next message without its body; None at the end of the stream."""
        head = self._until(b"\r\n\r\n")
        if head is None:
            return None
        line, *rest = head.decode("latin-1").split("\r\n")
        assert not re.search(r"[\r\n\0]", head.decode("latin-1").replace("\r\n", "")), head
        return Message(line, [parsed(each) for each in rest])

    def response(self, method: str = "GET") -> Message:
        """The next final response, whole."""
        head = self.response_head()
        head.body = b"".join(self.pieces(head, method))
        return head

    def response_head(self) -> Message:
        """The next final response without its body."""
        interim: List[Message] = []
        while True:
            head = self.head()
            assert head is not None, "closed without a response"
            assert re.fullmatch(r"HTTP/1\.1 [1-9]\d\d .*", head.line), head
            if head.status >= 200 or head.status == 101:
                head.interim = interim
                return head
            interim.append(head)

    def pieces(self, message: Message, method: str = "GET") -> Iterator[bytes]:
        """The body of a message as it arrives. Afterwards the message has its trailers.

        ``method`` is that of the request, if the message is a response.
        """
        is_response = message.line.startswith("HTTP/")
        if is_response and (method == "HEAD" or message.status in (204, 304)):
            return
        if message.all("transfer-encoding"):
            assert message.get("transfer-encoding") == "chunked", message
            assert message.get("content-length") is None, message
            yield from self._chunks(message)
        elif (length := message.get("content-length")) is not None:
            yield from self._exactly(int(length))
        elif is_response:
            yield from self._rest()

    def _chunks(self, message: Message) -> Iterator[bytes]:
        while True:
            line = self._line()
            size = re.fullmatch(rb"([0-9a-fA-F]+)(?:;.*)?", line)
            assert size is not None, line
            if int(size[1], 16) == 0:
                break
            yield from self._exactly(int(size[1], 16))
            assert self._line() == b""
        while line := self._line():
            message.trailers.append(parsed(line.decode("latin-1")))

    def _exactly(self, count: int) -> Iterator[bytes]:
        while count > 0:
            if not self._left and not self._fill():
                raise CutShort(b"")
            piece = self._take(min(count, self._left))
            count -= len(piece)
            yield piece

    def _rest(self) -> Iterator[bytes]:
        while self._left or self._fill():
            yield self._take(self._left)

    def _line(self) -> bytes:
        line = self._until(b"\r\n")
        if line is None:
            raise CutShort(b"")
        return line

    def rest(self) -> bytes:
        """Everything until the peer closes the connection, or resets it."""
        return b"".join(self._rest())

    @property
    def _left(self) -> int:
        return len(self._buffer) - self._taken

    def _take(self, count: int) -> bytes:
        piece = self._buffer[self._taken : self._taken + count]
        self._taken += count
        return piece

    def _until(self, end: bytes) -> Optional[bytes]:
        """What comes before ``end``, which is taken too; None if nothing more comes."""
        while (place := self._buffer.find(end, self._taken)) < 0:
            if not self._fill():
                if self._left:
                    raise CutShort(self._take(self._left))
                return None
        return self._take(place + len(end) - self._taken)[: -len(end)]

    def _fill(self) -> bool:
        try:
            data = self.socket.recv(PIECE)
        except ConnectionResetError:
            return False
        self._buffer = self._buffer[self._taken :] + data
        self._taken = 0
        return bool(data)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def parsed(line: str) -> Tuple[str, str]:
    name, colon, value = line.partition(":")
    assert colon, line
    return name, value.strip(" \t")


class Client(Stream):
    """A connection to a server that is asked as ``host``."""

    def __init__(self, connection: socket.socket, host: str) -> None:
        super().__init__(connection)
        self.host = host

    def __enter__(self) -> "Client":
        return self

    def request(self, method: str, target: str, *fields: str, body: bytes = b"") -> bytes:
        """A request with ``Host``, these fields, and a length if there is a body."""
        return framed(f"{method} {target} HTTP/1.1", (f"Host: {self.host}", *fields), body)

    def ask(self, method: str, target: str, *fields: str, body: bytes = b"") -> Message:
        """Sends a request and returns the whole response."""
        self.send(self.request(method, target, *fields, body=body))
        return self.response(method)

    def get(self, target: str, *fields: str) -> Message:
        return self.ask("GET", target, *fields)

    def ends(self) -> bool:
        """Whether the server closes the connection without another byte; it waits for either."""
        return not self._left and not self._fill()
