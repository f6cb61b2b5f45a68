"""What passes through `gitxplorer proxy`: methods, targets, fields, bodies, in both directions."""

from __future__ import annotations

import gzip
import itertools
import json
import select
import threading
from typing import Iterator, List, Tuple

import pytest

from harness.fake_upstream import Answer, Exchange, FakeUpstream, pieces, then_close, then_wait
from harness.http_bytes import Client, CutShort, Message, chunk, framed, lines, response
from harness.processes import Processes
from harness.proxy import Proxy, start_proxy
from harness.waiting import until

MIB = 1 << 20
EVERY_BYTE = bytes(range(256)) * 5
JSON = "Content-Type: application/json; charset=utf-8"
NO_STORE = "Cache-Control: no-store"
CHUNKED = "Transfer-Encoding: chunked"
#: Fields that a proxy adds to a response (RFC 9110, RFC 9111, RFC 9211).
ADDED = {"via", "age", "cache-status", "date"}
BOTH = pytest.mark.parametrize("over", ["tcp", "unix"])
NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def upstream() -> Iterator[FakeUpstream]:
    with FakeUpstream() as upstream:
        yield upstream


@pytest.fixture(scope="module")
def proxy(module_processes: Processes, upstream: FakeUpstream) -> Proxy:
    """A proxy whose time limit ends no transfer that a test wants to see ended otherwise."""
    return start_proxy(module_processes, upstream.url, "--upstream-timeout", "1000")


@pytest.fixture(scope="module")
def hasty(module_processes: Processes, upstream: FakeUpstream) -> Proxy:
    """A proxy that waits two seconds for the upstream."""
    return start_proxy(module_processes, upstream.url, "--upstream-timeout", "2")


@pytest.fixture
def over() -> str:
    """Where a test that does not say it connects."""
    return "unix"


@pytest.fixture
def client(proxy: Proxy, over: str) -> Iterator[Client]:
    with client_of(proxy, over) as client:
        yield client


@pytest.fixture
def path() -> str:
    """A path that no other test asks for."""
    return f"/p{next(NUMBERS)}"


def client_of(proxy: Proxy, over: str) -> Client:
    return (proxy if over == "tcp" else proxy.unix).connect()


def passed(message: Message) -> List[Tuple[str, str]]:
    """The fields of a response without those that the proxy adds, with names in lower case."""
    return [(name.lower(), value) for name, value in message.fields if name.lower() not in ADDED]


def check_alive(client: Client, upstream: FakeUpstream) -> None:
    """Whether the connection is still good for a request."""
    path = upstream.on(f"/alive{next(NUMBERS)}", response(b"alive"))
    assert client.get(path).body == b"alive"


# Methods and targets.

