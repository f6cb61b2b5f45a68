"""Reads HTTP/1.1 messages from a stream, as strictly as `node` does."""

from __future__ import annotations

import asyncio
from typing import List, NamedTuple, Optional, Sequence, Tuple, Union

Fields = Sequence[Tuple[str, str]]


class Malformed(Exception):
    """The message is not HTTP."""


class Head(NamedTuple):
    """The first line and the fields of a message."""

    line: str
    fields: Fields

    def all(self, name: str) -> List[str]:
        return [value for each, value in self.fields if each.lower() == name]

    def get(self, name: str) -> Optional[str]:
        """All values of the field in lower case `name`, as `fetch` joins them."""
        values = self.all(name)
        return ", ".join(values) if values else None

    def has_token(self, name: str, token: str) -> bool:
        value = self.get(name) or ""
        return token in [part.strip().lower() for part in value.split(",")]


async def read_head(reader: asyncio.StreamReader) -> Optional[Head]:
    """The next head, or None at the end of the stream."""
    line = await reader.readline()
    if not line:
        return None
    fields: List[Tuple[str, str]] = []
    while True:
        field = await reader.readline()
        if not field.endswith(b"\n"):
            raise Malformed("the stream ends in a head")
        text = field.decode("latin-1").rstrip("\r\n")
        if not text:
            return Head(line.decode("latin-1").rstrip("\r\n"), fields)
        name, colon, value = text.partition(":")
        if not colon or not name or name != name.strip():
            raise Malformed(f"not a header field: {text!r}")
        fields.append((name, value.strip(" \t")))


def length(head: Head) -> Union[int, str, None]:
    """How a body ends: after that many bytes, with the last of its "chunks", or None said."""
    lengths = head.all("content-length")
    coding = head.get("transfer-encoding")
    if len(lengths) > 1 or (lengths and coding is not None):
        raise Malformed("two lengths")
    if coding is not None:
        return "chunks" if coding.split(",")[-1].strip().lower() == "chunked" else None
    if lengths:
        if not (lengths[0].isascii() and lengths[0].isdigit()):
            raise Malformed(f"Content-Length: {lengths[0]}")
        return int(lengths[0])
    return None


async def read_body(reader: asyncio.StreamReader, head: Head, is_response: bool) -> bytes:
    """The body after a head. A response that does not say how its body ends, ends the stream."""
    end = length(head)
    if end is None:
        return await reader.read() if is_response else b""
    return await (reader.readexactly(end) if isinstance(end, int) else _read_chunks(reader))


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while True:
        size = (await reader.readline()).partition(b";")[0].strip()
        try:
            length = int(size, 16)
        except ValueError:
            raise Malformed(f"chunk size {size!r}") from None
        if length == 0:
            break
        parts.append(await reader.readexactly(length))
        if await reader.readline() != b"\r\n":
            raise Malformed("a chunk without an end")
    while (await reader.readline()).strip():
        pass  # A trailer field.
    return b"".join(parts)
