"""Messages to bytes and back: one JSON text per line, or with ``Content-Length`` headers."""

from __future__ import annotations

from typing import Literal, Union

from .errors import ProtocolError

Framing = Literal["lines", "headers"]

#: Longest message accepted, in bytes: room for a batch of long results.
MAXIMUM_MESSAGE = 64 * 1024 * 1024


class LineDecoder:
    """Cuts a byte stream at line feeds; blank lines are skipped."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Takes bytes as they arrive and returns the complete lines."""
        start = len(self._buffer)
        self._buffer += data
        end = self._buffer.rfind(b"\n", start)
        if len(self._buffer) - end - 1 > MAXIMUM_MESSAGE:
            raise _too_long()
        if end < 0:
            return []
        lines = bytes(self._buffer[:end]).split(b"\n")
        del self._buffer[: end + 1]
        return [line for line in lines if line.strip()]


class HeaderDecoder:
    """Cuts a byte stream at ``Content-Length`` headers (LSP 3.17, "Base Protocol")."""

    #: Longest header block accepted, in bytes.
    maximum_header = 4096

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length = -1

    def feed(self, data: bytes) -> list[bytes]:
        """Takes bytes as they arrive and returns the complete bodies."""
        self._buffer += data
        bodies = []
        while self._read_header() and len(self._buffer) >= self._length:
            bodies.append(bytes(self._buffer[: self._length]))
            del self._buffer[: self._length]
            self._length = -1
        return bodies

    def _read_header(self) -> bool:
        if self._length >= 0:
            return True
        end = self._buffer.find(b"\r\n\r\n", 0, self.maximum_header)
        if end < 0:
            if len(self._buffer) >= self.maximum_header:
                raise ProtocolError("a header block is longer than 4096 bytes")
            return False
        self._length = _content_length(bytes(self._buffer[:end]))
        if self._length > MAXIMUM_MESSAGE:
            raise _too_long()
        del self._buffer[: end + 4]
        return True


Decoder = Union[LineDecoder, HeaderDecoder]


def decoder(framing: Framing) -> Decoder:
    """The decoder of a framing."""
    return HeaderDecoder() if framing == "headers" else LineDecoder()


def encode(framing: Framing, body: bytes) -> bytes:
    """One message with its frame; ``body`` must not contain a line feed."""
    if framing == "headers":
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    return body + b"\n"


def _too_long() -> ProtocolError:
    return ProtocolError(f"the server sent a message longer than {MAXIMUM_MESSAGE} bytes")


def _content_length(block: bytes) -> int:
    values = []
    for line in block.split(b"\r\n"):
        name, colon, value = line.partition(b":")
        if not colon:
            raise ProtocolError(f"expected a header, found {line!r}")
        if name.strip().lower() == b"content-length":
            values.append(value.strip())
    # bytes.isdigit accepts only ASCII digits, so int() sees neither a sign nor an underscore.
    if len(values) != 1 or not values[0].isdigit():
        raise ProtocolError(f"expected one Content-Length of decimal digits, found {values!r}")
    return int(values[0])