METHODS = [
    *["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    *["PROPFIND", "M-SEARCH", "FOO", "get", "QUERY", "!#$%&'*+-.^_`|~9"],
]
EXPECTS_BODY = ("POST", "PUT", "PATCH")


@BOTH
@pytest.mark.parametrize("method", METHODS)
def test_every_method_passes_with_its_body(
    method: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(EVERY_BYTE, "X-Answer: 1"))
    for body in (b"", EVERY_BYTE):
        answer = client.ask(method, path, body=body)
        assert (answer.status, answer.body, answer.get("x-answer")) == (200, EVERY_BYTE, "1")
    bare, full = upstream.asked(path)
    assert bare.line == full.line == f"{method} {path} HTTP/1.1"
    assert (bare.body, full.body) == (b"", EVERY_BYTE)
    # RFC 9110, section 8.6: it should be sent with methods that expect a body.
    assert bare.get("content-length") in ((None, "0") if method in EXPECTS_BODY else (None,))


@BOTH
def test_a_head_request_passes_as_one(client: Client, upstream: FakeUpstream, path: str) -> None:
    fields = ("Content-Length: 12345", 'ETag: "x"', NO_STORE)
    upstream.on(path, lines("HTTP/1.1 200 OK", *fields, ""))
    answer = client.ask("HEAD", path)
    assert (answer.get("content-length"), answer.get("etag")) == ("12345", '"x"')
    assert upstream.asked(path)[0].line == f"HEAD {path} HTTP/1.1"
    check_alive(client, upstream)


@BOTH
def test_a_response_to_head_that_would_be_chunked_has_no_body(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, lines("HTTP/1.1 200 OK", CHUNKED, NO_STORE, ""))
    assert client.ask("HEAD", path).status == 200
    check_alive(client, upstream)


TARGETS = [
    "/?", "/t?", "/t?a=b+c%20d&e=%2F%2f", "/t?a?b", "/t?a=/../b", "/a%2Fb", "/a%2fb", "/a//b",
    "//a/b", "/a/", "/%e4%F6", "/a;b=c,d", "/repos/o/r/contents/x%20y.md?ref=a%2Fb", "/a:b@c",
    "/!$&'()*+,;=", "/%7Ea/~a", "/...", "/.a/..b", "/t?q=user:x+is:open&sort=", "/t?&&=",
    "/t?a=%00%0d%0a", "/" + "x" * 4000, "/t?" + "y" * 7000,
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target[:40])
def test_a_target_passes_byte_for_byte(
    target: str, client: Client, upstream: FakeUpstream
) -> None:
    before = len(upstream.targets)
    client.ask("POST", target)
    assert upstream.targets[before:] == [target]


@BOTH
@pytest.mark.parametrize("target", ["/a{?since}", "/a|b", "/a\"b", "/a<b>", "/a\\b", "/a\xe4"])
def test_a_target_that_is_no_uri_is_refused_or_passes_as_it_is(
    target: str, client: Client, upstream: FakeUpstream
) -> None:
    before = len(upstream.targets)
    status = client.ask("POST", target).status
    assert (status, upstream.targets[before:]) in ((400, []), (404, [target]))


@BOTH
def test_options_of_the_whole_server_passes_or_is_answered(
    client: Client, upstream: FakeUpstream
) -> None:
    before = len(upstream.targets)
    status = client.ask("OPTIONS", "*").status
    asked = upstream.targets[before:]
    assert asked in ([], ["*"]) and (status in (200, 204, 400, 404, 405, 501) or asked)


@BOTH
def test_max_forwards_of_options_is_counted(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    """RFC 9110, section 7.6.2."""
    upstream.on(path, response(b""))
    assert client.ask("OPTIONS", path, "Max-Forwards: 0").status in (200, 204)
    assert upstream.asked(path) == []
    client.ask("OPTIONS", path, "Max-Forwards: 3")
    client.get(path, "Max-Forwards: 3")
    assert [each.get("max-forwards") for each in upstream.asked(path)] == ["2", "3"]


# Fields.


@BOTH
def test_fields_of_a_request_pass_as_they_are(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    fields = [
        "User-Agent: me/1 (x; y)", "X-One: 1", "x-one: 2", "X-Two: a, b ,c", "X-ONE: 3",
        "X-Empty:", "X-UTF-8: \u00c3\u00a4", "X-Inner:  a  b c  ",
        "Cookie: a=b; c=d", "Cookie: e=f", "Accept: a/b",
        "X-GitHub-Api-Version: 2022-11-28", "X-GitHub-OTP: 123", "Referer: https://x.example/",
        "Prefer: wait=1", "If-Match: \"a\"", "Max-Forwards: 3", "Forwarded: for=1.2.3.4",
        "X-Forwarded-For: 1.2.3.4", "!#$%&'*+-.^_`|~9: odd",
        # It is taken out and added at the end.
        "Authorization: token ghp_x", "Via: 1.0 before",
    ]  # fmt: skip
    client.ask("POST", path, *fields)
    received = [
        (name.lower(), value)
        for name, value in upstream.asked(path)[0].fields
        if name.lower() not in ("host", "content-length")
    ]
    sent = [(name.lower(), value.strip()) for name, _, value in (f.partition(":") for f in fields)]
    # A list of one field may be sent as two.
    assert [each for each in received if each[0] != "via"] == sent[:-1]
    via = ", ".join(value for name, value in received if name == "via")
    assert via.startswith("1.0 before, 1.1 ")


@BOTH
def test_nothing_is_added_to_a_request_but_via(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    client.ask("POST", path, body=b"x")
    request = upstream.asked(path)[0]
    assert sorted(request.names) == ["content-length", "host", "via"]
    assert request.get("host") == upstream.authority


@BOTH
def test_every_accept_passes(client: Client, upstream: FakeUpstream) -> None:
    kinds = [
        "application/vnd.github+json", "application/vnd.github.raw", "text/html", "*/*", "",
        "application/vnd.github.star+json", "application/vnd.github.v3.diff",
        "application/octet-stream", "application/vnd.github.mercy-preview+json, image/*;q=0.1",
    ]  # fmt: skip
    for number, kind in enumerate(kinds):
        path = f"/accept{next(NUMBERS)}"
        upstream.on(path, response(b"x", f"Content-Type: {kind or 'a/b'}"))
        answer = client.get(path, f"Accept: {kind}")
        assert upstream.asked(path)[0].all("accept") == [kind]
        assert answer.get("content-type") == kind or not kind


@BOTH
def test_fields_of_a_response_pass_as_they_are(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    fields = [
        "Server: GitHub.com", "X-One: 1", "x-one: 2", "X-Two: a, b ,c", "X-ONE: 3", "X-Empty:",
        "X-UTF-8: \u00c3\u00a4", "X-Inner: a  b\tc", "Set-Cookie: a=b; Path=/",
        "Set-Cookie: c=d", "Vary: Accept", "Vary: X-Requested-With", 'ETag: W/"x"', NO_STORE,
        "X-RateLimit-Remaining: 59", "X-GitHub-Request-Id: A:B", "Content-Type: a/b",
        "!#$%&'*+-.^_`|~9: odd", "WWW-Authenticate: Basic realm=\"a, b\"", "Refresh: 1",
        "Strict-Transport-Security: max-age=1", "Content-Security-Policy: default-src 'none'",
    ]  # fmt: skip
    upstream.on(path, response(b"body", *fields))
    answer = client.get(path)
    sent = [(name.lower(), value.strip()) for name, _, value in (f.partition(":") for f in fields)]
    assert [each for each in passed(answer) if each[0] != "content-length"] == sent
    assert answer.body == b"body" and answer.get("content-length") == "4"


@BOTH
def test_the_hop_of_the_proxy_is_in_via(client: Client, upstream: FakeUpstream, path: str) -> None:
    upstream.on(path, response(b"", NO_STORE, "Via: 1.1 varnish"))
    via = ", ".join(client.get(path).all("via"))
    assert via.startswith("1.1 varnish, 1.1 ")


def test_a_date_is_added_only_where_there_is_none(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    date = "Sun, 06 Nov 1994 08:49:37 GMT"
    upstream.on(path, response(b"", f"Date: {date}", NO_STORE), response(b"", NO_STORE))
    assert client.get(path).all("date") == [date]
    assert len(client.get(path).all("date")) == 1


# Statuses.


@BOTH
@pytest.mark.parametrize(
    "status", [200, 201, 202, 203, 226, 299, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404]
    + [407, 409, 410, 418, 422, 451, 499, 500, 501, 502, 503, 504, 511, 599],
)  # fmt: skip
def test_every_status_passes_with_its_body(
    status: int, client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"why", "X-Why: 1", NO_STORE, status=f"{status} Some Reason"))
    for method in ("GET", "POST"):
        answer = client.ask(method, path)
        assert (answer.status, answer.body, answer.get("x-why")) == (status, b"why", "1")
    # Neither is asked for again by the proxy itself.
    assert len(upstream.asked(path)) == 2


@BOTH
@pytest.mark.parametrize(
    "head",
    [
        ["HTTP/1.1 204 No Content"],
        ["HTTP/1.1 205 Reset Content", "Content-Length: 0"],
        ["HTTP/1.1 200 OK", "Content-Length: 0"],
        ["HTTP/1.1 304 Not Modified", 'ETag: "x"'],
        ["HTTP/1.1 304 Not Modified", 'ETag: "x"', "Content-Length: 500"],
    ],
)
def test_a_response_without_a_body_ends_with_its_head(
    head: List[str], client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, lines(*head, NO_STORE, ""))
    status = int(head[0][9:12])
    for method in ("GET", "PUT", "DELETE"):
        fields = ['If-None-Match: "x"'] if status == 304 else []
        answer = client.ask(method, path, *fields)
        assert (answer.status, answer.body) == (status, b"")
        if status == 204:
            assert not {"content-length", "transfer-encoding"} & set(answer.names)
    check_alive(client, upstream)


@BOTH
def test_interim_responses_pass_before_the_final_one(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    hints = lines("HTTP/1.1 103 Early Hints", "Link: </s.css>; rel=preload", "X-A: 1", "X-A: 2", "")
    processing = lines("HTTP/1.1 102 Processing", "")
    upstream.on(path, pieces(b"", hints, processing + hints, response(b"end", NO_STORE), go=go))
    client.send(client.request("GET", path))
    go.release()
    # It comes when the upstream sends it, not with the final response.
    first = client.head()
    assert first is not None and first.status == 103
    assert [each for each in passed(first) if each[0] == "x-a"] == [("x-a", "1"), ("x-a", "2")]
    assert first.get("link") == "</s.css>; rel=preload"
    go.release(2)
    answer = client.response()
    assert [each.status for each in answer.interim] == [102, 103]
    assert (answer.status, answer.body) == (200, b"end")


@BOTH
def test_an_http_1_0_client_gets_no_interim_responses(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    hints = lines("HTTP/1.1 103 Early Hints", "Link: </s.css>; rel=preload", "")
    upstream.on(path, hints + response(b"end", NO_STORE))
    client.send(lines(f"GET {path} HTTP/1.0", f"Host: {client.host}", ""))
    assert client.response().interim == []


# Parts of a body.


@BOTH
def test_a_part_of_a_body_passes_and_does_not_become_the_whole(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    part = framed(
        "HTTP/1.1 206 Partial Content",
        ("Content-Range: bytes 2-5/10", 'ETag: "x"', "Cache-Control: max-age=60", JSON),
        b"2345",
    )
    upstream.on(path, part, part, response(b"0123456789", 'ETag: "x"', "Cache-Control: max-age=60"))
    for fields in (["Range: bytes=2-5"], ["Range: bytes=2-5", 'If-Range: "x"']):
        answer = client.get(path, *fields)
        assert (answer.status, answer.body) == (206, b"2345")
        assert answer.get("content-range") == "bytes 2-5/10"
    assert client.get(path).body == b"0123456789"
    plain, conditional, _ = upstream.asked(path)
    assert plain.all("range") == conditional.all("range") == ["bytes=2-5"]
    assert conditional.all("if-range") == ['"x"']


@BOTH
def test_several_parts_and_a_range_that_cannot_be_pass(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    kind = "Content-Type: multipart/byteranges; boundary=B"
    parts = b"--B\r\nContent-Range: bytes 0-0/9\r\n\r\n0\r\n--B--\r\n"
    upstream.on(
        path,
        response(parts, kind, status="206 Partial Content"),
        response(b"", "Content-Range: bytes */9", status="416 Range Not Satisfiable"),
    )
    answer = client.get(path, "Range: bytes=0-0,2-2")
    assert (answer.status, answer.body) == (206, parts)
    answer = client.get(path, "Range: bytes=99-")
    assert (answer.status, answer.get("content-range")) == (416, "bytes */9")


# Codings of bodies.


def packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def test_compressed_json_stays_compressed_on_the_unix_socket(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    body = packed(b'{"url":"%s/x"}' % upstream.url.encode())
    upstream.on(path, response(body, JSON, "Content-Encoding: gzip", 'ETag: W/"x"'))
    answer = client.get(path, "Accept-Encoding: gzip")
    assert (answer.body, answer.get("content-encoding")) == (body, "gzip")
    assert answer.get("content-length") == str(len(body))
    assert upstream.asked(path)[0].all("accept-encoding") == ["gzip"]


@BOTH
@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "deflate", "unknown"])
def test_coded_bodies_that_are_not_json_pass_as_they_are(
    coding: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    body = packed(b"text of " + upstream.url.encode())
    upstream.on(path, response(body, "Content-Type: text/plain", f"Content-Encoding: {coding}"))
    answer = client.get(path, f"Accept-Encoding: {coding}")
    assert (answer.body, answer.get("content-encoding")) == (body, coding)
    assert answer.get("content-length") == str(len(body))


@BOTH
def test_a_body_is_not_compressed_for_a_client_that_did_not_ask(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"{}", JSON))
    assert client.get(path).get("content-encoding") is None
    assert upstream.asked(path)[0].get("accept-encoding") in (None, "identity")


# Bodies of requests.


@BOTH
def test_a_length_stays_a_length_and_chunks_stay_chunks(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", status="201 Created"))
    client.ask("POST", path, "Content-Length: 0")
    client.ask("POST", path, body=EVERY_BYTE)
    for data in ([b"a", EVERY_BYTE, b"c"], []):
        client.ask("POST", path, CHUNKED, body=b"".join(map(chunk, [*data, b""])))
    empty, whole, chunked, nothing = upstream.asked(path)
    assert (empty.get("content-length"), empty.body) == ("0", b"")
    assert (whole.get("content-length"), whole.body) == (str(len(EVERY_BYTE)), EVERY_BYTE)
    assert (chunked.get("transfer-encoding"), chunked.body) == ("chunked", b"a" + EVERY_BYTE + b"c")
    assert nothing.body == b""


@BOTH
def test_extensions_of_chunks_do_not_change_a_body(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b""))
    body = b'1;a=b\r\nx\r\n0002;c="d;e"\r\nyz\r\n000;f\r\n\r\n'
    client.ask("POST", path, CHUNKED, body=body)
    assert upstream.asked(path)[0].body == b"xyz"
    check_alive(client, upstream)


@BOTH
def test_trailers_are_never_taken_for_fields(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    last = lines("0", "X-Sum: 1", "Authorization: token evil", "")
    upstream.on(path, lines("HTTP/1.1 200 OK", CHUNKED, "Trailer: X-Sum", "") + chunk(b"x") + last)
    answer = client.ask("POST", path, CHUNKED, "Trailer: X-Sum", body=chunk(b"y") + last)
    assert answer.body == b"x"
    request = upstream.asked(path)[0]
    assert request.body == b"y"
    for message in (request, answer):
        assert message.get("x-sum") is None and message.get("authorization") is None
        # They may be dropped (RFC 9110, section 6.5.1).
        assert message.trailers in ([], [("X-Sum", "1")])
    check_alive(client, upstream)


# Expect: 100-continue.

EXPECT = "Expect: 100-continue"


@BOTH
@pytest.mark.parametrize("framing", ["Content-Length: 3", CHUNKED])
def test_a_body_is_asked_for_when_the_upstream_asks_for_it(
    framing: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    ready = threading.Event()
    began = threading.Event()

    def answer(exchange: Exchange) -> None:
        began.set()
        ready.wait()
        exchange.send(lines("HTTP/1.1 100 Continue", ""))
        assert exchange.read() == b"xyz"
        exchange.send(response(b"done"))

    upstream.on(path, answer)
    client.send(client.request("PUT", path, EXPECT, framing))
    began.wait()
    assert upstream.asked(path)[0].all("expect") == ["100-continue"]
    client.socket.settimeout(0.2)
    with pytest.raises(TimeoutError):
        client.head()
    client.socket.settimeout(None)
    ready.set()
    interim = client.head()
    assert interim is not None and interim.status == 100
    client.send(b"xyz" if framing != CHUNKED else chunk(b"xyz") + chunk(b""))
    assert client.response().body == b"done"
    assert upstream.asked(path)[0].body == b"xyz"
    check_alive(client, upstream)


@BOTH
@pytest.mark.parametrize("status", ["417 Expectation Failed", "401 Unauthorized", "307 Moved"])
def test_a_final_answer_before_the_body_passes_and_no_body_is_sent(
    status: str, proxy: Proxy, over: str, upstream: FakeUpstream, path: str
) -> None:
    rest: List[bytes] = []
    ended = threading.Event()

    def answer(exchange: Exchange) -> None:
        exchange.send(response(b"no", "Connection: close", status=status))
        exchange.close()
        exchange.stream.socket.shutdown(1)
        rest.append(exchange.stream.rest())
        ended.set()

    upstream.on(path, answer)
    with client_of(proxy, over) as client:
        client.send(client.request("PUT", path, EXPECT, "Content-Length: 1000"))
        final = client.response()
        assert (final.status, final.interim, final.body) == (int(status[:3]), [], b"no")
        ended.wait()
        assert b"".join(rest) == b""
    assert len(upstream.asked(path)) == 1


@BOTH
def test_a_client_that_does_not_wait_for_100_is_served(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.send(lines("HTTP/1.1 100 Continue", ""))
        exchange.send(response(exchange.read()))

    upstream.on(path, answer)
    assert client.ask("PUT", path, EXPECT, body=b"xyz").body == b"xyz"
    check_alive(client, upstream)


@BOTH
def test_an_upstream_that_never_sends_100_gets_the_body_all_the_same(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"done"))
    client.send(client.request("PUT", path, EXPECT, "Content-Length: 3"))
    # RFC 9110, section 10.1.1: a client should not wait for ever.
    interim = client.head()
    assert interim is not None and interim.status == 100
    client.send(b"xyz")
    assert client.response().body == b"done"
    assert upstream.asked(path)[0].body == b"xyz"


@BOTH
def test_an_unknown_expectation_is_the_upstreams_or_417(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"fine"))
    status = client.ask("PUT", path, "Expect: coffee", body=b"x").status
    asked = [each.all("expect") for each in upstream.asked(path)]
    assert (status, asked) in ((200, [["coffee"]]), (417, []))


# Connections.


@BOTH
def test_a_connection_serves_many_requests_over_few_connections(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"body", NO_STORE))
    client.get(path)
    before = upstream.connections
    for _ in range(20):
        assert client.get(path).body == b"body"
    assert upstream.connections == before and len(upstream.asked(path)) == 21


@BOTH
def test_a_connection_that_the_upstream_has_closed_is_not_an_error(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"body", NO_STORE))
    for _ in range(5):
        assert client.get(path).body == b"body"
        upstream.drop_connections()


@BOTH
def test_pipelined_requests_are_answered_in_order(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    slow = threading.Event()

    def answer(exchange: Exchange) -> None:
        slow.wait()
        exchange.send(response(b"first", NO_STORE))

    upstream.on(path, answer)
    upstream.on(f"{path}/2", response(b"second", NO_STORE))
    upstream.on(f"{path}/3", response(b"third", NO_STORE))
    client.send(
        client.request("GET", path)
        + client.request("POST", f"{path}/2", body=b"GET /evil HTTP/1.1\r\n\r\n")
        + client.request("HEAD", f"{path}/3")
        + client.request("GET", f"{path}/3")
    )
    upstream.wait_for(path)
    slow.set()
    assert client.response().body == b"first"
    assert client.response().body == b"second"
    assert client.response("HEAD").get("content-length") == "5"
    assert client.response().body == b"third"
    assert upstream.asked("/evil") == []


@BOTH
def test_a_client_that_asks_for_close_gets_it(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"body"))
    answer = client.get(path, "Connection: close")
    assert (answer.body, answer.get("connection")) == (b"body", "close")
    assert client.ends()


@BOTH
def test_a_client_that_ends_only_its_sending_side_gets_its_answer(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    upstream.on(path, pieces(b"", response(b"late"), go=go))
    client.send(client.request("GET", path))
    client.socket.shutdown(1)
    upstream.wait_for(path)
    go.release()
    assert client.response().body == b"late"
    assert client.ends()


@BOTH
def test_a_client_that_ends_its_sending_side_inside_a_response_gets_the_rest(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    head = lines("HTTP/1.1 200 OK", f"Content-Length: {2 * MIB}", NO_STORE, "")
    upstream.on(path, pieces(head + b"a" * MIB, b"b" * MIB, go=go))
    client.send(client.request("GET", path))
    arriving = client.pieces(client.response_head())
    received = len(next(arriving))
    client.socket.shutdown(1)
    threading.Event().wait(0.3)
    go.release()
    assert received + sum(map(len, arriving)) == 2 * MIB


@BOTH
@pytest.mark.parametrize("framing", ["length", "chunks", "end of the connection"])
def test_an_http_1_0_client_gets_a_body_that_it_can_read(
    framing: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    if framing == "length":
        upstream.on(path, response(b"body"))
    elif framing == "chunks":
        upstream.on(path, lines("HTTP/1.1 200 OK", CHUNKED, "") + chunk(b"body") + chunk(b""))
    else:
        upstream.on(path, then_close(lines("HTTP/1.0 200 OK", "") + b"body"))
    client.send(lines(f"GET {path} HTTP/1.0", f"Host: {client.host}", ""))
    answer = client.response()
    assert answer.body == b"body" and answer.get("transfer-encoding") is None
    assert client.ends()


@BOTH
def test_an_http_1_0_client_can_upload(client: Client, upstream: FakeUpstream, path: str) -> None:
    upstream.on(path, response(b"done"))
    head = (f"PUT {path} HTTP/1.0", f"Host: {client.host}", "Content-Length: 3", EXPECT, "")
    client.send(lines(*head) + b"xyz")
    answer = client.response()
    assert (answer.body, answer.interim) == (b"done", [])
    assert upstream.asked(path)[0].body == b"xyz"
    # RFC 9110, section 10.1.1: of an HTTP/1.0 request it is ignored.
    assert upstream.asked(path)[0].get("expect") is None


@BOTH
def test_an_http_1_0_upstream_is_understood(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_close(lines("HTTP/1.0 200 OK", "X-Old: 1", "") + EVERY_BYTE))
    answer = client.get(path)
    assert (answer.body, answer.get("x-old")) == (EVERY_BYTE, "1")
    assert answer.line.startswith("HTTP/1.1 200")


# Bodies that stream.


@BOTH
@pytest.mark.parametrize("kind", ["text/event-stream", "application/json", "a/b"])
def test_pieces_of_a_response_arrive_when_they_are_sent(
    kind: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    head = lines("HTTP/1.1 200 OK", f"Content-Type: {kind}", NO_STORE, CHUNKED, "")
    parts = [b'{"a":"%d"}\n' % number + b" " * 200 for number in range(3)]
    upstream.on(path, pieces(head, *map(chunk, parts), chunk(b""), go=go))
    client.send(client.request("GET", path))
    received = b""
    arriving = client.pieces(client.response_head())
    for number, part in enumerate(parts):
        go.release()
        # A few bytes may be held back, because an address could begin with them.
        while len(received) < sum(map(len, parts[: number + 1])) - 100:
            received += next(arriving)
        assert b'{"a":"%d"}' % number in received
    go.release()
    assert received + b"".join(arriving) == b"".join(parts)


@BOTH
def test_the_head_of_a_response_arrives_before_its_body(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    # A short body may be waited for.
    head = lines("HTTP/1.1 200 OK", f"Content-Length: {4 * MIB}", NO_STORE, "")
    upstream.on(path, pieces(head, b"body" * MIB, go=go))
    client.send(client.request("GET", path))
    answer = client.response_head()
    go.release()
    assert b"".join(client.pieces(answer)) == b"body" * MIB


@BOTH
@pytest.mark.parametrize("framing", [f"Content-Length: {3 * MIB}", CHUNKED])
def test_pieces_of_a_request_arrive_when_they_are_sent(
    framing: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    arrived: List[int] = []

    def answer(exchange: Exchange) -> None:
        for piece in exchange.stream.pieces(exchange.request):
            arrived.append(len(piece))
        exchange.is_read = True
        exchange.send(response(b"done"))

    upstream.on(path, answer)
    client.send(client.request("PUT", path, framing))
    for number in (1, 2, 3):
        client.send(chunk(b"x" * MIB) if framing == CHUNKED else b"x" * MIB)
        until(lambda: sum(arrived) == number * MIB)
    if framing == CHUNKED:
        client.send(chunk(b""))
    assert client.response().body == b"done"


@BOTH
@pytest.mark.parametrize("sent", [0, 1000, 100_000])
def test_an_answer_during_an_upload_passes_at_once(
    sent: int, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.send(response(b"too much", "Connection: close", status="413 Too Large"))
        exchange.close()
        exchange.stream.rest()

    upstream.on(path, answer)
    for _ in range(8):
        with client_of(proxy, over) as client:
            client.send(client.request("PUT", path, f"Content-Length: {MIB}") + b"x" * sent)
            early = client.response()
            assert (early.status, early.body) == (413, b"too much")
            assert early.get("content-length") == "8"


class Growth:
    """A block in which the peak of a proxy's memory grows by less than so many MiB."""

    def __init__(self, proxy: Proxy, most: int = 50) -> None:
        self._facts = proxy.serving.facts
        self._most = most

    def __enter__(self) -> "Growth":
        self._before = self._facts.peak
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        grown = (self._facts.peak - self._before) / 1024
        assert kind is not None or grown < self._most, f"{grown:.0f} MiB"


@pytest.fixture
def fresh(processes: Processes, upstream: FakeUpstream) -> Proxy:
    """A patient proxy whose memory no other test has used, and which has served a request."""
    proxy = start_proxy(processes, upstream.url, "--upstream-timeout", "1000")
    upstream.on("/small", response(b"{}", JSON))
    for over in ("tcp", "unix"):
        with client_of(proxy, over) as client:
            client.get("/small")
            client.ask("PUT", "/small", body=b"x" * MIB)
    return proxy


def large(kind: str, part: bytes, count: int, is_chunked: bool) -> Answer:
    """A response that may be stored."""
    framing = CHUNKED if is_chunked else f"Content-Length: {count * len(part)}"
    fields = (f"Content-Type: {kind}", "Cache-Control: max-age=60", framing)

    def answer(exchange: Exchange) -> None:
        exchange.send(lines("HTTP/1.1 200 OK", *fields, ""))
        for _ in range(count):
            exchange.send(chunk(part) if is_chunked else part)
        if is_chunked:
            exchange.send(chunk(b""))

    return answer


@pytest.mark.parametrize(("over", "is_chunked"), [("unix", False), ("tcp", True)])
def test_a_gigabyte_comes_down_in_little_memory(
    over: str, is_chunked: bool, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, large("a/b", b"x" * MIB, 1024, is_chunked))
    with client_of(fresh, over) as client, Growth(fresh):
        client.send(client.request("GET", path))
        head = client.response_head()
        assert sum(map(len, client.pieces(head))) == 1024 * MIB


@pytest.mark.parametrize("is_chunked", [False, True])
def test_much_json_is_rewritten_in_little_memory(
    is_chunked: bool, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def text(base: str) -> bytes:
        item = {"url": f"{base}/repos/octocat/Hello-World", "description": "http " + "x" * 500}
        return json.dumps([item] * 1600).encode() + b"\n"

    # Unoptimized, the proxy takes a hundred times as long for it.
    upstream.on(path, large("application/json", text(upstream.url), 32, is_chunked))
    with client_of(fresh, "tcp") as client, Growth(fresh, most=50 if is_chunked else 20):
        client.send(client.request("GET", path))
        head = client.response_head()
        expected = text(f"http://{client.host}")
        received = b""
        for piece in client.pieces(head):
            received += piece
            while len(received) >= len(expected):
                assert received.startswith(expected)
                received = received[len(expected) :]
        assert received == b""


# Unoptimized, the proxy takes ten times as long for chunks.
@pytest.mark.parametrize(
    ("over", "size", "is_chunked"), [("unix", 1024, False), ("tcp", 192, True)]
)
def test_a_gigabyte_goes_up_in_little_memory(
    over: str, size: int, is_chunked: bool, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        received = sum(map(len, exchange.stream.pieces(exchange.request)))
        exchange.is_read = True
        exchange.send(response(b"%d" % received))

    upstream.on(path, answer)
    framing = CHUNKED if is_chunked else f"Content-Length: {size * MIB}"
    with client_of(fresh, over) as client, Growth(fresh):
        client.send(client.request("PUT", path, framing))
        part = b"x" * MIB
        for _ in range(size):
            client.send(chunk(part) if is_chunked else part)
        if is_chunked:
            client.send(chunk(b""))
        assert client.response().body == b"%d" % (size * MIB)


@BOTH
def test_slow_readers_hold_the_upstream_back(
    over: str, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    pushed: List[int] = []
    most = 256 * MIB

    def answer(exchange: Exchange) -> None:
        exchange.send(lines("HTTP/1.1 200 OK", NO_STORE, JSON, f"Content-Length: {most}", ""))
        for _ in range(most >> 16):
            exchange.send(b"x" * (1 << 16))
            pushed.append(1 << 16)

    upstream.on(path, answer)
    clients = [client_of(fresh, over) for _ in range(4)]
    with Growth(fresh):
        for client in clients:
            client.send(client.request("GET", path))
        for client in clients:
            received = 0
            for piece in client.pieces(client.response_head()):
                received += len(piece)
                if received > 10_000:
                    break
        fresh.serving.facts.wait_for_rest()
        # What is in the kernel's buffers and the proxy's, for each of them.
        assert sum(pushed) < len(clients) * 24 * MIB
    for client in clients:
        client.close()


@BOTH
def test_clients_that_do_not_read_a_stored_page_take_little_memory(
    over: str, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    size = 10 * MIB
    upstream.on(path, response(b"x" * size, JSON, "Cache-Control: max-age=60"))
    with client_of(fresh, over) as client, Growth(fresh, most=150):
        client.get(path)
        clients = [client_of(fresh, over) for _ in range(40)]
        for each in clients:
            each.send(each.request("GET", path))
            head = each.response_head()
        fresh.serving.facts.wait_for_rest()
    assert sum(map(len, clients[-1].pieces(head))) == size
    for each in clients:
        each.close()


@BOTH
def test_a_slow_upstream_holds_the_client_back(
    over: str, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Event()

    def answer(exchange: Exchange) -> None:
        go.wait()
        exchange.send(response(b"%d" % len(exchange.read())))

    upstream.on(path, answer)
    length = 64 * MIB
    with client_of(fresh, over) as client, Growth(fresh):
        client.send(client.request("PUT", path, f"Content-Length: {length}"))
        client.socket.setblocking(False)
        sent = 0
        part = b"x" * (1 << 16)
        while sent < length:
            try:
                sent += client.socket.send(part[: length - sent])
            except BlockingIOError:
                fresh.serving.facts.wait_for_rest()
                try:
                    sent += client.socket.send(part[: length - sent])
                except BlockingIOError:
                    break
        assert sent < 24 * MIB
        go.set()
        client.socket.setblocking(True)
        client.send(b"x" * (length - sent))
        assert client.response().body == b"%d" % length


# Time limits.


@BOTH
def test_silence_before_a_response_is_504(
    over: str, hasty: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_wait(b""))
    clients = [client_of(hasty, over) for _ in range(2)]
    for client, method in zip(clients, ("GET", "POST")):
        client.send(client.request(method, path))
    for client in clients:
        answer = client.response()
        client.close()
        assert answer.status == 504 and answer.json.keys() == {"message", "documentation_url"}
        assert answer.json["message"].endswith(".")


@BOTH
def test_silence_inside_a_response_breaks_it(
    over: str, hasty: Proxy, upstream: FakeUpstream, path: str
) -> None:
    head = lines("HTTP/1.1 200 OK", f"Content-Length: {4 * MIB}", NO_STORE, "")
    upstream.on(path, then_wait(head + b"1" * MIB))
    with client_of(hasty, over) as client, pytest.raises(CutShort):
        client.get(path)


def test_a_response_that_goes_on_is_not_cut(
    hasty: Proxy, upstream: FakeUpstream, path: str
) -> None:
    clients = []
    flags = []
    for number, field in enumerate([NO_STORE, "Cache-Control: max-age=60"]):
        head = lines("HTTP/1.1 200 OK", "Content-Length: 6", JSON, field, "")
        parts = [b"%d" % number for number in range(6)]
        for over in ("tcp", "unix"):
            flags.append(threading.Semaphore(0))
            target = f"{path}/{number}/{over}"
            upstream.on(target, pieces(head, *parts, go=flags[-1]))
            clients.append(client_of(hasty, over))
            clients[-1].send(clients[-1].request("GET", target))
    for _ in range(6):
        threading.Event().wait(0.5)
        for flag in flags:
            flag.release()
    for client in clients:
        assert client.response().body == b"012345"
        client.close()


def test_interim_responses_are_no_silence(
    hasty: Proxy, over: str, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    processing = lines("HTTP/1.1 102 Processing", "")
    upstream.on(path, pieces(b"", *[processing] * 5, response(b"end"), go=go))
    with client_of(hasty, over) as client:
        client.send(client.request("POST", path))
        for _ in range(6):
            threading.Event().wait(0.5)
            go.release()
        assert client.response().body == b"end"


@pytest.mark.parametrize("framing", [f"Content-Length: {6 * MIB}", CHUNKED])
def test_an_upload_that_goes_on_is_not_cut(
    framing: str, hasty: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"done"))
    clients = [client_of(hasty, over) for over in ("tcp", "unix")]
    for client in clients:
        client.send(client.request("PUT", path, framing))
    for _ in range(6):
        threading.Event().wait(0.5)
        for client in clients:
            client.send(chunk(b"x" * MIB) if framing == CHUNKED else b"x" * MIB)
    for client in clients:
        client.send(chunk(b"") if framing == CHUNKED else b"")
        assert client.response().body == b"done"
        client.close()
    assert [len(each.body) for each in upstream.asked(path)] == [6 * MIB] * 2


def test_a_client_that_pauses_is_no_silence_of_the_upstream(
    hasty: Proxy, over: str, upstream: FakeUpstream, path: str
) -> None:
    length = 64 * MIB

    def answer(exchange: Exchange) -> None:
        exchange.read()
        exchange.send(lines("HTTP/1.1 200 OK", NO_STORE, f"Content-Length: {length}", ""))
        exchange.send(b"x" * length)

    upstream.on(path, answer)
    with client_of(hasty, over) as client:
        client.send(client.request("PUT", path, f"Content-Length: {2 * MIB}") + b"x" * MIB)
        threading.Event().wait(2.5)
        client.send(b"x" * MIB)
        head = client.response_head()
        threading.Event().wait(2.5)
        assert sum(map(len, client.pieces(head))) == length


# Ends.


class Ended:
    """Answers that note when the proxy has closed its connection."""

    def __init__(self, head: bytes = b"", reads: bool = True) -> None:
        self._head = head
        self._reads = reads
        self.event = threading.Event()

    def __call__(self, exchange: Exchange) -> None:
        if self._reads:
            exchange.read()
        exchange.send(self._head)
        exchange.wait_for_end()
        self.event.set()


BEGUN = lines("HTTP/1.1 200 OK", "Content-Length: 1000000000", NO_STORE, "") + b"x"


@BOTH
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_client_that_goes_away_before_the_response_aborts_the_transfer(
    method: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    ended = Ended()
    upstream.on(path, ended)
    client.send(client.request(method, path))
    upstream.wait_for(path)
    client.close()
    ended.event.wait()


# On TCP a client that has read everything looks like one that has only half-closed, until something is
# written to it.
@pytest.mark.parametrize("over, reads", [("unix", True), ("unix", False), ("tcp", False)])
def test_a_client_that_goes_away_inside_a_response_aborts_the_transfer(
    reads: bool, client: Client, upstream: FakeUpstream, path: str
) -> None:
    ended = Ended(BEGUN)
    upstream.on(path, ended)
    client.send(client.request("GET", path))
    if reads:
        next(client.pieces(client.response_head()))
    else:
        # Closing with unread bytes resets the connection.
        select.select([client.socket], [], [])
    client.close()
    ended.event.wait()


@BOTH
@pytest.mark.parametrize("framing", [f"Content-Length: {MIB}", CHUNKED])
def test_a_client_that_goes_away_inside_an_upload_aborts_it(
    framing: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    ended = threading.Event()
    whole: List[bytes] = []

    def answer(exchange: Exchange) -> None:
        try:
            whole.append(exchange.read())
        except CutShort:
            pass
        exchange.close()
        ended.set()

    upstream.on(path, answer)
    client.send(client.request("PUT", path, framing) + chunk(b"x"))
    upstream.wait_for(path)
    client.close()
    ended.wait()
    # Above all no upload that looks complete.
    assert whole == []


def test_a_transfer_goes_on_for_another_client_that_waits_for_it(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    upstream.on(path, pieces(b"", response(b"shared", "Cache-Control: max-age=60"), go=go))
    with client_of(proxy, "unix") as first, client_of(proxy, "tcp") as second:
        first.send(first.request("GET", path))
        upstream.wait_for(path)
        second.send(second.request("GET", path))
        proxy.serving.facts.wait_for_rest()
        first.close()
        proxy.serving.facts.wait_for_rest()
        go.release()
        assert second.response().body == b"shared"
    assert len(upstream.asked(path)) == 1


@BOTH
def test_clients_that_go_away_leave_nothing_behind(
    over: str, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    facts = fresh.serving.facts
    upstream.on(path, then_wait(b""))
    upstream.on(f"{path}/begun", then_wait(BEGUN))
    before = facts.descriptors
    with Growth(fresh, most=30):
        # More than may be under way at once; they go away before, while and after the head comes.
        for number in range(60):
            for target, framing in (
                (f"{path}?{number}", "X-A: 1"), (f"{path}/begun?{number}", "X-A: 1"),
                (f"{path}?{number}", f"Content-Length: {MIB}"),
            ):  # fmt: skip
                with client_of(fresh, over) as client:
                    client.send(client.request("PUT" if "L" in framing else "GET", target, framing))
                    threading.Event().wait(number % 6 * 0.001)
        with client_of(fresh, over) as client:
            assert client.get("/small").body == b"{}"
        # But for connections that are kept.
        until(lambda: facts.descriptors <= before + 10)


@BOTH
def test_downloads_that_nobody_reads_hold_up_no_other_request(
    over: str, fresh: Proxy, upstream: FakeUpstream, path: str
) -> None:
    head = lines("HTTP/1.1 200 OK", NO_STORE, f"Content-Length: {64 * MIB}", "")
    upstream.on(path, lambda exchange: exchange.send(head + b"x" * (64 * MIB)))
    clients = [client_of(fresh, over) for _ in range(10)]
    for number, client in enumerate(clients):
        client.send(client.request("GET", f"{path}?{number}"))
        client.response_head()
    with client_of(fresh, over) as client:
        other = upstream.on(f"{path}/other", response(b"other", NO_STORE))
        assert client.get(other).body == b"other"
    for client in clients:
        client.close()


CUT = {
    "length": lines("HTTP/1.1 200 OK", "Cache-Control: max-age=60", "Content-Length: 9", "") + b"1",
    "chunk": lines("HTTP/1.1 200 OK", "Cache-Control: max-age=60", CHUNKED, "") + b"5\r\n12",
    "last chunk": lines("HTTP/1.1 200 OK", "Cache-Control: max-age=60", CHUNKED, "") + chunk(b"x"),
    "json": lines("HTTP/1.1 200 OK", "Cache-Control: max-age=60", JSON, "Content-Length: 9", "")
    + b"{",
    "gzip": lines(
        "HTTP/1.1 200 OK", "Cache-Control: max-age=60", JSON, "Content-Encoding: gzip", CHUNKED, ""
    )
    + chunk(packed(b'{"a": 1}')[:-9]),
    "large": lines("HTTP/1.1 200 OK", "Cache-Control: max-age=60", "Content-Length: 64000000", "")
    + b"x" * 63_000_000,
    "no-store": lines("HTTP/1.1 200 OK", NO_STORE, "Content-Length: 9", "") + b"1",
}


@BOTH
@pytest.mark.parametrize("where", CUT)
def test_a_response_that_is_cut_short_is_no_success_and_is_not_stored(
    where: str, proxy: Proxy, over: str, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_close(CUT[where]))
    for _ in range(2):
        before = len(upstream.asked(path))
        with client_of(proxy, over) as client:
            client.send(client.request("GET", path))
            # Where the proxy has kept the head until then, it can still say what has happened.
            head = client.response_head()
            if head.status == 200:
                with pytest.raises(CutShort):
                    list(client.pieces(head))
            else:
                assert head.status == 502, head
        assert len(upstream.asked(path)) > before
