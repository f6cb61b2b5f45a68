"""Sends requests as the `fetch` of `node` does."""

from __future__ import annotations

import asyncio
import zlib
from typing import Awaitable, Dict, List, NamedTuple, Optional, Tuple, TypeVar
from urllib.parse import urlsplit

from .connections import Connections
from .fields import NO_BODY
from .http import Fields, Head, Malformed, length, read_body, read_head

Value = TypeVar("Value")

#: What `fetch` adds unless the request has it.
DEFAULTS = {
    "accept": "*/*", "accept-language": "*", "sec-fetch-mode": "cors", "user-agent": "node",
    "accept-encoding": "gzip, deflate",
}  # fmt: skip


class FetchError(Exception):
    """No response, or only a part of one. Its name is that of the error in JavaScript."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message


class Response(NamedTuple):
    status: int
    reason: str
    head: Head
    interim: List[Tuple[int, Fields]]
    body: bytes
    #: What happened instead of the end of the body.
    error: Optional[FetchError]

    def get(self, name: str) -> Optional[str]:
        return self.head.get(name.lower())

    @property
    def fields(self) -> Dict[str, str]:
        names = dict.fromkeys(name.lower() for name, _ in self.head.fields)
        return {name: self.head.get(name) or "" for name in names}

    def text(self) -> str:
        """The body as text. Throws the error that ended it."""
        if self.error is not None:
            raise self.error
        return self.body.decode("utf-8-sig", "replace")


class Client:
    """Sends requests to the server at `base`.

    `timeout` is in seconds, and for the whole response. Redirects are not followed: in each test
    that has one, the suite asks for it as it is.
    """

    def __init__(self, base: str, timeout: float) -> None:
        address = urlsplit(base)
        self._host = address.netloc
        self._timeout = timeout
        self._connections = Connections(address.hostname or "", address.port or 80)

    def close(self) -> None:
        self._connections.close()

    async def fetch(
        self,
        target: str,
        method: str = "GET",
        fields: Fields = (),
        body: Optional[str] = None,
        new: bool = False,
    ) -> Response:
        """The response to a request, on a new connection if that is asked for."""
        deadline = asyncio.get_running_loop().time() + self._timeout
        data = request(self._host, target, method, fields, body)
        connection = None
        try:
            connection = await _until(deadline, self._connections.take(new))
            connection.writer.write(data)
            response, keeps = await _receive(connection.reader, method, deadline)
            if keeps and not new:
                self._connections.keep(connection, response.head)
                connection = None
            return response
        except (OSError, Malformed, asyncio.IncompleteReadError, ValueError) as error:
            raise FetchError("TypeError", f"fetch failed: {error!r}") from None
        finally:
            if connection is not None:
                connection.close()


def request(host: str, target: str, method: str, fields: Fields, body: Optional[str]) -> bytes:
    """A request's bytes. Repeated fields are joined, as by `Headers`."""
    joined: Dict[str, Tuple[str, str]] = {}
    for name, value in fields:
        key = name.lower()
        separator = "; " if key == "cookie" else ", "
        joined[key] = (name, f"{joined[key][1]}{separator}{value}" if key in joined else value)
    data = b"" if body is None else body.encode()
    if body is not None:
        joined.setdefault("content-type", ("content-type", "text/plain;charset=UTF-8"))
    for name, value in DEFAULTS.items():
        joined.setdefault(name, (name, value))
    if body is not None or method in ("POST", "PUT"):
        joined["content-length"] = ("content-length", str(len(data)))
    # `node` mistrusts what follows the response to a HEAD.
    end = "close" if method == "HEAD" else "keep-alive"
    lines = [f"{method} {target} HTTP/1.1", f"host: {host}", f"connection: {end}"]
    lines += [f"{name}: {value}" for name, value in joined.values()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + data


async def _receive(
    reader: asyncio.StreamReader, method: str, deadline: float
) -> Tuple[Response, bool]:
    """A response, and whether another request may follow on the connection."""
    interim: List[Tuple[int, Fields]] = []
    while True:
        head = await _until(deadline, read_head(reader))
        if head is None:
            raise Malformed("the connection ends before a response")
        version, _, rest = head.line.partition(" ")
        code, _, reason = rest.partition(" ")
        if version not in ("HTTP/1.1", "HTTP/1.0") or len(code) != 3 or not code.isdigit():
            raise Malformed(f"not a status line: {head.line!r}")
        status = int(code)
        if status >= 200:
            break
        interim.append((status, head.fields))
    keeps = version == "HTTP/1.1" and not head.has_token("connection", "close")
    body, error = b"", None
    if method == "HEAD":
        keeps = False
    elif status not in NO_BODY:
        has_end = length(head) is not None
        try:
            body = await _until(deadline, read_body(reader, head, is_response=True))
            body = _decoded(body, head)
            keeps = keeps and has_end
        except FetchError as caught:
            error = caught
        except (OSError, Malformed, asyncio.IncompleteReadError, zlib.error) as caught:
            error = FetchError("TypeError", f"terminated: {caught!r}")
    return Response(status, reason, head, interim, body, error), keeps and error is None


def _decoded(body: bytes, head: Head) -> bytes:
    codings = [part.strip().lower() for part in (head.get("content-encoding") or "").split(",")]
    if set(codings) <= {"gzip", "x-gzip", "deflate"}:
        for _ in codings:
            body = zlib.decompress(body, wbits=zlib.MAX_WBITS | 32)
    return body


async def _until(deadline: float, work: Awaitable[Value]) -> Value:
    """Awaits the work. At the deadline it ends with the error that an abort gives."""
    left = deadline - asyncio.get_running_loop().time()
    try:
        return await asyncio.wait_for(work, max(0, left))
    except asyncio.TimeoutError:
        raise FetchError("AbortError", "This operation was aborted") from None
