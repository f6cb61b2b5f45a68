"""The client side of a connection: framing, requests and responses."""

from __future__ import annotations

import itertools
import json
import os
import socket
import subprocess
from typing import Any, Dict, Iterator, List, Optional, Union

Message = Union[Dict[str, Any], List[Any]]


def request(method: str, params: Any = None, id: Any = 1) -> Dict[str, Any]:
    """A request; if ``params`` is None, the member is absent."""
    message: Dict[str, Any] = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        message["params"] = params
    return message


def text_of(message: Union[str, Message]) -> str:
    return message if isinstance(message, str) else json.dumps(message)


def framed(message: Union[str, Message], framing: str = "lines") -> bytes:
    """One message with its framing."""
    body = text_of(message).encode()
    if framing == "lines":
        return body + b"\n"
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def unframed(data: bytes, framing: str = "lines") -> List[Any]:
    """All messages of an output, which must consist of whole frames."""
    if framing == "lines":
        assert not data or data.endswith(b"\n"), data[-200:]
        return [json.loads(line) for line in data.splitlines()]
    messages = []
    while data:
        head, separator, rest = data.partition(b"\r\n\r\n")
        assert separator and head.startswith(b"Content-Length: "), data[:200]
        length = int(head.removeprefix(b"Content-Length: "))
        assert len(rest) >= length, "the last frame is cut"
        messages.append(json.loads(rest[:length]))
        data = rest[length:]
    return messages


class Connection:
    """A connection over two descriptors: a pair of pipes, or a socket twice."""

    def __init__(self, reader: int, writer: int, framing: str = "lines") -> None:
        self.reader = reader
        self.writer = writer
        self.framing = framing
        self.notifications: List[Dict[str, Any]] = []
        self._buffer = b""
        self._ids = itertools.count(1)

    def send_bytes(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.writer, data) :]

    def send(self, *messages: Union[str, Message]) -> None:
        self.send_bytes(b"".join(framed(message, self.framing) for message in messages))

    def receive(self) -> Optional[Any]:
        """The next message, or None at the end of the stream."""
        body = self._line() if self.framing == "lines" else self._body()
        return None if body is None else json.loads(body)

    def receive_answer(self) -> Any:
        """The next message that is not a notification; notifications are kept."""
        while True:
            message = self.receive()
            assert message is not None, "the server closed the connection instead of answering"
            if isinstance(message, dict) and "method" in message:
                self.notifications.append(message)
            else:
                return message

    def receive_answers(self, count: int) -> List[Any]:
        return [self.receive_answer() for _ in range(count)]

    def rest(self) -> List[Any]:
        """Everything up to the end of the stream."""
        return list(self._rest())

    def _rest(self) -> Iterator[Any]:
        while (message := self.receive()) is not None:
            yield message

    def call(self, method: str, params: Any = None) -> Dict[str, Any]:
        """Sends one request and returns its response, a result or an error."""
        id = f"call-{next(self._ids)}"
        self.send(request(method, params, id))
        answer = self.receive_answer()
        assert answer["id"] == id
        return answer

    def result(self, method: str, params: Any = None) -> Any:
        answer = self.call(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method: str, params: Any = None) -> Dict[str, Any]:
        answer = self.call(method, params)
        assert "error" in answer, answer
        return answer["error"]

    def end_input(self) -> None:
        """Closes the sending side; responses still arrive."""
        raise NotImplementedError

    def _read(self) -> bytes:
        try:
            return os.read(self.reader, 1 << 16)
        except ConnectionResetError:
            return b""

    def _line(self) -> Optional[bytes]:
        while b"\n" not in self._buffer:
            data = self._read()
            if not data:
                assert not self._buffer, f"the output ends inside a line: {self._buffer[-200:]!r}"
                return None
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _body(self) -> Optional[bytes]:
        while b"\r\n\r\n" not in self._buffer:
            data = self._read()
            if not data:
                assert not self._buffer, f"the output ends inside a header: {self._buffer!r}"
                return None
            self._buffer += data
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"Content-Length: "), head
        length = int(head.removeprefix(b"Content-Length: "))
        while len(self._buffer) < length:
            data = self._read()
            assert data, "the output ends inside a body"
            self._buffer += data
        body, self._buffer = self._buffer[:length], self._buffer[length:]
        return body


class StreamConnection(Connection):
    """A connection over the standard streams of a process."""

    def __init__(self, process: "subprocess.Popen[bytes]", framing: str = "lines") -> None:
        assert process.stdin is not None and process.stdout is not None
        super().__init__(process.stdout.fileno(), process.stdin.fileno(), framing)
        self._stdin = process.stdin

    def end_input(self) -> None:
        self._stdin.close()


class SocketConnection(Connection):
    """A connection over a socket, which can close only its sending side."""

    def __init__(self, address: str, framing: str = "lines") -> None:
        kind, _, place = address.partition(":")
        if kind == "unix":
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(place)
        else:
            host, _, port = place.rpartition(":")
            self.socket = socket.create_connection((host, int(port)))
        super().__init__(self.socket.fileno(), self.socket.fileno(), framing)

    def end_input(self) -> None:
        self.socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "SocketConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
