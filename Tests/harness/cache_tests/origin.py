"""The origin behind the proxy, as the suite's `test-engine/server` on `node`."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union
from urllib.parse import urlsplit

from .fields import NO_BODY, fix_up, http_date, parse_int
from .http import Fields, Head, Malformed, read_body, read_head
from .suite import Config
from .trace import Trace

#: Field values by names in lower case, with the name as it is sent, in the order of sending.
Sent = Dict[str, Tuple[str, Union[str, List[str]]]]

#: Fields of which `node` takes the first and ignores others.
SINGLE = set(
    """
    age authorization content-length content-type etag expires from host if-modified-since
    if-unmodified-since last-modified location max-forwards proxy-authorization referer retry-after
    server user-agent
    """.split()
)

#: Seconds after which `node` ends a connection without a request.
IDLE = 6.0

INTERIM = {102: "Processing", 103: "Early Hints"}


class Response(NamedTuple):
    status: int
    reason: str
    fields: Sent
    text: str


class Origin:
    """Serves on 127.0.0.1 inside a ``with`` block, in a thread of its own.

    The trace has the messages of the tests whose client asks for it.
    """

    def __init__(self, port: int = 0, trace: Optional[Trace] = None) -> None:
        self.port = port
        self._trace = trace or Trace()
        self._configs: Dict[str, List[Config]] = {}
        self._states: Dict[str, List[Dict[str, Any]]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Origin:
        self._thread.start()
        starting = asyncio.start_server(self._serve, "127.0.0.1", self.port, backlog=512)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        connections = asyncio.all_tasks() - {asyncio.current_task()}
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers the requests of a connection."""
        try:
            while True:
                head = await read_head(reader)
                if head is None:
                    break
                body = await read_body(reader, head, is_response=False)
                method, target, version = head.line.split(" ")
                keeps = not head.has_token("connection", "close")
                if version == "HTTP/1.0":
                    keeps = head.has_token("connection", "keep-alive")
                response = await self._answer(method, target, head, body, writer)
                if response is None:
                    writer.transport.abort()
                    break
                keeps = await send(writer, method, response, keeps)
                if "transfer-encoding" in response.fields:
                    # Only the end of the connection shows the end of the body.
                    await asyncio.sleep(IDLE)
                    break
                if not keeps:
                    break
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError, Malformed):
            pass
        finally:
            writer.close()

    async def _answer(
        self, method: str, target: str, head: Head, body: bytes, writer: asyncio.StreamWriter
    ) -> Optional[Response]:
        """The response to a request, or None if the origin disconnects."""
        _, kind, uuid, *_ = [*urlsplit(target).path.split("/"), "", ""]
        if kind == "config":
            return self._configure(method, uuid, body)
        if kind == "test" and uuid in self._configs:
            return await self._test(uuid, method, target, head, writer)
        if kind == "state" and uuid in self._states:
            text = json.dumps(self._states[uuid], separators=(",", ":"))
            return Response(200, "OK", {"content-type": ("Content-Type", "text/plain")}, text)
        return Response(404, "Not Found", {}, f"{target}\n")

    def _configure(self, method: str, uuid: str, body: bytes) -> Response:
        if method != "PUT":
            text = f"{method} request to config for {uuid}\n"
            return Response(405, "Method Not Allowed", {}, text)
        if uuid in self._configs:
            return Response(409, "Conflict", {}, f"Config already exists for {uuid}\n")
        self._configs[uuid] = json.loads(body)
        return Response(201, "Created", {}, "OK")

    async def _test(
        self, uuid: str, method: str, target: str, head: Head, writer: asyncio.StreamWriter
    ) -> Optional[Response]:
        configs = self._configs[uuid]
        # Not put back before the pause: another request meanwhile begins with the same state.
        state = self._states.get(uuid, [])
        asked = parse_int(head.get("req-num"))
        number = asked or len(state) + 1
        if not 1 <= number <= len(configs):
            return Response(409, "Conflict", {}, f"no config for request {number} of {uuid}\n")
        config = configs[number - 1]
        trace = self._trace if config.get("dump") else None
        if trace:
            trace.message(f"origin receives request {len(state) + 1}", head.line, head.fields)
        await asyncio.sleep(config.get("response_pause", 0))

        for status, *rest in config.get("interim_responses", []):
            line, fields = f"HTTP/1.1 {status} {INTERIM[status]}", rest[0] if rest else []
            if trace:
                trace.message("origin sends interim response", line, fields)
            writer.write(message(line, fields).encode("latin-1"))

        received = request_fields(head)
        previous = configs[number - 2] if number > 1 else {}
        status, reason = response_status(config, previous, received)
        sent, saved = response_fields(config, target, len(state) + 1, asked)
        state.append({
            "request_num": asked, "request_method": method, "request_headers": received,
            "response_headers": [[name, value] for name, value in saved.items()],
        })  # fmt: skip
        numbers = [each["request_num"] for each in state]
        text = " ".join("NaN" if each is None else str(each) for each in numbers)
        sent["request-numbers"] = ("Request-Numbers", text)
        self._states[uuid] = state
        if config.get("disconnect"):
            if trace:
                trace.message("origin disconnects")
            return None
        if trace:
            line = f"HTTP/1.1 {status} {reason}"
            trace.message(f"origin sends response {len(state)}", line, lines(sent))
        return Response(status, reason, sent, config.get("response_body") or uuid)


