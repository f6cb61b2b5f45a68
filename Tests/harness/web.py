"""The client side of HTTP and WebSocket as bytes, so that it can also send what no library would."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any, Optional, Tuple

#: WebSocket's opcodes (RFC 6455, section 5.2).
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = bytes.fromhex("37fa213d")


class Front:
    """Where a server speaks HTTP: an address of its ready file, and the secret if it asks for one."""

    def __init__(self, address: str, secret: str = "") -> None:
        kind, _, place = address.partition(":")
        self.place = place
        self.is_unix = kind == "http-socket"
        self.authority = "localhost" if self.is_unix else place.partition("://")[2]
        self.secret = secret

    @property
    def port(self) -> int:
        return int(self.authority.rpartition(":")[2])

    def connect(self) -> socket.socket:
        if self.is_unix:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(self.place)
            return connection
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def head(self, method: str, path: str, *fields: str) -> bytes:
        """The head of a request, to which fields can be added; a blank line ends it."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.authority}", *fields]
        if self.secret:
            lines.append(f"Authorization: Bearer {self.secret}")
        return "".join(f"{line}\r\n" for line in lines).encode()

    def post(self, message: Any, *fields: str) -> bytes:
        """A whole request with a JSON-RPC message."""
        body = json.dumps(message).encode()
        more = ("Content-Type: application/json", f"Content-Length: {len(body)}", *fields)
        return self.head("POST", "/rpc", *more) + b"\r\n" + body

    def get(self, path: str, *fields: str) -> bytes:
        return self.head("GET", path, *fields) + b"\r\n"

    def ask(self, request: bytes) -> Tuple[int, bytes]:
        """The status and the body of the response to one request, on a connection of its own."""
        with self.connect() as connection:
            connection.sendall(request)
            return read_response(connection)

    def websocket(self) -> "WebSocket":
        return WebSocket(self)


def read_response(connection: socket.socket) -> Tuple[int, bytes]:
    """The status and the body of a response with a length; 0 if the connection ends instead."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(1 << 16)
        if not more:
            return 0, data
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    lengths = [line.split(b":")[1] for line in lines if line.startswith(b"content-length:")]
    length = int(lengths[0]) if lengths else 0
    while len(body) < length:
        more = connection.recv(1 << 16)
        if not more:
            break
        body += more
    return int(head.split(b" ", 2)[1]), body


def frame(data: bytes, opcode: int = TEXT, first: int = 0x80, length: Optional[int] = None) -> bytes:
    """A masked frame. ``first`` has the bits besides the opcode; ``length`` may lie."""
    size = len(data) if length is None else length
    head = bytes([first | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 1 << 16:
        head += struct.pack(">BH", 0x80 | 126, size)
    else:
        head += struct.pack(">BQ", 0x80 | 127, size)
    repeated = (MASK * (len(data) // 4 + 1))[: len(data)]
    masked = int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")
    return head + MASK + masked.to_bytes(len(data), "big")


class WebSocket:
    """A WebSocket whose frames the caller writes; pings are left unanswered."""

    HANDSHAKE = (
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: Z2l0eHBsb3JlciBiZW5jaA==",
    )  # fmt: skip

    def __init__(self, front: Front) -> None:
        self.socket = front.connect()
        self.socket.sendall(front.get("/rpc", *self.HANDSHAKE))
        self._buffer = b""
        while b"\r\n\r\n" not in self._buffer:
            self._fill()
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head

    def send(self, message: Any) -> None:
        self.socket.sendall(frame(json.dumps(message).encode()))

    def receive(self) -> Any:
        """The next message."""
        while True:
            opcode, data = self.receive_frame()
            assert opcode != CLOSE, f"closed: {data!r}"
            if opcode == TEXT:
                return json.loads(data)

    def call(self, method: str, params: Any = None, id: Any = 1) -> Any:
        """The answer to one request; notifications are passed over."""
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        while True:
            message = self.receive()
            if "method" not in message:
                return message

    def receive_frame(self) -> Tuple[int, bytes]:
        """The opcode and the payload of the next frame."""
        first, second = self._take(2)
        length = second
        if second >= 126:
            length = int.from_bytes(self._take(2 if second == 126 else 8), "big")
        return first & 0xF, self._take(length)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "WebSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._fill()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def _fill(self) -> None:
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError(f"the server closed the connection after {self._buffer!r}")
        self._buffer += data
