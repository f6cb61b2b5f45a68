"""Who may ask `gitxplorer proxy`, for which host, and what clients and upstreams that lie get."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import re
import signal
import socket
import stat
import subprocess
import threading
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Callable, Iterator, List

import pytest

from harness.fake_upstream import Exchange, FakeUpstream, pieces, then_close, then_wait
from harness.http_bytes import Client, CutShort, Message, chunk, lines, response
from harness.other_user import OtherUser
from harness.processes import Processes
from harness.proxy import Proxy, start_proxy

MIB = 1 << 20
JSON = "Content-Type: application/json; charset=utf-8"
NO_STORE = "Cache-Control: no-store"
KEPT = "Cache-Control: public, max-age=60"
CHUNKED = "Transfer-Encoding: chunked"
BOTH = pytest.mark.parametrize("over", ["tcp", "unix"])
NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def upstream() -> Iterator[FakeUpstream]:
    with FakeUpstream() as upstream:
        yield upstream


@pytest.fixture(scope="module")
def pages() -> Iterator[FakeUpstream]:
    """The host of GitHub's pages."""
    with FakeUpstream() as pages:
        yield pages


@pytest.fixture(scope="module")
def proxy(module_processes: Processes, upstream: FakeUpstream, pages: FakeUpstream) -> Proxy:
    return start_proxy(module_processes, upstream.url, "--web-url", pages.url)


@pytest.fixture(scope="module")
def prefixed(module_processes: Processes, upstream: FakeUpstream) -> Proxy:
    """A proxy for an API whose paths begin with `/api/v3`, as GitHub Enterprise Server's do."""
    return start_proxy(module_processes, f"{upstream.url}/api/v3")


@pytest.fixture
def over() -> str:
    """Where a test that does not say it connects."""
    return "tcp"


@pytest.fixture
def client(proxy: Proxy, over: str) -> Iterator[Client]:
    with client_of(proxy, over) as client:
        yield client


@pytest.fixture
def path() -> str:
    """A path that no other test asks for."""
    return f"/g{next(NUMBERS)}"


def client_of(proxy: Proxy, over: str) -> Client:
    return (proxy if over == "tcp" else proxy.unix).connect()


def status_for(client: Client, host: str, target: str) -> int:
    client.send(lines(f"GET {target} HTTP/1.1", f"Host: {host}", ""))
    return client.response().status


def check_refused(client: Client, request: bytes, *statuses: int) -> None:
    """Whether the request is refused, and the connection not used for what comes after it."""
    client.send(request)
    answer = client.response()
    assert answer.status in (statuses or (400,)), answer
    assert client.ends()


# Hosts.


@pytest.mark.parametrize(
    "host",
    ["api.github.com", "uploads.github.com", "github.com", "localhost", "127.0.0.1", "evil.example"]
    + ["127.0.0.1:1", "127.0.0.1:{port}.evil.example", "127.0.0.1.evil.example:{port}", "[::1]"]
    + ["127.0.0.2:{port}", "127.1:{port}", "2130706433:{port}", "127.0.0.1:0{port}"],
)
def test_another_host_on_the_unix_socket_is_421(
    host: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    with client_of(proxy, "unix") as client:
        # Not everything of these is an authority at all.
        status = status_for(client, host.format(port=upstream.port), path)
        assert status == 421 or status == 400 and ".evil" in host
    assert upstream.asked(path) == []


def test_the_pages_of_the_same_github_are_reached_by_their_host(
    proxy: Proxy, upstream: FakeUpstream, pages: FakeUpstream, path: str
) -> None:
    pages.on(path, response(b"page", NO_STORE))
    with client_of(proxy, "unix") as client:
        client.send(lines(f"GET {path} HTTP/1.1", f"Host: {pages.authority}", ""))
        assert client.response().body == b"page"
    assert pages.asked(path)[0].get("host") == pages.authority
    assert upstream.asked(path) == []
    with client_of(proxy, "tcp") as client:
        assert status_for(client, pages.authority, path) == 421


def test_hosts_do_not_share_what_is_stored(
    proxy: Proxy, upstream: FakeUpstream, pages: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"data", KEPT))
    pages.on(path, response(b"page", KEPT))
    with client_of(proxy, "unix") as client:
        for _ in range(2):
            for host, body in ((upstream.authority, b"data"), (pages.authority, b"page")):
                client.send(lines(f"GET {path} HTTP/1.1", f"Host: {host}", ""))
                assert client.response().body == body
    assert len(upstream.asked(path)) == len(pages.asked(path)) == 1


#: Base URLs of the API, and the hosts of the same GitHub.
GITHUBS = {
    "https://api.github.com": ["api.github.com", "uploads.github.com", "github.com"],
    "https://api.octo.ghe.com": ["api.octo.ghe.com", "uploads.octo.ghe.com", "octo.ghe.com"],
    "https://ghe.example/api/v3": ["ghe.example"],
}
HOSTS = {*itertools.chain(*GITHUBS.values())} | {
    "api.github.com.", "api.github.com.evil.example", "evilgithub.com", "gist.github.com",
    "api.other.ghe.com", "ghe.com", "localhost", "uploads.ghe.example", "api.github.com:80",
}  # fmt: skip


@pytest.mark.parametrize("url", GITHUBS)
def test_the_hosts_of_one_github_are_served(url: str, processes: Processes) -> None:
    pages = ["--web-url", "https://ghe.example"] if "ghe.example" in url else []
    proxy = start_proxy(processes, url, "--offline", *pages)
    for host in sorted(HOSTS):
        with client_of(proxy, "unix") as client:
            # Offline, what would be asked there is 504.
            expected = [504 if host in GITHUBS[url] else 421]
            if host == "api.github.com." and url == "https://api.github.com":
                # The same name for the resolver.
                expected = [421, 504]
            assert status_for(client, host, "/x") in expected, host
    with client_of(proxy, "unix") as client:
        assert status_for(client, GITHUBS[url][0].upper(), "/x") == 504
        assert status_for(client, f"{GITHUBS[url][0]}:443", "/x") == 504


