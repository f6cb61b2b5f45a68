"""Hostile input: the responses to malformed frames and messages, over every transport."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, List, Tuple
from urllib.parse import unquote_to_bytes

import pytest

from harness.paths import TESTS
from harness.processes import Processes, Serving
from harness.wire import Connection, framed, request

KINDS = {-32700: "parseError", -32600: "invalidRequest", -32601: "methodNotFound"}
LIMIT = 1 << 17
TRANSPORTS = ["stdio", "unix", "tcp"]


@pytest.fixture(scope="module")
def sockets(module_processes: Processes) -> Iterator[Serving]:
    """One server for all tests over sockets. No test may affect the next one."""
    folder = module_processes.folder
    server = module_processes.serve(
        *["--socket", str(folder / "socket"), "--listen", "127.0.0.1:0"],
        *["--client-secret-file", str(folder / "secret"), "--max-message-bytes", str(LIMIT)],
    )
    yield server
    assert server.process.poll() is None, "it did not survive"
    assert server.log == ""


@pytest.fixture
def connect(
    request: pytest.FixtureRequest, processes: Processes, module_processes: Processes
) -> Any:
    """Opens and authenticates a connection of the given kind and framing."""
    opened: List[Any] = []

    def connect(kind: str, framing: str) -> Connection:
        if kind == "stdio":
            server = processes.popen("serve", "--sandbox", "--max-message-bytes", str(LIMIT))
            return server.stdio(framing)
        connection = request.getfixturevalue("sockets").connect(kind, framing)
        opened.append(connection)
        if kind == "tcp":
            secret = (module_processes.folder / "secret").read_text().strip()
            assert connection.result("session.authenticate", {"secret": secret}) == {}
        return connection

    yield connect
    for connection in opened:
        connection.close()


def check_error(answer: Any, code: int, id: Any = None) -> None:
    """Asserts that `answer` is this error with all its members."""
    assert list(answer) == ["jsonrpc", "id", "error"], answer
    assert answer["jsonrpc"] == "2.0" and answer["id"] == id, answer
    error = answer["error"]
    assert error["code"] == code, answer
    assert error["data"]["kind"] == KINDS[code] and error["data"]["retryable"] is False
    assert error["message"].endswith(".") and "\n" not in error["message"]


Expected = List[Tuple[Any, int]]


@dataclass
class Case:
    """Bytes to send, the expected errors (id and code), and whether the connection then ends."""

    name: str
    sent: bytes
    expected: Expected
    closes: bool = False


def head(text: bytes, body: bytes = b"hello") -> bytes:
    return text + b"\r\n" + body


PARSE: Expected = [(None, -32700)]
INVALID: Expected = [(None, -32600)]
GOOD = framed(request("no.such.method", id="good"), "headers")

HEADERS = [
    *[
        Case(f"Content-Length {value!r}", head(b"Content-Length: " + value + b"\r\n"), PARSE, True)
        for value in [
            *[b"", b" ", b"-5", b"+5", b"0x5", b"5 5", b"5,5", b"5.0", b"5e0", b"five", b"5\0"],
            *[b"99999999999999999999", b"9" * 400, b"\xd9\xa5", b"5;q=1", b"\x0b5", b"0b101"],
        ]
    ],
    Case("no length", head(b"Content-Type: text/plain\r\n"), PARSE, True),
    Case("no header at all", b"\r\n\r\nhello", PARSE, True),
    Case("two lengths", head(b"Content-Length: 5\r\nContent-Length: 5\r\n"), PARSE, True),
    Case("two in two cases", head(b"Content-Length: 5\r\ncontent-length: 6\r\n"), PARSE, True),
    Case("a noise line", b"Picked up JAVA_TOOL_OPTIONS\r\n" + GOOD, PARSE, True),
    Case("a line without CR", b"Content-Length: 5\n\nhello", PARSE, True),
    Case("a CR inside of a line", head(b"Content-\rLength: 5\r\n"), PARSE, True),
    Case("a space before the colon", head(b"Content-Length : 5\r\n"), PARSE, True),
    Case("a folded line", head(b"X-A: b\r\n c\r\nContent-Length: 5\r\n"), PARSE, True),
    Case("an empty name", head(b": 5\r\nContent-Length: 5\r\n"), PARSE, True),
    Case("NUL in a name", head(b"Content\0Length: 5\r\n"), PARSE, True),
    Case("a name that is not ASCII", head("Länge: 5\r\n".encode()), PARSE, True),
    Case("a block of more than 4 KiB", b"X-A: " + b"b" * 4096, PARSE, True),
    Case("many lines of more than 4 KiB", b"X-A: b\r\n" * 600, PARSE, True),
    Case("one byte too long", b"Content-Length: %d\r\n\r\n" % (LIMIT + 1), INVALID, True),
    Case("a length of gigabytes", b"Content-Length: 17000000000\r\n\r\n", INVALID, True),
    Case("an empty body", head(b"Content-Length: 0\r\n", b""), PARSE),
    Case("leading zeros", head(b"Content-Length: 0005\r\n", b"hello"), PARSE),
    Case("a lower-case name", head(b"content-length:5\r\n"), PARSE),
    Case("an upper-case name", head(b"CONTENT-LENGTH:\t5 \r\n"), PARSE),
    Case("other headers", head(b"X-A: b: c\r\nX-B:\r\nContent-Length: 5\r\n"), PARSE),
]

BODIES = [
    Case("a word", b"hello", PARSE),
    Case("half a request", b'{"jsonrpc":"2.0","id":1,', PARSE),
    Case("two requests", b'{"jsonrpc":"2.0","id":1}{"jsonrpc":"2.0","id":2}', PARSE),
    Case("NUL", b"\0", PARSE),
    Case("a request and NUL", b'{"jsonrpc":"2.0","id":1,"method":"shutdown"}\0', PARSE),
    Case("a byte order mark", b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1}', PARSE),
    Case("UTF-16", '{"id":1}'.encode("utf-16-le"), PARSE),
    Case("UTF-8 that is none", b'{"jsonrpc":"2.0","id":"\xff","method":"x"}', PARSE),
    Case("a surrogate in UTF-8", b'{"jsonrpc":"2.0","id":"\xed\xa0\x80","method":"x"}', PARSE),
    Case("a comment", b'{"jsonrpc":"2.0"/**/}', PARSE),
    Case("100,000 brackets", b"[" * 100_000, PARSE),
    Case("129 levels", b"[" * 129 + b"]" * 129, PARSE),
    Case("129 levels in params", b'{"params":' + b"[" * 128 + b"]" * 128 + b"}", PARSE),
    Case("128 levels in params", b'{"params":' + b"[" * 127 + b"]" * 127 + b"}", INVALID),
    Case("a number", b"1", INVALID),
    Case("a string", b'"shutdown"', INVALID),
    Case("null", b"null", INVALID),
    Case("an empty object", b"{}", INVALID),
    Case("an empty batch", b"[]", INVALID),
    Case("101 members", b"[" + b",".join([b"1"] * 101) + b"]", INVALID),
    Case("no version", b'{"id":7,"method":"x"}', [(7, -32600)]),
    Case("another version", b'{"jsonrpc":"1.0","id":7,"method":"x"}', [(7, -32600)]),
    Case("a version that is a number", b'{"jsonrpc":2.0,"id":7,"method":"x"}', [(7, -32600)]),
    Case("a method that is a number", b'{"jsonrpc":"2.0","id":7,"method":1}', [(7, -32600)]),
    Case("no method", b'{"jsonrpc":"2.0","id":7}', [(7, -32600)]),
    Case("params of text", b'{"jsonrpc":"2.0","id":7,"method":"x","params":"y"}', [(7, -32600)]),
    Case("an id of true", b'{"jsonrpc":"2.0","id":true,"method":"x"}', INVALID),
    Case("an id that is an array", b'{"jsonrpc":"2.0","id":[1],"method":"x"}', INVALID),
    Case("the last of equal names", b'{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}', [(2, -32601)]),
    Case("equal once decoded", b'{"jsonrpc":"2.0","id":1,"\\u0069d":3,"method":"x"}', [(3, -32601)]),
    Case("the last method", b'{"jsonrpc":"2.0","id":1,"method":"shutdown","method":"x"}', [(1, -32601)]),
    Case("the last version", b'{"jsonrpc":"2.0","jsonrpc":"1","id":1,"method":"x"}', [(1, -32600)]),
]  # fmt: skip

LINES = [
    Case("noise between messages", b"starting up...\n[INFO] ready\n", PARSE * 2),
    Case("a CR alone", b"x\ry\n", PARSE),
    Case("headers among lines", b"Content-Length: 5\r\n", PARSE),
    Case("one byte too long", b" " * (LIMIT + 1) + b"\n", INVALID, True),
    Case("a line without end", b"[" + b"1" * (LIMIT + 1), INVALID, True),
]

FIRST = [
    Case("a byte order mark", b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"x"}\n', PARSE, True),
    Case("a TLS hello", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", PARSE, True),
    Case("UTF-16", b"\xff\xfe{\0}\0", PARSE, True),
    Case("NUL", b"\0\0\0\0", PARSE, True),
    Case("XML", b"<methodCall/>\n", PARSE, True),
    Case("an HTTP request", b"GET / HTTP/1.1\r\n\r\n", [], True),
    Case("an HTTP request after blank lines", b"\r\n \r\nPOST / HTTP/1.1\r\n\r\n", [], True),
]


def names(cases: List[Case]) -> List[str]:
    return [case.name for case in cases]


def check(connection: Connection, case: Case, pieces: bool = False) -> None:
    """Sends the case's bytes, followed by a valid request."""
    for part in [bytes([byte]) for byte in case.sent] if pieces else [case.sent]:
        try:
            connection.send_bytes(part)
        except (BrokenPipeError, ConnectionResetError):
            break  # It has been closed already; the answers say why.
    for id, code in case.expected:
        check_error(connection.receive(), code, id)
    if case.closes:
        assert connection.receive() is None
    else:
        assert "result" in connection.call("cache.stats")


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("case", HEADERS, ids=names(HEADERS))
def test_invalid_header_blocks_get_their_errors(case: Case, transport: str, connect: Any) -> None:
    connection = connect(transport, "headers")
    assert "result" in connection.call("cache.stats")
    check(connection, case)