async def send(
    writer: asyncio.StreamWriter, method: str, response: Response, keeps: bool
) -> bool:
    """Sends a response with the fields that `node` adds. Returns whether the connection is kept."""
    sent = dict(response.fields)
    has_body = method != "HEAD" and response.status not in NO_BODY
    sent.setdefault("date", ("Date", http_date(int(time.time() * 1000), 0)))
    if "connection" in sent:
        keeps = keeps and not re.search(r"(?:^|\W)close(?:$|\W)", str(sent["connection"][1]))
    else:
        sent["connection"] = ("Connection", "keep-alive" if keeps else "close")
        if keeps:
            sent.setdefault("keep-alive", ("Keep-Alive", "timeout=5"))
    body = response.text if has_body else ""
    if has_body and not {"content-length", "transfer-encoding"} & sent.keys():
        sent["content-length"] = ("Content-Length", str(len(body.encode())))
    head = message(f"HTTP/1.1 {response.status} {response.reason}", lines(sent))
    # `node` writes head and body as one text, which is then all UTF-8.
    writer.write((head + body).encode("utf-8" if body else "latin-1"))
    await writer.drain()
    return keeps


def message(line: str, fields: Fields) -> str:
    text = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return f"{line}\r\n{text}\r\n"


def lines(sent: Sent) -> Fields:
    """A line for each value."""
    return [
        (name, each)
        for name, value in sent.values()
        for each in (value if isinstance(value, list) else [value])
    ]


def request_fields(head: Head) -> Dict[str, str]:
    """The fields of a request as `node` joins them."""
    joined: Dict[str, str] = {}
    for name, value in head.fields:
        name = name.lower()
        if name not in joined:
            joined[name] = value
        elif name not in SINGLE:
            joined[name] += ("; " if name == "cookie" else ", ") + value
    return joined


def response_status(
    config: Config, previous: Config, received: Dict[str, str]
) -> Tuple[int, str]:
    """The configured status, or 304 if that is expected. 999 means that it could not be sent."""
    if not config.get("expected_type", "").endswith("validated"):
        status, reason = config.get("response_status", (200, "OK"))
        return status, reason
    conditions = {"last-modified": "if-modified-since", "etag": "if-none-match"}
    for field, condition in conditions.items():
        value = None
        for name, each, *_ in previous.get("response_headers", []):
            value = each if name.lower() == field else value
        if value and received.get(condition) == value:
            return 304, "Not Modified"
    return 999, "304 Not Generated"


def response_fields(
    config: Config, target: str, count: int, asked: Optional[int]
) -> Tuple[Sent, Dict[str, Union[str, List[str]]]]:
    """The fields of a response, and those that the client must receive."""
    sent: Sent = {
        "server-base-url": ("Server-Base-Url", target),
        "server-request-count": ("Server-Request-Count", str(count)),
        "client-request-count": ("Client-Request-Count", "NaN" if asked is None else str(asked)),
        "server-now": ("Server-Now", str(int(time.time() * 1000))),
    }
    context = {name: str(value) for name, (_, value) in sent.items()}
    saved: Dict[str, Union[str, List[str]]] = {}
    for field in config.get("response_headers", []):
        name, value, *checked = fix_up(field, context, config)
        key = name.lower()
        if key in sent:
            before = sent[key][1]
            value = [*(before if isinstance(before, list) else [before]), value]
        sent[key] = (name, value)
        if not checked or checked[0] is True:
            saved[name] = value
    sent.setdefault("content-type", ("Content-Type", "text/plain"))
    return sent, saved