def test_the_host_on_tcp_is_loopback_with_the_port_of_the_listener(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b""))
    good = ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"]
    bad = ["127.0.0.2", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example", "::1"]
    for name in [*good, *bad]:
        with proxy.connect() as client:
            status = status_for(client, f"{name}:{proxy.port}", path)
            assert status == 200 if name in good else status in (400, 421), name
    for host in ("localhost", "127.0.0.1", upstream.authority, "api.github.com", "evil.example"):
        with proxy.connect() as client:
            assert status_for(client, host, path) == 421, host
    assert len(upstream.asked(path)) == len(good)


@BOTH
def test_an_absolute_target_names_the_same_host(
    over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", NO_STORE))
    host = client_of(proxy, over).host
    for authority, field, passes in (
        (host, host, True), (host.upper(), host, True), ("evil.example", host, False),
        (host, "evil.example", False), ("evil.example", "evil.example", False),
        (f"{host}.evil.example", host, False), ("api.github.com", host, False),
    ):  # fmt: skip
        with client_of(proxy, over) as client:
            got = status_for(client, field, f"http://{authority}{path}?a=%2F")
            assert got in ((200,) if passes else (400, 421)), (authority, field)
    for url in (f"http://{host}@evil.example{path}", f"http://evil.example@{host}{path}",
                f"http://evil@{host}{path}", f"ftp://{host}{path}", f"http:{path}",
                f"http://{host}\\@evil.example{path}", f"http://evil.example#@{host}{path}",
                f"http://evil.example?@{host}{path}"):  # fmt: skip
        with client_of(proxy, over) as client:
            assert status_for(client, host, url) in (400, 421), url
    # They pass in origin form.
    assert {each.target for each in upstream.asked(path)} == {f"{path}?a=%2F"}


@BOTH
def test_an_absolute_target_without_a_path_is_the_root(
    over: str, proxy: Proxy, upstream: FakeUpstream
) -> None:
    upstream.on("/", response(b"root", NO_STORE))
    with client_of(proxy, over) as client:
        for target in (f"http://{client.host}", f"http://{client.host}/"):
            assert client.get(target).body == b"root"


@BOTH
@pytest.mark.parametrize(
    "fields",
    [
        [], ["Host: {host}", "Host: {host}"], ["Host: {host}", "Host: evil.example"],
        ["Host: {host}, evil.example"], ["Host: {host} evil.example"], ["Host: {host}/x"],
        ["Host: a@{host}"], ["Host:"], ["Host: {host}", "host: {host}"], ["Host: {host}\t.x"],
    ],
)  # fmt: skip
def test_a_request_has_exactly_one_host(
    fields: List[str], client: Client, upstream: FakeUpstream, path: str
) -> None:
    names = [each.format(host=client.host) for each in fields]
    client.send(lines(f"GET {path} HTTP/1.1", *names, ""))
    # An empty one is well-formed, but is not the API's.
    allowed = (400, 421) if fields == ["Host:"] else (400,)
    assert client.response().status in allowed
    assert upstream.asked(path) == []


def test_an_http_1_0_request_without_a_host_is_for_the_api_on_the_unix_socket_alone(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"api"))
    for over, statuses in (("tcp", (400, 421)), ("unix", (200,))):
        with client_of(proxy, over) as client:
            client.send(lines(f"GET {path} HTTP/1.0", ""))
            assert client.response().status in statuses
    assert len(upstream.asked(path)) == 1


# Pages of browsers.


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://{host}", "http://localhost:{port}", "", "https://x"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "HEAD"])
def test_an_origin_is_always_403_over_tcp(
    method: str, origin: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    with client_of(proxy, "tcp") as client:
        value = origin.format(host=client.host, port=proxy.port)
        answer = client.ask(
            method, path, f"Origin: {value}", "Access-Control-Request-Method: POST"
        )
        assert answer.status == 403
        assert not [name for name in answer.names if name.startswith("access-control-")]
    assert upstream.asked(path) == []


@pytest.mark.parametrize("site", ["cross-site", "same-site", "Cross-Site", "none", "same-origin"])
def test_a_request_of_another_site_is_403(
    site: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b""))
    allowed = site in ("none", "same-origin")
    # A browser sends these words in lower case.
    status = client.get(path, f"Sec-Fetch-Site: {site}").status
    assert status == (200 if allowed else 403) or site == "Cross-Site"


# The path before all paths, and addresses that are rewritten.


def at(proxy: Proxy) -> str:
    return f"http://127.0.0.1:{proxy.port}"


def test_the_path_of_the_api_precedes_over_tcp_alone(
    prefixed: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(f"/api/v3{path}", response(b"api"))
    upstream.on(path, response(b"other"))
    with client_of(prefixed, "tcp") as client:
        assert client.get(f"{path}?x=%2F").body == b"api"
        assert client.get(f"http://{client.host}{path}?y=1").body == b"api"
    with client_of(prefixed, "unix") as client:
        assert client.get(f"/api/v3{path}?z=1").body == b"api"
        assert client.get(f"{path}?z=1").body == b"other"
    assert [each.target for each in upstream.asked(f"/api/v3{path}")] == [
        f"/api/v3{path}?x=%2F", f"/api/v3{path}?y=1", f"/api/v3{path}?z=1",
    ]  # fmt: skip


#: What follows the API's address, and whether it is the API's address indeed.
FOLLOWING = {
    "": True, "/": True, "/users?page=2": True, "?page=2": True, "#x": True, "{/other}": True,
    "{?since}": True, "/a%20b": True,
    ".evil.example/": False, "evil": False, "-x": False, "@evil.example/": False, "9": False,
    ":80/": False, "_": False, "%2e": False,
}  # fmt: skip


def rewritten(url: str, own: str, api: str) -> str:
    """A text in which ``%`` stands before what follows the API's address."""
    return own + url if FOLLOWING[url] else api + url


@pytest.mark.parametrize("prefix", ["", "/api/v3"])
def test_addresses_of_the_api_become_the_proxys(
    prefix: str, proxy: Proxy, prefixed: Proxy, upstream: FakeUpstream, path: str
) -> None:
    asked = prefixed if prefix else proxy
    api, own = upstream.url + prefix, at(asked)

    def texts(base: Callable[[str], str]) -> List[str]:
        return [base(url) for url in FOLLOWING]

    def body(base: Callable[[str], str]) -> bytes:
        members = [f'{{"url":"{text}","text":"see {text}"}}' for text in texts(base)]
        return ("[" + ",\n".join(members) + "]").encode()

    def link(base: Callable[[str], str]) -> str:
        return ", ".join(f'<{text}>; rel="next"' for text in texts(base))

    upstream.on(
        prefix + path,
        response(
            body(lambda url: api + url), JSON, NO_STORE, 'ETag: "x"',
            f"Link: {link(lambda url: api + url)}", f"Location: {api}/x?y", f"X-Other: {api}/x",
            status="201 Created",
        ),
    )  # fmt: skip
    answer = asked.ask(path, method="POST")
    own_body = body(lambda url: rewritten(url, own, api))
    assert answer.body == own_body
    assert answer.get("content-length") in (str(len(own_body)), None)
    assert answer.get("link") == link(lambda url: rewritten(url, own, api))
    assert answer.get("location") == f"{own}/x?y"
    assert answer.get("x-other") == f"{api}/x" and answer.get("etag") == '"x"'
    through_socket = asked.unix.ask(prefix + path, method="POST")
    assert through_socket.body == body(lambda url: api + url)
    assert through_socket.get("location") == f"{api}/x?y"
    assert through_socket.get("link") == link(lambda url: api + url)


def test_only_paths_under_the_prefix_are_rewritten(
    prefixed: Proxy, upstream: FakeUpstream, path: str
) -> None:
    own = at(prefixed)
    sent = {
        "/api/v3": own, "/api/v3/x": f"{own}/x", "/api/v3?x": f"{own}?x",
        "/api/v3x": f"{upstream.url}/api/v3x", "/api/uploads": f"{upstream.url}/api/uploads",
        "/api/v33/x": f"{upstream.url}/api/v33/x", "/octocat": f"{upstream.url}/octocat",
    }  # fmt: skip
    body = "\n".join(f'"{upstream.url}{end}"' for end in sent)
    upstream.on(f"/api/v3{path}", response(body.encode(), JSON))
    assert prefixed.ask(path).body.decode() == "\n".join(f'"{each}"' for each in sent.values())


@pytest.mark.parametrize(
    ("kind", "is_json"),
    [
        ("application/json", True), ("Application/JSON;charset=utf-8", True),
        ("application/vnd.github+json", True), ("application/vnd.github.v3+json", True),
        ("application/scim+json", True), ("application/problem+json ; x=y", True),
        ("text/plain", False), ("application/octet-stream", False), ("text/html", False),
        ("application/vnd.github.raw", False), ("application/jsonp", False), (None, False),
    ],
)  # fmt: skip
def test_only_json_is_rewritten(
    kind: str, is_json: bool, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    text = b'{"url":"%s/x"}'
    fields = [f"Content-Type: {kind}"] if kind else []
    upstream.on(path, response(text % upstream.url.encode(), *fields))
    base = at(proxy) if is_json else upstream.url
    assert proxy.ask(path).body == text % base.encode()


def test_all_fields_with_links_are_rewritten(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    sent = [f'Link: <{upstream.url}/{number}>; rel="x{number}"' for number in range(3)]
    upstream.on(path, response(b"", *sent, NO_STORE))
    received = ", ".join(proxy.ask(path).all("link"))
    assert received == ", ".join(f'<{at(proxy)}/{number}>; rel="x{number}"' for number in range(3))


def test_gzip_of_several_members_is_opened_whole(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    parts = (b'{"url":"%s' % upstream.url.encode(), b'/x"}')
    body = b"".join(gzip.compress(part, mtime=0) for part in parts)
    upstream.on(path, response(body, JSON, "Content-Encoding: gzip"))
    assert proxy.ask(path, "Accept-Encoding: gzip").body == b'{"url":"%s/x"}' % at(proxy).encode()


@pytest.mark.parametrize("coding", ["identity", "gzip", "x-gzip", "GZIP"])
@pytest.mark.parametrize("framing", ["length", "chunks"])
def test_an_address_that_lies_across_reads_is_rewritten(
    framing: str, coding: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    text = b'{"a":"%s/x","b":"%s.evil/","c":"%s"}\n'
    plain = text % ((upstream.url.encode(),) * 3)
    own = at(proxy).encode()
    data = plain if coding == "identity" else gzip.compress(plain, mtime=0)
    go = threading.Semaphore(0)
    head = [JSON, NO_STORE] + ([f"Content-Encoding: {coding}"] if coding != "identity" else [])
    # A byte at a time, each in a segment of its own.
    parts = [bytes([byte]) for byte in data]
    if framing == "length":
        head.append(f"Content-Length: {len(data)}")
    else:
        head.append(CHUNKED)
        parts = [chunk(part) for part in parts]
        parts[-1] += chunk(b"")
    upstream.on(path, pieces(lines("HTTP/1.1 200 OK", *head, ""), *parts, go=go))
    with client_of(proxy, "tcp") as client:
        client.send(client.request("GET", path, "Accept-Encoding: gzip"))
        upstream.wait_for(path)
        for _ in parts:
            go.release()
            # Not waited for: loopback hands most of them over one by one.
            threading.Event().wait(0.0005)
        answer = client.response()
        body = answer.body
    # It may be compressed again.
    if answer.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    assert body == text % (own, upstream.url.encode(), own)


@pytest.mark.parametrize("cut", range(1, 30))
def test_an_address_that_lies_across_two_chunks_is_rewritten(
    cut: int, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    data = b'{"a":"%s/x"}' % upstream.url.encode()
    head = lines("HTTP/1.1 200 OK", JSON, NO_STORE, CHUNKED, "")
    upstream.on(path, pieces(head + chunk(data[:cut]), chunk(data[cut:]) + chunk(b""), go=go))
    with client_of(proxy, "tcp") as client:
        client.send(client.request("GET", path))
        upstream.wait_for(path)
        proxy.serving.facts.wait_for_rest()
        go.release()
        assert client.response().body == b'{"a":"%s/x"}' % at(proxy).encode()


def packed(coding: str, data: bytes) -> bytes:
    return gzip.compress(data, mtime=0) if coding == "gzip" else zlib.compress(data)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_no_coding_hides_addresses_of_json(
    coding: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    """The upstream uses the coding if it is offered. Brotli's name is enough to see that."""
    plain = b'{"url":"%s/x"}' % upstream.url.encode()

    def answer(exchange: Exchange) -> None:
        offered = ", ".join(exchange.request.all("accept-encoding")).lower()
        if coding in offered or "*" in offered:
            exchange.send(response(packed(coding, plain), JSON, f"Content-Encoding: {coding}"))
        else:
            exchange.send(response(plain, JSON))

    upstream.on(path, answer)
    got = proxy.ask(path, f"Accept-Encoding: {coding}, *;q=0.1")
    assert got.get("content-encoding") in (None, "gzip")
    body = gzip.decompress(got.body) if got.get("content-encoding") else got.body
    assert body == b'{"url":"%s/x"}' % at(proxy).encode()


def test_validators_and_lengths_stay_right(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    body = b'{"url":"%s/x"}' % upstream.url.encode()
    digest = b64encode(hashlib.sha256(body).digest()).decode()
    upstream.on(
        path,
        response(
            body, JSON, KEPT, 'ETag: "x"', f"Content-Digest: sha-256=:{digest}:",
            f"Repr-Digest: sha-256=:{digest}:", f"Digest: SHA-256={digest}",
            f"Content-MD5: {b64encode(hashlib.md5(body).digest()).decode()}",
        ),
    )  # fmt: skip
    for _ in range(2):
        answer = proxy.ask(path)
        right = b64encode(hashlib.sha256(answer.body).digest()).decode()
        assert answer.get("content-length") == str(len(answer.body))
        assert answer.get("etag") == '"x"'
        assert answer.get("content-digest") in (None, f"sha-256=:{right}:")
        assert answer.get("repr-digest") in (None, f"sha-256=:{right}:")
        assert answer.get("digest") in (None, f"SHA-256={right}")
        md5 = b64encode(hashlib.md5(answer.body).digest()).decode()
        assert answer.get("content-md5") in (None, md5)
    assert proxy.ask(path, 'If-None-Match: "x"').status == 304
    # On the Unix socket nothing was changed.
    assert proxy.unix.ask(path).get("content-md5") is not None


def test_the_length_for_head_is_that_of_get_or_absent(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    body = b'{"url":"%s/x","more":"%s"}' % (upstream.url.encode(), upstream.url.encode())
    fields = (JSON, NO_STORE, f"Content-Length: {len(body)}")
    upstream.on(path, lines("HTTP/1.1 200 OK", *fields, ""), response(body, *fields))
    head = proxy.ask(path, method="HEAD")
    right = str(len(proxy.ask(path).body))
    assert head.get("content-length") in (None, right)
    kept = upstream.on(f"{path}/kept", response(body, JSON, KEPT))
    assert proxy.ask(kept).get("content-length") == right
    head = proxy.ask(kept, method="HEAD")
    assert head.get("content-length") in (None, right)
    assert len(upstream.asked(kept)) == 1


def test_a_stored_response_is_rewritten_for_whoever_asks(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    text = '{"url":"%s/x"}'
    link = '<%s/x?page=2>; rel="next"'
    stored = response((text % upstream.url).encode(), JSON, KEPT, f"Link: {link % upstream.url}")
    upstream.on(path, stored)
    for _ in range(2):
        for asked, base in ((proxy, at(proxy)), (proxy.unix, upstream.url)):
            answer = asked.ask(path)
            assert answer.body.decode() == text % base and answer.get("link") == link % base
    assert len(upstream.asked(path)) == 1


def test_redirects_to_the_api_lead_through_the_proxy(
    prefixed: Proxy, upstream: FakeUpstream, path: str
) -> None:
    api, own = f"{upstream.url}/api/v3", at(prefixed)
    for status, sent, expected in (
        ("301 Moved", f"{api}/repositories/1", f"{own}/repositories/1"),
        ("302 Found", "https://codeload.example/x?a=b", "https://codeload.example/x?a=b"),
        ("307 Temporary", f"{upstream.url}/login", f"{upstream.url}/login"),
        *[
            ("308 Permanent", api + end, own + end if is_own else api + end)
            for end, is_own in FOLLOWING.items()
        ],
    ):
        upstream.on(f"/api/v3{path}", response(b"", f"Location: {sent}", NO_STORE, status=status))
        answer = prefixed.ask(path)
        assert (answer.status, answer.get("location")) == (int(status[:3]), expected)


def test_a_bomb_is_opened_in_little_memory(
    processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    proxy = start_proxy(processes, upstream.url)
    squeezed = gzip.compress(b"[" + b" " * (96 * MIB) + b"]", 9)
    upstream.on(path, response(squeezed, JSON, KEPT, "Content-Encoding: gzip"))
    upstream.on("/small", response(b"{}", JSON))
    proxy.ask("/small")
    before = proxy.serving.facts.peak
    with client_of(proxy, "tcp") as client:
        client.send(client.request("GET", path, "Accept-Encoding: gzip"))
        received = 0
        for piece in client.pieces(client.response_head()):
            received += len(piece)
            if received > 2 * MIB:
                break
        proxy.serving.facts.wait_for_rest()
        assert proxy.serving.facts.peak - before < 30 * 1024
    assert proxy.ask("/small").status == 200


# Requests that two readers could read differently.

HEAD = "POST {path} HTTP/1.1\r\nHost: {host}\r\n"
CHUNKS = "Transfer-Encoding: chunked\r\n\r\n"
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n"

MALFORMED = {
    "length and chunks": HEAD + "Content-Length: 4\r\n" + CHUNKS + "0\r\n\r\n",
    "chunks and length": HEAD + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    "two lengths": HEAD + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "a length twice": HEAD + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "a list of lengths": HEAD + "Content-Length: 3, 3\r\n\r\nabc",
    "a length with a sign": HEAD + "Content-Length: +3\r\n\r\nabc",
    "a negative length": HEAD + "Content-Length: -1\r\n\r\nabc",
    "a hexadecimal length": HEAD + "Content-Length: 0x3\r\n\r\nabc",
    "an empty length": HEAD + "Content-Length:\r\n\r\n" + SMUGGLED,
    "a length with a space": HEAD + "Content-Length: 3 3\r\n\r\nabc",
    "a length beyond 64 bits": HEAD + "Content-Length: 18446744073709551619\r\n\r\nabc",
    "a fraction as length": HEAD + "Content-Length: 3.0\r\n\r\nabc",
    "an unknown coding": HEAD + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "identity": HEAD + "Transfer-Encoding: identity\r\n\r\n",
    "gzip": HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunked twice": HEAD + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "chunked in two fields": HEAD + "Transfer-Encoding: chunked\r\n" + CHUNKS + "0\r\n\r\n",
    "chunked and then not": HEAD + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n",
    "chunked, not last": HEAD + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
    "chunked with a parameter": HEAD + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n",
    "chunked after a control": HEAD + "Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "quoted chunked": HEAD + 'Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n',
    "chunked in HTTP/1.0": "POST {path} HTTP/1.0\r\nHost: {host}\r\n" + CHUNKS + "0\r\n\r\n",
    "a space before a colon": HEAD + "Content-Length : 3\r\n\r\nabc",
    "a tab before a colon": HEAD + "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
    "a folded field": HEAD + "X-A: b\r\n c\r\n\r\n",
    "a folded first field": "GET {path} HTTP/1.1\r\n Host: {host}\r\n\r\n",
    "a folded length": HEAD + "X-A: b\r\n\tContent-Length: 3\r\n\r\nabc",
    "a field without a colon": HEAD + "X-A\r\n\r\n",
    "an empty name": HEAD + ": x\r\n\r\n",
    "a space in a name": HEAD + "X A: b\r\n\r\n",
    "a parenthesis in a name": HEAD + "X(A: b\r\n\r\n",
    "a name that is not ASCII": HEAD + "X-\xe4: b\r\n\r\n",
    "NUL in a value": HEAD + "X-A: b\0c\r\n\r\n",
    "CR in a value": HEAD + "X-A: b\rX-B: c\r\n\r\n",
    "LF at the end of a field": HEAD + "X-A: b\nX-B: c\r\n\r\n",
    "LF alone": "GET {path} HTTP/1.1\nHost: {host}\n\n",
    "LF at the end of the head": HEAD + "X-A: b\r\n\n",
    "CR at the end of the head": HEAD + "X-A: b\r\n\rX",
    "a control in a value": HEAD + "X-A: b\x01c\r\n\r\n",
    "DEL in a value": HEAD + "X-A: b\x7fc\r\n\r\n",
    "two Authorizations": HEAD + "Authorization: token a\r\nAuthorization: token b\r\n\r\n",
    "an Authorization twice": HEAD + "Authorization: token a\r\nAuthorization: token a\r\n\r\n",
    "two spaces in the line": "GET  {path} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a tab in the line": "GET\t{path} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a space in the target": "GET {path} x HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a space after the line": "GET {path} HTTP/1.1 \r\nHost: {host}\r\n\r\n",
    "a space before the line": " GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "no version": "GET {path}\r\n\r\n",
    "HTTP/2.0": "GET {path} HTTP/2.0\r\nHost: {host}\r\n\r\n",
    "HTTP/0.9": "GET {path} HTTP/0.9\r\nHost: {host}\r\n\r\n",
    "http in lower case": "GET {path} http/1.1\r\nHost: {host}\r\n\r\n",
    "HTTP/1.10": "GET {path} HTTP/1.10\r\nHost: {host}\r\n\r\n",
    "another protocol": "GET {path} ICY/1.1\r\nHost: {host}\r\n\r\n",
    "no method": " {path} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a method that is no token": "G(T {path} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "no target": "GET  HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a target without a slash": "GET x HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a target with a fragment": "GET {path}#x HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "an asterisk for GET": "GET * HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a TLS hello": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "NUL in the target": "GET {path}\0 HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "a control in the target": "GET {path}\x01 HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "DEL in the target": "GET {path}\x7f HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "CR in the target": "GET {path}\rx HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "CONNECT": "CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n",
}


@BOTH
@pytest.mark.parametrize("case", MALFORMED)
def test_a_request_that_two_readers_could_read_differently_is_refused(
    case: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    request = MALFORMED[case].replace("{path}", path).replace("\r\n\rX", "\r\n\rX\r\n\r\n")
    statuses = {"HTTP/2.0": (400, 505), "HTTP/0.9": (400, 505), "HTTP/2": (400, 505),
                "CONNECT": (400, 405, 501), "gzip": (400, 501), "an unknown coding": (400, 501)}
    with client_of(proxy, over) as client:
        smuggled = (request + SMUGGLED).replace("{host}", client.host).encode("latin-1")
        check_refused(client, smuggled, *statuses.get(case, (400,)))
    # A body that turns out to be malformed has begun to pass; it must not look whole.
    assert upstream.asked(path) == [] and upstream.asked("/smuggled") == []


BAD_CHUNKS = {
    "a prefix": "0x3\r\nabc\r\n0\r\n\r\n",
    "a sign": "+3\r\nabc\r\n0\r\n\r\n",
    "a negative size": "-3\r\nabc\r\n0\r\n\r\n",
    "no size": "\r\nabc\r\n0\r\n\r\n",
    "no digit": ";a=b\r\nabc\r\n0\r\n\r\n",
    "a space before the size": " 3\r\nabc\r\n0\r\n\r\n",
    "a size beyond 64 bits": "10000000000000003\r\nabc\r\n0\r\n\r\n",
    "LF after the size": "3\nabc\r\n0\r\n\r\n",
    "CR after the size": "3\rabc\r\n0\r\n\r\n",
    "LF after the data": "3\r\nabc\n0\r\n\r\n",
    "nothing after the data": "3\r\nabc0\r\n\r\n",
    "too much data": "3\r\nabcd\r\n0\r\n\r\n",
    "LF in an extension": "3;a=b\nc\r\nabc\r\n0\r\n\r\n",
    "LF at the end": "3\r\nabc\r\n0\r\n\n",
    "endless trailers": "3\r\nabc\r\n0\r\n" + "X-A: b\r\n" * 20_000 + "\r\n",
    "a folded trailer": "3\r\nabc\r\n0\r\nX-A: b\r\n c\r\n\r\n",
    "a trailer without a colon": "3\r\nabc\r\n0\r\nX-A\r\n\r\n",
    "a length as a trailer": "3\r\nabc\r\n0\r\nContent-Length: 5\r\n\r\n",
}


@BOTH
@pytest.mark.parametrize("case", BAD_CHUNKS)
def test_malformed_chunks_are_refused_and_never_pass_as_a_whole_body(
    case: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    whole: List[bytes] = []

    def answer(exchange: Exchange) -> None:
        try:
            whole.append(exchange.read())
        finally:
            exchange.close()

    upstream.on(path, answer)
    with client_of(proxy, over) as client:
        body = BAD_CHUNKS[case] + SMUGGLED.replace("{host}", client.host)
        client.send(client.request("POST", path, CHUNKED) + body.encode())
        assert client.response().status in (400, 431)
        assert client.ends()
    assert whole == [] and upstream.asked("/smuggled") == []


@BOTH
def test_an_extension_of_a_chunk_takes_little_memory(
    over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b""))
    before = proxy.serving.facts.peak
    with client_of(proxy, over) as client:
        client.send(client.request("POST", path, CHUNKED) + b"3;")
        try:
            for _ in range(24):
                client.send(b"a" * MIB)
            client.send(b"\r\nabc\r\n0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            return  # Refused while it was sent.
        assert client.response().status in (200, 400, 431)
    assert [each.body for each in upstream.asked(path)] in ([], [b"abc"])
    assert proxy.serving.facts.peak - before < 10 * 1024


@BOTH
@pytest.mark.parametrize(
    "target",
    [
        "/../x", "/a/../b", "/./x", "/a/.", "/a/..", "/..", "/.", "/%2e%2e/x", "/%2E%2e/x",
        "/a/%2e", "/.%2e/x", "/a/%2E./b?c", "/a/..?x", "/../x?a=b", "/a//../b", "/%2e",
    ],
)  # fmt: skip
def test_dot_segments_are_refused(
    target: str, over: str, prefixed: Proxy, upstream: FakeUpstream
) -> None:
    before = len(upstream.targets)
    sent = target if over == "tcp" else f"/api/v3{target}"
    with client_of(prefixed, over) as client:
        assert client.get(sent).status == 400
    with client_of(prefixed, over) as client:
        assert client.get(f"http://{client.host}{sent}").status == 400
    assert len(upstream.targets) == before


@BOTH
@pytest.mark.parametrize(
    "target", ["/%", "/%2", "/%zz", "/a?%", "/%00", "/a%0d%0ab", "/a%5c..%5cb", "/..%2fx"]
)
def test_odd_escapes_are_refused_or_pass_as_they_are(
    target: str, client: Client, upstream: FakeUpstream
) -> None:
    before = len(upstream.targets)
    status = client.get(target).status
    assert (status, upstream.targets[before:]) in ((400, []), (404, [target]))


@BOTH
def test_heads_are_limited_to_16_kib_and_64_fields(
    over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b""))

    def status(*fields: str, target: str = path) -> int:
        with client_of(proxy, over) as client:
            return client.get(target, *fields).status

    assert status("X-Long: " + "x" * 15_000) == 200
    assert status(*[f"X-{number}: 1" for number in range(60)]) == 200
    assert len(upstream.asked(path)) == 2
    assert status("X-Long: " + "x" * 17_000) == 431
    assert status(*[f"X-{number}: {'x' * 400}" for number in range(50)]) == 431
    assert status(*[f"X-{number}: 1" for number in range(65)]) == 431
    assert status(target=path + "?" + "x" * 17_000) in (414, 431)
    assert len(upstream.asked(path)) == 2


@BOTH
def test_a_head_that_never_ends_is_refused(over: str, proxy: Proxy) -> None:
    before = proxy.serving.facts.peak
    with client_of(proxy, over) as client:
        client.send(lines("GET / HTTP/1.1", f"Host: {client.host}"))
        try:
            for _ in range(200):
                client.send(b"X-A: " + b"a" * 100_000)
        except (BrokenPipeError, ConnectionResetError):
            pass
        rest = client.rest()
        # A reset may overtake the answer.
        assert rest == b"" or b" 431 " in rest.split(b"\r\n")[0]
    assert proxy.serving.facts.peak - before < 20 * 1024


# Fields of one hop.


@BOTH
def test_fields_of_one_hop_do_not_pass_to_the_upstream(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", NO_STORE))
    client.get(
        path, "Connection: keep-alive, X-Secret", "connection: x-second , ,X-Third", "X-Secret: 1",
        "X-Second: 2", "x-third: 3", "Keep-Alive: timeout=5", "Proxy-Authorization: Basic x",
        "Proxy-Connection: keep-alive", "TE: trailers, deflate", "Upgrade: h2c, websocket",
        "HTTP2-Settings: AAAA", "X-Passes: 1", "Proxy-Authenticate: x",
    )  # fmt: skip
    names = set(upstream.asked(path)[0].names)
    gone = {
        "connection", "x-secret", "x-second", "x-third", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "upgrade",
    }  # fmt: skip
    assert not names & gone and "x-passes" in names


@BOTH
def test_fields_of_one_hop_do_not_pass_to_the_client_nor_are_stored(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(
        path,
        response(
            b"", KEPT, "Connection: X-Secret, keep-alive", "Connection: x-second", "X-Secret: 1",
            "X-Second: 2", "Keep-Alive: timeout=5", "Proxy-Authenticate: Basic", "X-Passes: 1",
            "Proxy-Connection: keep-alive", "Upgrade: h2", "TE: trailers",
            "Proxy-Authentication-Info: x",
        ),
    )  # fmt: skip
    for _ in range(2):
        answer = client.get(path)
        gone = {
            "x-secret", "x-second", "keep-alive", "proxy-authenticate", "proxy-connection",
            "upgrade", "te",
        }  # fmt: skip
        assert not set(answer.names) & gone and "x-passes" in answer.names
        assert "x-secret" not in (answer.get("connection") or "")
    assert len(upstream.asked(path)) == 1


@BOTH
@pytest.mark.parametrize("name", ["Host", "Content-Length", "Transfer-Encoding", "Via"])
def test_connection_cannot_take_away_what_frames_a_request(
    name: str, client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", NO_STORE))
    answer = client.ask("POST", path, f"Connection: {name}", body=b"abc")
    asked = upstream.asked(path)
    if answer.status == 400:
        assert asked == []
    else:
        assert asked[0].body == b"abc" and asked[0].get("host") == upstream.authority


@BOTH
def test_connection_cannot_take_an_identity_away(
    over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        token = exchange.request.get("authorization")
        exchange.send(response((token or "nobody").encode(), "Cache-Control: private, max-age=60"))

    upstream.on(path, answer)
    asked = proxy if over == "tcp" else proxy.unix
    twisted = asked.ask(path, "Connection: Authorization", token="a")
    assert twisted.status in (200, 400)
    if twisted.status == 200:
        # Who was asked as nobody gets what nobody gets.
        assert twisted.body == b"nobody" or upstream.asked(path)[0].get("authorization")
    assert asked.ask(path, token="a").body == b"token a"
    assert asked.ask(path).body == b"nobody"


@BOTH
def test_connection_cannot_take_directives_away(
    client: Client, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", "Cache-Control: no-store", "Connection: Cache-Control",
                               "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"))  # fmt: skip
    for _ in range(2):
        client.get(path)
    assert len(upstream.asked(path)) == 2


# Upstreams that lie.

OK = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n"

#: What is no HTTP: 502.
HOSTILE = {
    "nothing": "",
    "nothing but a line's end": "\r\n",
    "text": "hello\r\n\r\n",
    "HTTP/0.9": "<html>hello</html>",
    "a TLS alert": "\x15\x03\x01\x00\x02\x02\x28",
    "a TLS hello": "\x16\x03\x01\x00\x05\x02\x00\x00\x00\x00",
    "an SSH banner": "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/2": "HTTP/2 200\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 in lower case": "http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "a status that is no number": "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n",
    "a status of two digits": "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n",
    "a status of four digits": "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n",
    "a negative status": "HTTP/1.1 -20 OK\r\nContent-Length: 0\r\n\r\n",
    "no status": "HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    "status 000": "HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n",
    "a head that ends early": OK + "Content-Length: 3",
    "a head without an end": OK + "Content-Length: 0\r\n",
    "a field without a colon": OK + "Content-Length: 0\r\nX-A\r\n\r\n",
    "an empty name": OK + "Content-Length: 0\r\n: x\r\n\r\n",
    "a space in a name": OK + "Content-Length: 0\r\nX A: b\r\n\r\n",
    "a name that is not ASCII": OK + "Content-Length: 0\r\nX-\xe4: b\r\n\r\n",
    "NUL in a value": OK + "Content-Length: 0\r\nX-A: b\0c\r\n\r\n",
    "length and chunks": OK + "Content-Length: 5\r\n" + CHUNKS + "0\r\n\r\n",
    "two lengths": OK + "Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde",
    "a list of lengths": OK + "Content-Length: 3, 5\r\n\r\nabcde",
    "a negative length": OK + "Content-Length: -1\r\n\r\nabc",
    "a length with a sign": OK + "Content-Length: +3\r\n\r\nabc",
    "a hexadecimal length": OK + "Content-Length: 0x3\r\n\r\nabc",
    "a length that is no number": OK + "Content-Length: abc\r\n\r\nabc",
    "a length with more after it": OK + "Content-Length: 3abc\r\n\r\nabc",
    "an empty length": OK + "Content-Length:\r\n\r\nabc",
    "a length beyond 64 bits": OK + "Content-Length: 18446744073709551619\r\n\r\nabc",
    "an unknown coding": OK + "Transfer-Encoding: xchunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "chunked, not last": OK + "Transfer-Encoding: chunked, identity\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "switching protocols": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n"
    "Connection: Upgrade\r\n\r\n",
}  # fmt: skip

#: What RFC 9112 has a proxy mend or refuse, and what must then not be in the response.
MENDED = {
    "a folded field": OK + "Content-Length: 0\r\nX-A: b\r\n c\r\n\r\n",
    "a folded field like another": OK + "Content-Length: 0\r\nX-A: b\r\n Set-Cookie: c=d\r\n\r\n",
    "a space before a colon": OK + "Content-Length: 0\r\nX-A : b\r\n\r\n",
    "a folded first field": "HTTP/1.1 200 OK\r\n X-A: b\r\nContent-Length: 0\r\n\r\n",
    "LF at the end of a field": OK + "Content-Length: 0\r\nX-A: b\nX-B: c\r\n\r\n",
    "LF alone": "HTTP/1.1 200 OK\nCache-Control: max-age=60\nContent-Length: 0\n\n",
    "CR in a value": OK + "Content-Length: 0\r\nX-A: b\rSet-Cookie: c=d\r\n\r\n",
    "CR in the status line": "HTTP/1.1 200 OK\rSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
    "a length twice": OK + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "controls in a value": OK + "Content-Length: 0\r\nX-A: b\x01c\r\n\r\n",
}  # fmt: skip


def check_error(answer: Message) -> None:
    assert answer.status == 502, answer
    assert (answer.get("content-type") or "").startswith("application/json")
    assert answer.json.keys() == {"message", "documentation_url"}
    assert re.search(r"\w\.$", answer.json["message"])


def check_lives(proxy: Proxy, upstream: FakeUpstream) -> None:
    path = upstream.on(f"/lives{next(NUMBERS)}", response(b"alive"))
    assert proxy.ask(path).body == b"alive"


@BOTH
@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_no_http_is_502_and_not_stored(
    case: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_close(HOSTILE[case].encode("latin-1")))
    asked = proxy if over == "tcp" else proxy.unix
    for method in ("GET", "GET", "POST"):
        before = len(upstream.asked(path))
        check_error(asked.ask(path, method=method))
        assert len(upstream.asked(path)) > before
    upstream.on(path, response(b"well"))
    assert asked.ask(path).body == b"well"


@BOTH
@pytest.mark.parametrize("case", MENDED)
def test_what_is_hardly_http_is_502_or_mended(
    case: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_close(MENDED[case].encode("latin-1")))
    answer = (proxy if over == "tcp" else proxy.unix).ask(path, method="POST")
    if answer.status != 200:
        return check_error(answer)
    assert not {"set-cookie", "x-a "} & set(answer.names), answer
    assert all(re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value) for _, value in answer.fields)
    assert len(answer.all("content-length")) == 1


BROKEN_CHUNKS = {
    "no size": "\r\nabc\r\n0\r\n\r\n",
    "a size that is no number": "xyz\r\nabc\r\n0\r\n\r\n",
    "a negative size": "-3\r\nabc\r\n0\r\n\r\n",
    "a size beyond 64 bits": "10000000000000003\r\nabc\r\n0\r\n\r\n",
    "too much data": "3\r\nabcd\r\n0\r\n\r\n",
    "an endless size": "0" * 100_000,
    "an endless extension": "3;" + "a" * 1_000_000,
}


@BOTH
@pytest.mark.parametrize("case", BROKEN_CHUNKS)
def test_broken_chunks_are_no_success_and_are_not_stored(
    case: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    body = BROKEN_CHUNKS[case].encode()
    upstream.on(path, then_close((OK + CHUNKS).encode() + chunk(b"first") + body))
    for _ in range(2):
        before = len(upstream.asked(path))
        check_broken(proxy, over, path)
        assert len(upstream.asked(path)) > before
    check_lives(proxy, upstream)


def check_broken(proxy: Proxy, over: str, path: str, *fields: str) -> None:
    """Whether a response is an error, or ends without having been whole."""
    with client_of(proxy, over) as client:
        client.send(client.request("GET", path, *fields))
        try:
            answer = client.response()
        except CutShort:
            return
    check_error(answer)


@pytest.mark.parametrize(
    "body",
    [
        b"no gzip at all", b"\x1f\x8b", gzip.compress(b"{}")[:-1], gzip.compress(b"{}")[:-8],
        gzip.compress(b"{}")[:-8] + bytes(8),
        gzip.compress(b"{}")[:10] + b"\xff" * 20,
    ],
    ids=["text", "two bytes", "cut", "without a sum", "a wrong sum", "garbage"],
)  # fmt: skip
def test_json_that_cannot_be_opened_is_no_success_and_is_not_stored(
    body: bytes, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(body, JSON, KEPT, "Content-Encoding: gzip", 'ETag: "x"'))
    for _ in range(2):
        before = len(upstream.asked(path))
        check_broken(proxy, "tcp", path, "Accept-Encoding: gzip")
        assert len(upstream.asked(path)) > before
    check_lives(proxy, upstream)


@BOTH
@pytest.mark.parametrize("part", [b"X-A: b\r\n", b"X-Long: " + b"x" * 1000])
def test_a_head_without_end_is_502_in_little_memory(
    part: bytes, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.close()
        exchange.send(OK.encode())
        for _ in range(20_000):
            exchange.send(part * 10)

    upstream.on(path, answer)
    before = proxy.serving.facts.peak
    check_error((proxy if over == "tcp" else proxy.unix).ask(path, method="POST"))
    assert proxy.serving.facts.peak - before < 50 * 1024
    check_lives(proxy, upstream)


@BOTH
@pytest.mark.parametrize("status", ["100 Continue", "102 Processing", "103 Early Hints"])
def test_interim_responses_without_end_are_502(
    status: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    ended = threading.Event()

    def answer(exchange: Exchange) -> None:
        exchange.close()
        part = lines(f"HTTP/1.1 {status}", "Link: <x>", "") * 100
        try:
            while True:
                exchange.send(part)
        finally:
            ended.set()

    upstream.on(path, answer)
    before = proxy.serving.facts.peak
    answer_ = (proxy if over == "tcp" else proxy.unix).ask(path, method="POST")
    check_error(answer_)
    ended.wait()
    assert proxy.serving.facts.peak - before < 50 * 1024
    check_lives(proxy, upstream)


EVIL = response(b"evil", "X-Evil: 1", KEPT)

LEFTOVERS = {
    "after a length": response(b"good", NO_STORE) + EVIL,
    "after chunks": lines("HTTP/1.1 200 OK", CHUNKED, NO_STORE, "") + chunk(b"good") + chunk(b"")
    + EVIL,
    "after no content": lines("HTTP/1.1 204 No Content", NO_STORE, "") + EVIL,
    "after a length of zero": lines("HTTP/1.1 200 OK", "Content-Length: 0", NO_STORE, "") + EVIL,
    "after a 304": lines("HTTP/1.1 304 Not Modified", "Content-Length: 4", "") + EVIL,
    "in the body for HEAD": response(b"good" + EVIL, NO_STORE),
}  # fmt: skip


@BOTH
@pytest.mark.parametrize("case", LEFTOVERS)
def test_more_than_one_response_to_a_request_is_never_another_requests(
    case: str, over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, LEFTOVERS[case])
    good = upstream.on(f"{path}/good", response(b"well", NO_STORE))
    asked = proxy if over == "tcp" else proxy.unix
    method = "HEAD" if "HEAD" in case else "GET"
    for _ in range(4):
        first = asked.ask(path, 'If-None-Match: "x"', method=method)
        assert b"evil" not in first.body and "x-evil" not in first.names
        assert asked.ask(good).body == b"well"


@BOTH
def test_a_response_that_nobody_asked_for_is_never_anybodys(
    over: str, processes: Processes, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.send(response(b"good", NO_STORE))
        # After the response has been read, but before another request.
        threading.Event().wait(0.1)
        exchange.send(EVIL)
        pushed.set()

    with FakeUpstream() as upstream:
        proxy = start_proxy(processes, upstream.url)
        asked = proxy if over == "tcp" else proxy.unix
        good = upstream.on(f"{path}/good", response(b"well", NO_STORE))
        upstream.on(path, answer)
        for _ in range(3):
            pushed = threading.Event()
            assert asked.ask(path).body == b"good"
            pushed.wait()
            assert asked.ask(good).body == b"well"


@BOTH
def test_a_connection_that_is_reset_is_502(
    over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.close()
        # Closing with unread bytes, and without lingering, resets.
        exchange.stream.socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0"
        )
        exchange.stream.close()

    upstream.on(path, answer)
    for method in ("GET", "POST"):
        check_error((proxy if over == "tcp" else proxy.unix).ask(path, method=method))


@BOTH
def test_an_upload_is_not_sent_twice(
    over: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_close(b""), response(b"second"))
    asked = proxy if over == "tcp" else proxy.unix
    check_error(asked.ask(path, method="POST", body=b"once"))
    assert len(upstream.asked(path)) == 1


# The command.


def check_usage(processes: Processes, *arguments: str, **environment: str) -> bytes:
    """Whether the arguments are refused with one line; returns it."""
    done = processes.run("proxy", "--sandbox", *arguments, environment=environment)
    assert (done.returncode, done.stdout) == (64, b""), done
    assert len(done.stderr.splitlines()) == 1, done.stderr.decode()
    return done.stderr


def test_a_proxy_without_a_listener_is_refused(processes: Processes) -> None:
    message = check_usage(processes)
    assert b"--listen" in message and b"--socket" in message


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", ":0", "127.0.0.1", "0:0"]
    + ["127.0.0.1:70000", "127.0.0.1:-1", "127.0.0.1:x", ""],
)
def test_listen_takes_loopback_only(address: str, processes: Processes) -> None:
    assert b"listen" in check_usage(processes, "--listen", address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "127.0.0.2"])
def test_listen_takes_every_loopback_address(host: str, processes: Processes) -> None:
    serving = processes.popen("proxy", "--sandbox", "--listen", f"{host}:0")
    assert serving.process.stdout is not None
    line = serving.process.stdout.readline().decode()
    assert re.fullmatch(r"listening on http://(127\.0\.0\.[12]|\[::1\]):[1-9]\d*\n", line), line
    serving.process.terminate()
    assert serving.wait() == 0


@pytest.mark.parametrize(
    "flags",
    [
        ["--token-file", "/dev/null"], ["--no-such-flag"], ["operand"],
        ["--upstream-timeout", "0"], ["--upstream-timeout", "x"], ["--upstream-concurrency", "0"],
        ["--cache-max-bytes", "-1"], ["--api-url", "http://127.0.0.1:1"],
        ["--stale-while-revalidate", "-1"], ["--log-level", "loud"],
    ],
)
def test_bad_flags_are_refused(flags: List[str], processes: Processes) -> None:
    check_usage(processes, "--listen", "127.0.0.1:0", *flags)


def test_bad_variables_are_refused(processes: Processes) -> None:
    check_usage(processes, "--listen", "127.0.0.1:0", GITXPLORER_UPSTREAM_TIMEOUT="x")
    check_usage(processes, GITXPLORER_LISTEN="0.0.0.0:0")


def test_listeners_may_come_from_variables(processes: Processes, tmp_path: Path) -> None:
    path = str(tmp_path / "s")
    serving = processes.popen(
        "proxy", "--sandbox",
        environment={"GITXPLORER_LISTEN": "127.0.0.1:0", "GITXPLORER_SOCKET": path},
    )  # fmt: skip
    assert serving.process.stdout is not None
    printed = {serving.process.stdout.readline().decode()[:26] for _ in range(2)}
    assert printed == {"listening on http://127.0.", f"listening on unix:{path}\n"[:26]}


def test_a_port_in_use_is_an_error(processes: Processes, proxy: Proxy) -> None:
    done = processes.run("proxy", "--sandbox", "--listen", f"127.0.0.1:{proxy.port}")
    assert done.returncode not in (0, 64)
    assert len(done.stderr.splitlines()) == 1 and str(proxy.port).encode() in done.stderr


def test_the_help_names_every_flag_and_an_example(processes: Processes) -> None:
    done = processes.run("proxy", "--help")
    assert done.returncode == 0 and done.stderr == b""
    text = done.stdout.decode()
    for flag in ("--listen", "--socket", "--lend-token", "--keep-longer", "--api-url", "--cache",
                 "--offline", "--upstream-timeout", "--shared-cache", "--token-file"):  # fmt: skip
        assert flag in text
    assert "http_unix_socket" in text and "GITHUB_API_URL" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "proxy" in processes.run("--help").stdout.decode()


# The file of the Unix socket.


@pytest.fixture
def file(processes: Processes) -> Path:
    return processes.folder / "file"


def run_on(processes: Processes, file: Path) -> "subprocess.CompletedProcess[bytes]":
    return processes.run("proxy", "--sandbox", "--socket", str(file))


def test_the_socket_is_private_and_goes_with_the_proxy(
    processes: Processes, upstream: FakeUpstream
) -> None:
    proxy = start_proxy(processes, upstream.url)
    file = Path(proxy.socket)
    assert stat.S_ISSOCK(file.stat().st_mode) and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert proxy.end() == 0
    assert not file.exists()


def test_a_stale_socket_is_replaced(processes: Processes, file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(file))
    serving = processes.popen("proxy", "--sandbox", "--socket", str(file))
    assert serving.process.stdout is not None
    assert serving.process.stdout.readline().decode() == f"listening on unix:{file}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_live_socket_is_an_error_and_stays(
    processes: Processes, proxy: Proxy, upstream: FakeUpstream
) -> None:
    done = run_on(processes, Path(proxy.socket))
    assert done.returncode not in (0, 64) and done.stdout == b""
    assert len(done.stderr.splitlines()) == 1 and proxy.socket.encode() in done.stderr
    upstream.on("/stays", response(b"here"))
    assert proxy.unix.ask("/stays").body == b"here"


def test_a_file_that_is_no_socket_stays(processes: Processes, file: Path) -> None:
    file.write_text("mine")
    done = run_on(processes, file)
    assert done.returncode != 0 and len(done.stderr.splitlines()) == 1
    assert file.read_text() == "mine"


def test_another_user_gets_nothing_over_the_socket(
    processes: Processes, upstream: FakeUpstream, other_user: OtherUser, path: str
) -> None:
    """Even if somebody has opened its file to all."""
    folder = Path(other_user.program).parent
    file = folder / "proxy.sock"
    serving = processes.popen("proxy", "--api-url", upstream.url, "--socket", str(file))
    assert serving.process.stdout is not None and serving.process.stdout.readline()
    file.chmod(0o666)
    script = (
        "import socket; s = socket.socket(socket.AF_UNIX); s.connect({!r});"
        "s.sendall({!r}); print(s.recv(100))"
    )
    request = lines(f"GET {path} HTTP/1.1", f"Host: {upstream.authority}", "")
    words = other_user.command("/usr/bin/python3", "-c", script.format(str(file), request))
    done = subprocess.run(words, capture_output=True, cwd="/")
    # Closed at once: an end, or a broken pipe.
    assert b" 200 " not in done.stdout and upstream.asked(path) == []
    with socket.socket(socket.AF_UNIX) as own:
        own.connect(str(file))
        own.sendall(request)
        assert own.recv(12) == b"HTTP/1.1 404"


# The server's own token.


@pytest.fixture
def token_file(processes: Processes) -> str:
    return processes.token("ghp_Lent0123456789abcdefghijklmnopqrstuv")["GITXPLORER_TOKEN_FILE"]


LENT = "ghp_Lent0123456789abcdefghijklmnopqrstuv"


def test_a_token_is_lent_on_the_unix_socket_alone(
    processes: Processes, upstream: FakeUpstream, token_file: str, path: str
) -> None:
    upstream.on(path, response(b"", NO_STORE))
    proxy = start_proxy(processes, upstream.url, "--lend-token", "--token-file", token_file)
    assert proxy.unix.ask(path).status == proxy.ask(path).status == 200
    assert proxy.unix.ask(path, token="own").status == proxy.ask(path, token="own").status == 200
    lent, none, *own = [each.all("authorization") for each in upstream.asked(path)]
    assert len(lent) == 1 and lent[0].split(" ")[1] == LENT
    assert (none, own) == ([], [["token own"], ["token own"]])


def test_what_was_fetched_with_a_lent_token_is_for_those_it_is_lent_to(
    processes: Processes, upstream: FakeUpstream, token_file: str, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        token = exchange.request.get("authorization")
        kept = "private" if token else "public"
        field = f"Cache-Control: {kept}, max-age=60"
        exchange.send(response((token or "nobody").encode(), field))

    upstream.on(path, answer)
    proxy = start_proxy(processes, upstream.url, "--lend-token", "--token-file", token_file)
    for _ in range(2):
        assert LENT.encode() in proxy.unix.ask(path).body
        assert proxy.ask(path).body == b"nobody"
        assert proxy.ask(path, token="own").body == b"token own"
    assert len(upstream.asked(path)) == 3


def test_an_empty_authorization_is_the_clients_own(
    processes: Processes, upstream: FakeUpstream, token_file: str, path: str
) -> None:
    upstream.on(path, response(b"", NO_STORE))
    proxy = start_proxy(processes, upstream.url, "--lend-token", "--token-file", token_file)
    proxy.unix.ask(path, "Authorization:")
    assert LENT not in str([each.all("authorization") for each in upstream.asked(path)])


def test_without_lending_no_token_of_the_server_is_used(
    processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", NO_STORE))
    variables = {
        name: LENT
        for name in ("GITXPLORER_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN")
    }
    proxy = start_proxy(processes, upstream.url, environment=variables)
    assert proxy.unix.ask(path).status == proxy.ask(path).status == 200
    assert [each.all("authorization") for each in upstream.asked(path)] == [[], []]


def test_a_token_variable_is_lent(processes: Processes, upstream: FakeUpstream, path: str) -> None:
    upstream.on(path, response(b"", NO_STORE))
    environment = {"GITXPLORER_TOKEN": LENT}
    proxy = start_proxy(processes, upstream.url, "--lend-token", environment=environment)
    proxy.unix.ask(path)
    assert LENT in (upstream.asked(path)[0].get("authorization") or "")
    with pytest.raises(AssertionError):
        start_proxy(
            processes, upstream.url, environment={"GITXPLORER_TOKEN_FILE": "/dev/null"}
        )


def test_a_lent_token_stays_with_its_host(
    processes: Processes, upstream: FakeUpstream, pages: FakeUpstream, token_file: str, path: str
) -> None:
    pages.on(path, response(b"", NO_STORE))
    flags = ["--lend-token", "--token-file", token_file, "--web-url", pages.url]
    proxy = start_proxy(processes, upstream.url, *flags)
    with client_of(proxy, "unix") as client:
        client.send(lines(f"GET {path} HTTP/1.1", f"Host: {pages.authority}", ""))
        assert client.response().status == 200
    assert pages.asked(path)[0].all("authorization") == []


def test_a_lent_token_is_in_no_log_and_no_answer(
    processes: Processes, upstream: FakeUpstream, token_file: str, path: str
) -> None:
    upstream.on(path, then_close(b"HTTP/1.1 200 " + LENT.encode() + b"\r\nX-A\r\n\r\n"))
    flags = ["--lend-token", "--token-file", token_file, "--log-http", "--log-level", "trace"]
    proxy = start_proxy(processes, upstream.url, *flags, "--log-requests")
    answer = proxy.unix.ask(path)
    assert answer.status == 502 and LENT not in str(answer)
    proxy.unix.ask(path, token="ghp_Own01234567890123456789abcdefghijklmn")
    assert proxy.end() == 0
    assert LENT not in proxy.log and "ghp_Own" not in proxy.log and path in proxy.log


# Ends.

BEGUN = lines("HTTP/1.1 200 OK", f"Content-Length: {2 * MIB}", NO_STORE, "")


@BOTH
def test_a_transfer_under_way_is_finished_after_sigterm(
    over: str, processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    upstream.on(path, pieces(BEGUN + b"a" * MIB, b"b" * MIB, go=go))
    proxy = start_proxy(processes, upstream.url)
    with client_of(proxy, over) as client, client_of(proxy, over) as idle:
        idle.get(f"{path}/idle")
        client.send(client.request("GET", path))
        answer = client.response_head()
        proxy.serving.process.terminate()
        assert idle.ends()
        go.release()
        assert b"".join(client.pieces(answer)) == b"a" * MIB + b"b" * MIB
        assert client.ends()
    assert proxy.serving.wait() == 0


@BOTH
def test_nothing_new_is_begun_after_sigterm(
    over: str, processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_wait(BEGUN + b"a" * MIB))
    upstream.on(f"{path}/new", response(b"new"))
    proxy = start_proxy(processes, upstream.url)
    with client_of(proxy, over) as client, client_of(proxy, over) as idle:
        idle.get(f"{path}/idle")
        client.send(client.request("GET", path))
        client.response_head()
        proxy.serving.process.terminate()
        assert idle.ends()
        try:
            with client_of(proxy, over) as late:
                late.send(late.request("GET", f"{path}/new", "Connection: close"))
                assert late.rest()[:12] in (b"", b"HTTP/1.1 503")
        except (ConnectionError, FileNotFoundError):
            pass
    assert upstream.asked(f"{path}/new") == []
    assert proxy.serving.wait() == 0


def test_a_transfer_that_does_not_end_is_cut_5_s_after_sigterm(
    processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_wait(BEGUN + b"a" * MIB))
    proxy = start_proxy(processes, upstream.url, "--upstream-timeout", "1000")
    with client_of(proxy, "tcp") as client:
        client.send(client.request("GET", path))
        answer = client.response_head()
        proxy.serving.process.terminate()
        with pytest.raises(CutShort):
            list(client.pieces(answer))
    assert proxy.serving.wait() == 0


def test_a_second_signal_ends_at_once(
    processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, then_wait(BEGUN + b"a" * MIB))
    proxy = start_proxy(processes, upstream.url)
    with client_of(proxy, "tcp") as client, client_of(proxy, "tcp") as idle:
        idle.get(f"{path}/idle")
        client.send(client.request("GET", path))
        client.response_head()
        proxy.serving.process.terminate()
        assert idle.ends()
        # A second one within half a second counts as the first.
        threading.Event().wait(0.6)
        proxy.serving.process.send_signal(signal.SIGINT)
        assert proxy.serving.wait() == 128 + signal.SIGINT