def test_header_blocks_on_stdio_get_their_errors(connect: Any) -> None:
    connection = connect("stdio", "headers")
    assert "result" in connection.call("cache.stats")
    # Those that the server survives, and one that it does not.
    ends = next(case for case in HEADERS if case.closes)
    for case in [*(case for case in HEADERS if not case.closes), ends]:
        check(connection, case)


@pytest.mark.parametrize("framing", ["headers", "lines"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_invalid_messages_in_a_row_get_their_errors(
    transport: str, framing: str, connect: Any
) -> None:
    connection = connect(transport, framing)
    assert "result" in connection.call("cache.stats")
    for case in BODIES:
        head = b"Content-Length: %d\r\n\r\n" % len(case.sent) if framing == "headers" else b""
        tail = b"\n" if framing == "lines" else b""
        check(connection, Case(case.name, head + case.sent + tail, case.expected))


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("case", LINES, ids=names(LINES))
def test_invalid_lines_get_their_errors(case: Case, transport: str, connect: Any) -> None:
    connection = connect(transport, "lines")
    assert "result" in connection.call("cache.stats")
    check(connection, case)


@pytest.mark.parametrize("transport", ["stdio", "unix"])
@pytest.mark.parametrize("case", FIRST, ids=names(FIRST))
def test_invalid_first_bytes_get_their_errors(case: Case, transport: str, connect: Any) -> None:
    check(connect(transport, "lines"), case)


def test_bytes_that_arrive_one_at_a_time_get_the_same_errors(connect: Any) -> None:
    for case in HEADERS + LINES:
        if len(case.sent) > 1000:
            continue
        framing = "headers" if case in HEADERS else "lines"
        connection = connect("unix", framing)
        assert "result" in connection.call("cache.stats")
        check(connection, case, pieces=True)
    for case in FIRST:
        check(connect("unix", "lines"), case, pieces=True)


def corpus(name: str) -> List[Tuple[bytes, bool]]:
    """The texts of one file, each with whether the server accepts it as JSON."""
    lines = (TESTS / "JSONCorpus" / f"{name}.txt").read_text().splitlines()
    found = []
    for line in lines:
        if line.startswith("|"):
            text, _, value = line[1:].partition("\t")
            found.append((unquote_to_bytes(text), name != "refused" and value != "-"))
    return found


@pytest.mark.parametrize("framing", ["headers", "lines"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_server_agrees_with_the_json_corpus(transport: str, framing: str, connect: Any) -> None:
    connection = connect(transport, framing)
    assert "result" in connection.call("cache.stats")
    played = 0
    for name in ("accepted", "refused", "either"):
        for text, is_json in corpus(name):
            # With line framing, a line feed would split the text, and a blank line is no message.
            if framing == "lines" and (b"\n" in text or not text.strip(b" \t\r")):
                continue
            connection.send_bytes(frame(text, framing))
            answer = connection.receive()
            codes = {a["error"]["code"] for a in (answer if isinstance(answer, list) else [answer])}
            assert codes == {-32600 if is_json else -32700}, text
            assert "result" in connection.call("cache.stats"), text
            played += 1
    assert played > 450


@pytest.mark.parametrize("framing", ["headers", "lines"])
def test_every_string_and_number_of_the_corpus_is_echoed_as_an_id(
    framing: str, connect: Any
) -> None:
    connection = connect("unix", framing)
    texts = [text for text, _ in corpus("accepted")]
    for text in [*texts, b"9007199254740993", b"1" * 400, b'"\\uD800"']:
        id = text.strip()
        if id[:1] not in b'"-0123456789' or b"\n" in id:
            continue
        message = b'{"jsonrpc":"2.0","method":"no.such.method","id":%s}' % id
        connection.send_bytes(frame(message, framing))
        body = connection._line() if framing == "lines" else connection._body()
        assert body is not None and body.startswith(b'{"jsonrpc":"2.0","id":%s,' % id), body


def frame(body: bytes, framing: str) -> bytes:
    head = b"Content-Length: %d\r\n\r\n" % len(body)
    return head + body if framing == "headers" else body + b"\n"


@pytest.mark.parametrize("framing", ["headers", "lines"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_message_at_the_limit_is_answered_and_one_byte_more_is_refused(
    transport: str, framing: str, connect: Any
) -> None:
    connection = connect(transport, framing)
    text = json.dumps(request("cache.stats"))
    connection.send(text + " " * (LIMIT - len(text)))
    assert "result" in connection.receive_answer()
    try:
        connection.send(text + " " * (LIMIT + 1 - len(text)))
    except (BrokenPipeError, ConnectionResetError):
        pass
    check_error(connection.receive(), -32600)
    assert connection.receive() is None


def test_a_message_of_16_mib_is_read_and_one_byte_more_is_refused(
    processes: Processes, tmp_path: Path
) -> None:
    server = processes.serve("--socket", str(tmp_path / "socket"))
    room = (16 << 20) - len(json.dumps(request("user.summary", {"login": ""})))
    with server.connect("unix", "lines") as connection:
        # The whole message is read; its params are invalid.
        connection.send(request("user.summary", {"login": "x" * room}))
        assert connection.receive_answer()["error"]["data"]["errors"][0]["path"] == "/login"
        try:
            connection.send(request("user.summary", {"login": "x" * (room + 1)}))
        except (BrokenPipeError, ConnectionResetError):
            pass
        check_error(connection.receive(), -32600)
        assert connection.receive() is None
    assert server.facts.peak < 256 << 10


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_many_messages_in_one_write_are_all_answered(transport: str, connect: Any) -> None:
    connection = connect(transport, "headers")
    requests = [request(f"no.such.method.{n}", id=n) for n in range(500)]
    connection.send(*requests)
    assert {answer["id"] for answer in connection.receive_answers(500)} == set(range(500))


@pytest.mark.parametrize("framing", ["headers", "lines"])
def test_characters_that_are_split_between_reads_stay_whole(framing: str, connect: Any) -> None:
    id = "ü€😀\u2028"
    message = json.dumps(request("no.such.method", id=id), ensure_ascii=False)
    for cut in range(1, len(framed(message, framing))):
        connection = connect("unix", framing)
        data = framed(message, framing)
        connection.send_bytes(data[:cut])
        connection.send_bytes(data[cut:])
        assert connection.receive_answer()["id"] == id
        connection.close()
