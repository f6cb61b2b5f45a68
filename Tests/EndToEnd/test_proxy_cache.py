"""What `gitxplorer proxy` stores, and when it uses it again: RFC 9111, 5861, 8246, 9211."""

from __future__ import annotations

import gzip
import itertools
import re
import threading
import time
from email.utils import formatdate
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest

from harness.clock import Clock
from harness.fake_upstream import Answer, Exchange, FakeUpstream, pieces, then_close, then_wait
from harness.http_bytes import CutShort, Message, chunk, lines, response
from harness.processes import Processes
from harness.proxy import Proxy, start_proxy

KEPT = "Cache-Control: public, max-age=60"
OLD = "Sun, 06 Nov 1994 08:49:37 GMT"
CHUNKED = "Transfer-Encoding: chunked"
NUMBERS = itertools.count()


class Time(Clock):
    """The wall clock of proxies, which runs on from where ``advance`` has moved it."""

    moved = 0

    def advance(self, seconds: int) -> None:
        super().advance(seconds)
        self.moved += seconds

    def date(self, seconds: float = 0) -> str:
        """That many seconds from now, as HTTP says it."""
        return formatdate(time.time() + self.moved + seconds, usegmt=True)


@pytest.fixture(scope="module")
def upstream() -> Iterator[FakeUpstream]:
    with FakeUpstream() as upstream:
        yield upstream


@pytest.fixture(scope="module")
def clock(module_processes: Processes) -> Time:
    return Time(module_processes.folder)


@pytest.fixture(scope="module")
def proxy(module_processes: Processes, upstream: FakeUpstream, clock: Time) -> Proxy:
    return start_proxy(module_processes, upstream.url, environment=clock.environment)


@pytest.fixture
def path() -> str:
    """A path that no other test asks for."""
    return f"/c{next(NUMBERS)}"


def cache_status(answer: Message) -> Dict[str, str]:
    """The parameters of what the proxy says (RFC 9211), which comes last."""
    last = re.split(r",\s*", ", ".join(answer.all("cache-status")))[-1]
    name, *parameters = [each.strip() for each in last.split(";")]
    assert name == "gitxplorer", answer
    found = dict((each.partition("=")[::2]) for each in parameters)
    assert not {"hit", "fwd"} <= found.keys() or found["hit"] == "?0", answer
    assert found.get("fwd", "miss") in (
        "bypass", "method", "uri-miss", "vary-miss", "miss", "request", "stale", "partial"
    )  # fmt: skip
    return found


def is_hit(answer: Message) -> bool:
    return "hit" in cache_status(answer)


class Page:
    """A resource of the upstream that counts how often it is asked for, and how."""

    def __init__(
        self, upstream: FakeUpstream, path: str, *fields: str, body: bytes = b"",
        status: str = "200 OK",
    ) -> None:  # fmt: skip
        self.upstream = upstream
        self.path = path
        self.fields = fields
        self.body = body
        self.status = status
        upstream.on(path, self._answer)

    def _answer(self, exchange: Exchange) -> None:
        exchange.read()
        tags = [each[6:] for each in self.fields if each.startswith("ETag: ")]
        dates = [each[15:] for each in self.fields if each.startswith("Last-Modified: ")]
        asked = exchange.request
        known = re.findall(r'(?:W/)?"[^"]*"', ", ".join(asked.all("if-none-match")))
        if tags and tags[0] in known or dates and dates == asked.all("if-modified-since"):
            exchange.send(response(b"", *self.fields, status="304 Not Modified"))
        else:
            body = self.body or b"%d" % self.count
            exchange.send(response(body, *self.fields, status=self.status))

    @property
    def count(self) -> int:
        return len(self.upstream.asked(self.path))

    @property
    def last(self) -> Message:
        """The last request."""
        return self.upstream.asked(self.path)[-1]


@pytest.fixture
def page(upstream: FakeUpstream, path: str) -> Page:
    """A page that is fresh for a minute, and has validators."""
    return Page(upstream, path, KEPT, 'ETag: "a"', f"Last-Modified: {OLD}")


# Fresh and stale.


def test_a_fresh_response_is_used_again(proxy: Proxy, page: Page) -> None:
    first = proxy.ask(page.path)
    assert cache_status(first)["fwd"] in ("uri-miss", "miss")
    assert "stored" in cache_status(first)
    for asked in (proxy, proxy.unix):
        second = asked.ask(page.path)
        assert (second.status, second.body) == (200, first.body) == (200, b"1")
        assert is_hit(second) and second.get("etag") == '"a"'
        assert int(second.get("age") or "") <= 2
        assert len(second.all("via")) == 1 and second.all("via") == first.all("via")
    assert page.count == 1


def test_age_grows_and_the_time_left_shrinks(proxy: Proxy, page: Page, clock: Time) -> None:
    proxy.ask(page.path)
    start = clock.moved
    for passed in (20, 40, 57):
        clock.advance(passed - (clock.moved - start))
        answer = proxy.ask(page.path)
        age, left = int(answer.get("age") or ""), int(cache_status(answer)["ttl"])
        assert passed <= age <= passed + 2 and age + left == 60
    assert page.count == 1


def test_what_is_no_longer_fresh_is_validated(proxy: Proxy, page: Page, clock: Time) -> None:
    proxy.ask(page.path)
    clock.advance(61)
    answer = proxy.ask(page.path)
    assert (answer.status, answer.body) == (200, b"1")
    assert cache_status(answer)["fwd"] == "stale"
    assert cache_status(answer).get("fwd-status", "304") == "304"
    assert page.last.all("if-none-match") == ['"a"']
    assert page.last.all("if-modified-since") in ([OLD], [])
    # And then it is fresh again.
    assert is_hit(proxy.ask(page.path)) and page.count == 2


def test_last_modified_alone_validates(
    proxy: Proxy, upstream: FakeUpstream, path: str, clock: Time
) -> None:
    page = Page(upstream, path, KEPT, f"Last-Modified: {OLD}")
    proxy.ask(path)
    clock.advance(61)
    assert proxy.ask(path).body == b"1"
    assert page.last.all("if-modified-since") == [OLD] and page.count == 2


def test_a_changed_page_replaces_what_is_stored(proxy: Proxy, page: Page, clock: Time) -> None:
    proxy.ask(page.path)
    page.fields = (KEPT, 'ETag: "b"')
    clock.advance(61)
    for _ in range(2):
        answer = proxy.ask(page.path)
        assert (answer.body, answer.get("etag")) == (b"2", '"b"')
    assert page.count == 2


def test_a_304_updates_the_stored_fields(proxy: Proxy, page: Page, clock: Time) -> None:
    page.fields += ("X-RateLimit-Remaining: 9", "X-Same: 1", "Content-Type: a/b")
    proxy.ask(page.path)
    clock.advance(61)
    page.fields = ("Cache-Control: public, max-age=1000", 'ETag: "a"', "X-RateLimit-Remaining: 8",
                   "Content-Length: 0", "X-New: 1")  # fmt: skip
    for _ in range(2):
        answer = proxy.ask(page.path)
        assert answer.get("x-ratelimit-remaining") == "8" and answer.get("x-new") == "1"
        assert answer.get("x-same") == "1" and answer.get("content-type") == "a/b"
        assert (answer.get("content-length"), answer.body) == ("1", b"1")
    clock.advance(900)
    assert is_hit(proxy.ask(page.path)) and page.count == 2


def test_what_has_no_validator_is_fetched_again(
    proxy: Proxy, upstream: FakeUpstream, path: str, clock: Time
) -> None:
    page = Page(upstream, path, KEPT)
    proxy.ask(path)
    clock.advance(61)
    assert proxy.ask(path).body == b"2"
    assert not {"if-none-match", "if-modified-since"} & set(page.last.names)


def test_the_age_that_the_upstream_gives_counts(
    proxy: Proxy, upstream: FakeUpstream, path: str, clock: Time
) -> None:
    Page(upstream, path, KEPT, "Age: 30", f"Date: {clock.date()}")
    assert proxy.ask(path).all("age") == ["30"]
    clock.advance(20)
    answer = proxy.ask(path)
    assert is_hit(answer) and 50 <= int(answer.get("age") or "") <= 53
    clock.advance(15)
    assert proxy.ask(path).body == b"2"


#: Fields of a response without a token and with one, and for how many seconds they are fresh.
LIFETIMES: List[Tuple[List[str], Optional[int], Optional[int]]] = [
    (["Cache-Control: max-age=60"], 60, 60),
    (["cache-control: MAX-AGE=60"], 60, 60),
    (["Cache-Control: max-age=60, s-maxage=10"], 10, 60),
    (["Cache-Control: s-maxage=60, max-age=10"], 60, 10),
    (["Cache-Control: private, max-age=60, s-maxage=60"], None, 60),
    (["Cache-Control: private", "Cache-Control: max-age=60"], None, 60),
    (["Cache-Control: max-age=60, no-store"], None, None),
    (["Cache-Control: max-age=60", "Cache-Control: no-store"], None, None),
    (["Cache-Control: NO-STORE, max-age=60"], None, None),
    (["Cache-Control: no-cache, max-age=60"], None, None),
    (["Cache-Control: max-age=0"], None, None),
    (["Cache-Control: max-age=x"], None, None),
    (["Cache-Control: max-age=-60"], None, None),
    (["Cache-Control: max-age=60.5"], None, None),
    (["Cache-Control: max-age"], None, None),
    (["Cache-Control: maxage=60"], None, None),
    ([], None, None),
    (["Vary: *", "Cache-Control: max-age=60"], None, None),
    (["Vary: Accept, *", "Cache-Control: max-age=60"], None, None),
    (["Cache-Control: max-age=60, immutable"], 60, 60),
    (["Cache-Control: immutable"], None, None),
    (["Cache-Control: max-age=60, must-revalidate"], 60, 60),
    (['Cache-Control: x="no-store", max-age=60'], 60, 60),
    (['Cache-Control: x="a, no-cache, b\\", private", max-age=60'], 60, 60),
    (["Cache-Control: max-age=60, unknown=1, another"], 60, 60),
    (["Expires: {60}", "Date: {0}"], 60, 60),
    (["Expires: {60}", "Date: {0}", "Cache-Control: max-age=10"], 10, 10),
    (["Expires: {-60}", "Date: {0}", "Cache-Control: max-age=60"], 60, 60),
    (["Expires: 0", "Date: {0}"], None, None),
    (["Expires: never", "Date: {0}"], None, None),
    (["Expires: {-60}", "Date: {0}"], None, None),
    (["Expires: {60}", "Expires: {-60}", "Date: {0}"], None, None),
]  # fmt: skip


@pytest.mark.parametrize("token", [None, "abc"], ids=["anonymous", "with a token"])
@pytest.mark.parametrize("case", LIFETIMES, ids=lambda case: ", ".join(case[0]))
def test_a_response_is_fresh_as_long_as_its_fields_say(
    case: Any, token: Optional[str], proxy: Proxy, upstream: FakeUpstream, path: str, clock: Time
) -> None:
    fields = [
        re.sub(r"\{(-?\d+)\}", lambda found: clock.date(int(found[1])), each) for each in case[0]
    ]
    lifetime = case[2] if token else case[1]
    page = Page(upstream, path, *fields)
    proxy.ask(path, token=token)
    if lifetime:
        clock.advance(lifetime - 5)
        assert is_hit(proxy.ask(path, token=token)) and page.count == 1
        clock.advance(6)
    assert proxy.ask(path, token=token).body == b"2" and page.count == 2


def test_no_lifetime_is_believed_beyond_31_days(proxy: Proxy, page: Page, clock: Time) -> None:
    page.fields = ("Cache-Control: max-age=99999999999999999999", 'ETag: "a"')
    proxy.ask(page.path)
    clock.advance(30 * 86400)
    assert is_hit(proxy.ask(page.path))
    clock.advance(2 * 86400)
    proxy.ask(page.path)
    assert page.count == 2


def test_a_304_for_another_version_does_not_freshen_what_is_stored(
    proxy: Proxy, page: Page, clock: Time
) -> None:
    """RFC 9111, section 4.3.4: a strong validator must match."""
    proxy.ask(page.path)
    clock.advance(61)
    page.upstream.on(
        page.path,
        response(b"", KEPT, 'ETag: "other"', status="304 Not Modified"),
        response(b"other", KEPT, 'ETag: "other"'),
    )
    answer = proxy.ask(page.path)
    assert answer.status == 502 or answer.body == b"other"
    assert proxy.ask(page.path).body == b"other"


def test_no_cache_is_validated_every_time(proxy: Proxy, page: Page) -> None:
    page.fields = ("Cache-Control: no-cache", 'ETag: "a"')
    for _ in range(3):
        assert proxy.ask(page.path).body == b"1"
    assert page.count == 3 and page.last.all("if-none-match") == ['"a"']


@pytest.mark.parametrize(
    ("status", "is_kept"),
    [
        ("200 OK", True), ("203 Non-Authoritative", True), ("301 Moved", True), ("302 Found", True),
        ("307 Temporary", True), ("308 Permanent", True), ("404 Not Found", True),
        ("410 Gone", True), ("206 Partial Content", False), ("304 Not Modified", False),
    ],
)  # fmt: skip
def test_what_has_a_lifetime_is_stored_with_its_status(
    status: str, is_kept: bool, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    page = Page(
        upstream, path, KEPT, "Location: /x", "Content-Range: bytes 0-0/2", status=status,
        body=b"" if status[:3] == "304" else b"x",
    )  # fmt: skip
    for _ in range(2):
        answer = proxy.ask(path)
        assert answer.status == int(status[:3]) and answer.get("location") == "/x"
    assert page.count == (1 if is_kept else 2)


def test_an_empty_body_is_stored(proxy: Proxy, upstream: FakeUpstream, path: str) -> None:
    upstream.on(path, response(b"", KEPT))
    for _ in range(2):
        answer = proxy.ask(path)
        assert (answer.status, answer.body, answer.get("content-length")) == (200, b"", "0")
    assert len(upstream.asked(path)) == 1


def test_a_chunked_body_is_stored_whole(proxy: Proxy, upstream: FakeUpstream, path: str) -> None:
    body = bytes(range(256)) * 1000
    parts = [chunk(body[place : place + 999]) for place in range(0, len(body), 999)]
    head = lines("HTTP/1.1 200 OK", KEPT, CHUNKED, "")
    upstream.on(path, head + b"".join(parts) + chunk(b""))
    for asked in (proxy, proxy.unix, proxy):
        assert asked.ask(path).body == body
    with proxy.connect() as client:
        client.send(lines(f"GET {path} HTTP/1.0", f"Host: {client.host}", ""))
        assert client.response().body == body
    assert len(upstream.asked(path)) == 1


def test_a_large_body_is_the_same_whether_it_is_stored_or_not(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    body = bytes(range(256)) * (24 << 12)
    upstream.on(path, response(body, KEPT))
    for asked in (proxy, proxy.unix):
        assert asked.ask(path).body == body


def test_cache_status_follows_that_of_caches_before(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    upstream.on(path, response(b"", KEPT, 'Cache-Status: "Fastly, Inc"; hit; ttl=5'))
    for _ in range(2):
        members = ", ".join(proxy.ask(path).all("cache-status"))
        assert members.startswith('"Fastly, Inc"; hit; ttl=5, gitxplorer;')
        assert members.count("gitxplorer") == 1


# Who is asked for whom.


def test_each_authorization_has_a_store_of_its_own(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        token = exchange.request.get("authorization") or "nobody"
        exchange.send(response(token.encode(), KEPT))

    upstream.on(path, answer)
    for _ in range(2):
        assert proxy.ask(path).body == b"nobody"
        assert proxy.unix.ask(path).body == b"nobody"
        assert proxy.ask(path, token="a").body == b"token a"
        assert proxy.ask(path, token="b").body == b"token b"
        assert proxy.unix.ask(path, "Authorization: Basic YTpi").body == b"Basic YTpi"
    assert len(upstream.asked(path)) == 4
    # An empty one is no identity; it may be refused.
    assert proxy.ask(path, "Authorization:").body not in (b"token a", b"token b", b"Basic YTpi")


def test_other_queries_are_other_pages(proxy: Proxy, upstream: FakeUpstream, path: str) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.send(response(exchange.request.target.encode(), KEPT))

    upstream.on(path, answer)
    targets = [path, f"{path}?", f"{path}?a=1", f"{path}?a=2", f"{path}?a=1&b", f"{path}?A=1"]
    for _ in range(2):
        for target in targets:
            assert proxy.ask(target).body.decode() == target
    assert len(upstream.asked(path)) == len(targets)


def test_a_get_with_a_body_is_not_answered_from_the_store(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.send(response(b"for " + exchange.read(), KEPT))

    upstream.on(path, answer)
    for body in (b"a", b"b", b"", b"c"):
        assert proxy.ask(path, body=body).body == b"for " + body


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "get"])
def test_only_get_is_stored(
    method: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    page = Page(upstream, path, KEPT)
    for _ in range(2):
        answer = proxy.ask(path, method=method)
        assert not is_hit(answer) and cache_status(answer)["fwd"] in ("method", "bypass")
        assert "stored" not in cache_status(answer)
    assert page.count == 2
    assert proxy.ask(path).body == b"3"


# Vary.


def variants(upstream: FakeUpstream, path: str, vary: str, *names: str) -> None:
    """A page that says the values of the named fields of the request."""

    def answer(exchange: Exchange) -> None:
        values = [",".join(exchange.request.all(name)) for name in names]
        exchange.send(response(";".join(values).encode() or b"-", KEPT, f"Vary: {vary}"))

    upstream.on(path, answer)


def test_vary_keeps_several_responses_side_by_side(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    variants(upstream, path, "ACCEPT, x-other", "accept", "x-other")
    cases = [
        (["Accept: a/b"], b"a/b;"), (["Accept: c/d"], b"c/d;"), ([], b";"),
        (["Accept: a/b", "X-Other: 1"], b"a/b;1"), (["X-Other: 1"], b";1"), (["Accept:"], b";"),
    ]  # fmt: skip
    for _ in range(2):
        for fields, body in cases:
            assert proxy.ask(path, *fields).body == body
    # An empty field and none may be told apart.
    assert len(upstream.asked(path)) in (5, 6)
    for fields, body in cases[:5]:
        assert is_hit(proxy.ask(path, *fields))


def test_fields_that_vary_does_not_name_do_not_matter(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    variants(upstream, path, "Accept", "accept")
    for agent in ("a", "b", "c"):
        proxy.ask(path, "Accept: x/y", f"X-Other: {agent}", f"Accept-Language: {agent}")
    assert len(upstream.asked(path)) == 1


@pytest.mark.parametrize("name", ["Cookie", "X-GitHub-OTP"])
def test_other_credentials_than_authorization_are_not_shared(
    name: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    def answer(exchange: Exchange) -> None:
        body = exchange.request.get(name) or "nobody"
        # GitHub's names these.
        vary = "Vary: Accept, Authorization, Cookie, X-GitHub-OTP"
        exchange.send(response(body.encode(), KEPT, vary))

    upstream.on(path, answer)
    for token in (None, "t"):
        for _ in range(2):
            for value in ("a=1", "b=1"):
                assert proxy.ask(path, f"{name}: {value}", token=token).body == value.encode()
            assert proxy.ask(path, token=token).body == b"nobody"


def test_a_new_variant_is_a_vary_miss_or_a_miss(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    variants(upstream, path, "Accept", "accept")
    proxy.ask(path, "Accept: a/b")
    assert cache_status(proxy.ask(path, "Accept: c/d"))["fwd"] in ("vary-miss", "miss")


def test_a_compressed_response_is_for_clients_that_take_it(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    plain = b'{"a": "bc"}'

    def answer(exchange: Exchange) -> None:
        takes = "gzip" in ",".join(exchange.request.all("accept-encoding"))
        coding = ["Content-Encoding: gzip"] if takes else []
        body = gzip.compress(plain, mtime=0) if takes else plain
        exchange.send(
            response(body, KEPT, "Content-Type: application/json", "Vary: Accept-Encoding", *coding)
        )

    upstream.on(path, answer)
    for _ in range(2):
        for asked in (proxy, proxy.unix):
            assert asked.ask(path).body == plain
            answer_ = asked.ask(path, "Accept-Encoding: gzip")
            body = answer_.body
            assert (gzip.decompress(body) if answer_.get("content-encoding") else body) == plain
            assert answer_.get("content-length") == str(len(body))


# Directives of requests.


def test_no_store_of_a_request_stores_nothing(proxy: Proxy, page: Page) -> None:
    assert "stored" not in cache_status(proxy.ask(page.path, "Cache-Control: no-store"))
    assert not is_hit(proxy.ask(page.path)) and page.count == 2


@pytest.mark.parametrize("directive", ["no-cache", "max-age=0", "No-Cache", "x, max-age=0"])
def test_a_request_can_ask_for_validation(directive: str, proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    answer = proxy.ask(page.path, f"Cache-Control: {directive}")
    assert answer.body == b"1" and not is_hit(answer) and page.count == 2
    assert cache_status(answer)["fwd"] in ("request", "stale")
    assert page.last.all("if-none-match") == ['"a"']
    assert is_hit(proxy.ask(page.path))


def test_two_fields_with_directives_both_count(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    proxy.ask(page.path, "Cache-Control: max-age=100", "Cache-Control: no-cache")
    assert page.count == 2


def test_max_age_of_a_request(proxy: Proxy, page: Page, clock: Time) -> None:
    proxy.ask(page.path)
    clock.advance(20)
    assert is_hit(proxy.ask(page.path, "Cache-Control: max-age=30"))
    clock.advance(20)
    assert not is_hit(proxy.ask(page.path, "Cache-Control: max-age=30"))
    assert page.count == 2


def test_min_fresh_of_a_request(proxy: Proxy, page: Page, clock: Time) -> None:
    proxy.ask(page.path)
    clock.advance(20)
    assert is_hit(proxy.ask(page.path, "Cache-Control: min-fresh=30"))
    clock.advance(20)
    assert not is_hit(proxy.ask(page.path, "Cache-Control: min-fresh=30"))
    assert page.count == 2


def test_max_stale_of_a_request(proxy: Proxy, page: Page, clock: Time) -> None:
    proxy.ask(page.path)
    clock.advance(70)
    for directive in ("max-stale=30", "max-stale"):
        answer = proxy.ask(page.path, f"Cache-Control: {directive}")
        assert is_hit(answer) and int(answer.get("age") or "") >= 70
        assert int(cache_status(answer)["ttl"]) < 0
    assert not is_hit(proxy.ask(page.path, "Cache-Control: max-stale=5"))
    assert page.count == 2


@pytest.mark.parametrize("directive", ["must-revalidate", "no-cache", "s-maxage=60"])
def test_max_stale_does_not_prevail_over_the_upstream(
    directive: str, proxy: Proxy, page: Page, clock: Time
) -> None:
    page.fields = (f"Cache-Control: max-age=60, {directive}", 'ETag: "a"')
    proxy.ask(page.path)
    clock.advance(70)
    assert not is_hit(proxy.ask(page.path, "Cache-Control: max-stale"))
    assert page.count == 2


def test_only_if_cached_never_asks(proxy: Proxy, page: Page, clock: Time) -> None:
    only = "Cache-Control: only-if-cached"
    answer = proxy.ask(page.path, only)
    assert answer.status == 504 and answer.json.keys() == {"message", "documentation_url"}
    assert page.count == 0
    proxy.ask(page.path)
    assert proxy.ask(page.path, only).body == b"1"
    clock.advance(61)
    assert proxy.ask(page.path, only).status == 504
    assert proxy.ask(page.path, f"{only}, max-stale").body == b"1"
    assert proxy.ask(page.path, only, token="a").status == 504
    assert page.count == 1


def test_immutable_is_validated_when_a_client_insists(
    proxy: Proxy, page: Page, clock: Time
) -> None:
    page.fields = ("Cache-Control: max-age=60, immutable", 'ETag: "a"')
    proxy.ask(page.path)
    clock.advance(55)
    assert is_hit(proxy.ask(page.path))
    assert not is_hit(proxy.ask(page.path, "Cache-Control: no-cache"))
    assert page.count == 2


# Conditions of clients.


@pytest.mark.parametrize(
    ("tag", "condition", "is_known"),
    [
        ('"a"', '"a"', True), ('"a"', 'W/"a"', True), ('W/"a"', '"a"', True),
        ('W/"a"', 'W/"a"', True), ('"a"', '"x", "a"', True), ('"a"', 'W/"x","y" ,  W/"a"', True),
        ('"a"', "*", True), ('"a, b"', '"a, b"', True), ('""', '""', True),
        ('"a"', '"b"', False), ('"a"', '"A"', False), ('"a"', "a", False), ('"a"', '"a', False),
        ('"a, b"', '"a", "b"', False), ('"a"', 'w/"a"', False),
    ],
)  # fmt: skip
def test_if_none_match_is_answered_from_the_store(
    tag: str, condition: str, is_known: bool, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    page = Page(upstream, path, KEPT, f"ETag: {tag}", "Vary: Accept", "X-Own: 1")
    proxy.ask(path)
    for method in ("GET", "HEAD"):
        answer = proxy.ask(path, f"If-None-Match: {condition}", method=method)
        assert answer.status == (304 if is_known else 200)
        assert answer.body == (b"" if is_known or method == "HEAD" else b"1")
        assert answer.get("etag") == tag and answer.get("vary") == "Accept"
        assert answer.get("cache-control") == "public, max-age=60"
        assert is_hit(answer) and answer.get("age") is not None
    assert page.count == 1


def test_if_none_match_in_two_fields_is_one_list(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    answer = proxy.ask(page.path, 'If-None-Match: "x"', 'If-None-Match: "a"')
    assert answer.status == 304 and page.count == 1


@pytest.mark.parametrize(
    ("condition", "is_known"),
    [
        (OLD, True), ("Mon, 07 Nov 1994 08:49:37 GMT", True),
        ("Sunday, 06-Nov-94 08:49:37 GMT", True), ("Sun Nov  6 08:49:37 1994", True),
        ("Sat, 05 Nov 1994 08:49:37 GMT", False), ("yesterday", False), ("", False),
    ],
)  # fmt: skip
def test_if_modified_since_is_answered_from_the_store(
    condition: str, is_known: bool, proxy: Proxy, page: Page
) -> None:
    proxy.ask(page.path)
    answer = proxy.ask(page.path, f"If-Modified-Since: {condition}")
    assert (answer.status, answer.body) == ((304, b"") if is_known else (200, b"1"))
    assert page.count == 1


def test_if_none_match_prevails_over_if_modified_since(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    since = f"If-Modified-Since: {OLD}"
    assert proxy.ask(page.path, 'If-None-Match: "x"', since).status == 200
    assert proxy.ask(page.path, 'If-None-Match: "a"', "If-Modified-Since: x").status == 304
    assert page.count == 1


def test_conditions_pass_on_when_nothing_is_stored(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    page = Page(upstream, path, KEPT, 'ETag: "a"')
    answer = proxy.ask(path, 'If-None-Match: W/"x", "a"', f"If-Modified-Since: {OLD}")
    assert (answer.status, answer.body, answer.get("etag")) == (304, b"", '"a"')
    assert page.last.all("if-none-match") == ['W/"x", "a"']
    assert page.last.all("if-modified-since") == [OLD]
    # A 304 alone is no page.
    assert proxy.ask(path).body == b"2" and page.count == 2


def test_a_200_for_a_condition_is_stored(proxy: Proxy, page: Page) -> None:
    assert proxy.ask(page.path, 'If-None-Match: "old"').body == b"1"
    assert is_hit(proxy.ask(page.path)) and page.count == 1


def test_a_condition_does_not_turn_a_stored_error_into_304(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    page = Page(upstream, path, KEPT, 'ETag: "a"', status="404 Not Found")
    proxy.ask(path)
    for condition in ("*", '"a"'):
        # RFC 9110, section 13.2.1.
        assert proxy.ask(path, f"If-None-Match: {condition}").status == 404
    assert page.count == 1


@pytest.mark.parametrize("current", ["a", "b", "c"])
def test_a_stale_page_and_a_client_that_knows_another_version(
    current: str, proxy: Proxy, page: Page, clock: Time
) -> None:
    """The proxy has version a and the client b; the upstream has one of them, or a third one."""
    page.body = b"a"
    proxy.ask(page.path)
    clock.advance(61)
    page.fields, page.body = (KEPT, f'ETag: "{current}"'), current.encode()
    answer = proxy.ask(page.path, 'If-None-Match: "b"')
    if current == "b":
        assert answer.status == 304 or answer.body == b"b"
    else:
        assert (answer.status, answer.body) == (200, current.encode())
    assert answer.get("etag") == f'"{current}"'
    assert proxy.ask(page.path).body == current.encode()


def test_if_match_is_the_upstreams(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    for field in ('If-Match: "x"', f"If-Unmodified-Since: {OLD}"):
        before = page.count
        proxy.ask(page.path, field)
        name, _, value = field.partition(": ")
        assert page.count == before + 1 and page.last.all(name) == [value]


def test_conditions_of_writes_pass(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    proxy.ask(page.path, 'If-Match: "a"', 'If-None-Match: "b"', method="PUT", body=b"x")
    assert page.last.all("if-match") == ['"a"'] and page.last.all("if-none-match") == ['"b"']


def test_a_condition_of_another_identity_asks(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path, token="a")
    assert proxy.ask(page.path, 'If-None-Match: "a"', token="b").status == 304
    assert page.count == 2 and page.last.get("authorization") == "token b"


def test_a_part_of_a_stored_page_is_right(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    whole = response(b"0123456789", KEPT, 'ETag: "a"', "Accept-Ranges: bytes")
    part = response(b"234", KEPT, 'ETag: "a"', "Content-Range: bytes 2-4/10", status="206 Partial")
    upstream.on(path, whole, part)
    proxy.ask(path)
    # It may be cut from what is stored.
    answer = proxy.ask(path, "Range: bytes=2-4")
    assert (answer.status, answer.body) == (206, b"234")
    assert answer.get("content-range") == "bytes 2-4/10"
    assert proxy.ask(path).body == b"0123456789"


# HEAD.


def test_head_is_answered_from_a_stored_get(proxy: Proxy, page: Page) -> None:
    proxy.ask(page.path)
    answer = proxy.ask(page.path, method="HEAD")
    assert (answer.status, answer.body, answer.get("etag")) == (200, b"", '"a"')
    assert is_hit(answer) and answer.get("content-length") in ("1", None)
    assert page.count == 1


def test_a_head_response_is_no_page(proxy: Proxy, upstream: FakeUpstream, path: str) -> None:
    def answer(exchange: Exchange) -> None:
        whole = response(b"body", KEPT, 'ETag: "a"')
        is_head = exchange.request.line.startswith("HEAD")
        exchange.send(whole[:-4] if is_head else whole)

    upstream.on(path, answer)
    assert proxy.ask(path, method="HEAD").get("content-length") == "4"
    assert proxy.ask(path).body == b"body"
    assert len(upstream.asked(path)) == 2


# Writes.


IDENTITIES: List[Optional[str]] = [None, "a", "b"]


def know(proxy: Proxy, *paths: str) -> None:
    """Has all identities know the pages."""
    for path in paths:
        for token in IDENTITIES:
            proxy.ask(path, token=token)
            assert is_hit(proxy.ask(path, token=token))


def knowing(proxy: Proxy, path: str) -> List[Optional[str]]:
    """The identities whose page is still stored and fresh."""
    only = "Cache-Control: only-if-cached"
    return [token for token in IDENTITIES if proxy.ask(path, only, token=token).status != 504]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "FOO", "MERGE"])
@pytest.mark.parametrize("status", ["200 OK", "201 Created", "204 No Content", "303 See Other"])
def test_a_write_invalidates_its_target_for_everyone(
    method: str, status: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    Page(upstream, path, KEPT)
    know(proxy, path)
    other = Page(upstream, f"{path}/other", KEPT).path
    know(proxy, other)
    upstream.on(path, response(b"", status=status), response(b"new", KEPT))
    assert proxy.ask(path, method=method, token="a").status == int(status[:3])
    assert knowing(proxy, path) == [] and knowing(proxy, other) == IDENTITIES
    assert proxy.ask(path, token="b").body == b"new"


@pytest.mark.parametrize("status", ["400 Bad", "404 Not Found", "422 No", "500 Error", "503 Later"])
def test_a_write_that_fails_invalidates_nothing(
    status: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    Page(upstream, path, KEPT)
    place = Page(upstream, f"{path}/place", KEPT).path
    know(proxy, path, place)
    upstream.on(path, response(b"", f"Location: {place}", status=status))
    proxy.ask(path, method="POST", token="a")
    assert knowing(proxy, path) == knowing(proxy, place) == IDENTITIES


@pytest.mark.parametrize("method", ["OPTIONS", "HEAD", "TRACE", "GET"])
def test_what_only_reads_invalidates_nothing(
    method: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    Page(upstream, path, KEPT)
    know(proxy, path)
    proxy.ask(path, method=method)
    assert knowing(proxy, path) == IDENTITIES


@pytest.mark.parametrize("name", ["Location", "Content-Location"])
@pytest.mark.parametrize("form", ["{url}{path}", "{path}"])
def test_a_write_invalidates_what_it_says_it_has_changed(
    name: str, form: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    place, other = [Page(upstream, f"{path}/{part}", KEPT).path for part in ("place", "other")]
    know(proxy, place, other)
    field = f"{name}: " + form.format(url=upstream.url, path=place)
    upstream.on(path, response(b"", field, status="201 Created"))
    proxy.ask(path, method="POST", token="a")
    assert knowing(proxy, place) == [] and knowing(proxy, other) == IDENTITIES


def test_a_write_invalidates_nothing_of_another_host(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    place = Page(upstream, f"{path}/place", KEPT).path
    know(proxy, place)
    fields = (f"Location: http://evil.example{place}", f"Content-Location: //evil.example{place}")
    upstream.on(path, response(b"", *fields, status="201 Created"))
    proxy.ask(path, method="POST", token="a")
    assert knowing(proxy, place) == IDENTITIES


def test_a_write_invalidates_all_variants(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    variants(upstream, path, "Accept", "accept")
    for kind in ("a/b", "c/d"):
        proxy.ask(path, f"Accept: {kind}")
    upstream.on(path, response(b"", status="204 No Content"), response(b"new", KEPT))
    proxy.unix.ask(path, method="DELETE")
    for kind in ("a/b", "c/d"):
        assert proxy.ask(path, f"Accept: {kind}").body == b"new"


def test_a_write_whose_response_is_cut_short_invalidates(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    Page(upstream, path, KEPT)
    know(proxy, path)
    upstream.on(path, then_close(lines("HTTP/1.1 200 OK", "Content-Length: 5", "") + b"x"))
    with pytest.raises(CutShort):
        proxy.ask(path, method="POST")
    assert knowing(proxy, path) == []


# Equal requests at once.


def test_equal_requests_at_once_are_one(proxy: Proxy, upstream: FakeUpstream, path: str) -> None:
    go = threading.Semaphore(0)
    upstream.on(path, pieces(b"", response(b"one", KEPT), go=go))
    clients = [proxy.send(path), *[asked.send(path) for asked in [proxy, proxy.unix] * 5]]
    proxy.serving.facts.wait_for_rest()
    go.release()
    for client in clients:
        answer = client.response()
        assert answer.body == b"one"
        client.close()
    assert len(upstream.asked(path)) == 1


def test_requests_of_others_at_once_are_not_one(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)

    def answer(exchange: Exchange) -> None:
        go.acquire()
        exchange.send(response((exchange.request.get("authorization") or "-").encode(), KEPT))

    upstream.on(path, answer)
    clients = {token: proxy.send(path, token=token) for token in ("a", "b", None)}
    upstream.wait_for(path, 3)
    go.release(3)
    for token, client in clients.items():
        assert client.response().body.decode() == (f"token {token}" if token else "-")
        client.close()


@pytest.mark.parametrize(
    ("method", "field"),
    [
        ("GET", "Range: bytes=0-0"), ("GET", 'If-None-Match: "a"'), ("HEAD", "X-Nothing: 1"),
        ("GET", f"If-Modified-Since: {OLD}"), ("GET", 'If-Match: "a"'),
    ],
)
def test_a_request_for_less_at_once_does_not_answer_one_for_the_whole(
    method: str, field: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)

    def answer(exchange: Exchange) -> None:
        go.acquire()
        names = exchange.request.names
        fields = (KEPT, 'ETag: "a"', f"Last-Modified: {OLD}")
        if exchange.request.line.startswith("HEAD"):
            exchange.send(response(b"whole", *fields)[:-5])
        elif "range" in names:
            part = "Content-Range: bytes 0-0/5"
            exchange.send(response(b"w", *fields, part, status="206 Partial Content"))
        elif "if-none-match" in names or "if-modified-since" in names:
            exchange.send(response(b"", *fields, status="304 Not Modified"))
        else:
            exchange.send(response(b"whole", *fields))

    upstream.on(path, answer)
    first = proxy.send(path, field, method=method)
    upstream.wait_for(path)
    second = proxy.send(path)
    proxy.serving.facts.wait_for_rest()
    go.release(3)
    less = first.response(method)
    assert less.status in (200, 206, 304) and less.body in (b"", b"w", b"whole")
    assert (second.response().status, proxy.ask(path).body) == (200, b"whole")
    for client in (first, second):
        client.close()


def test_what_may_not_be_stored_is_for_one_client(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)

    def answer(exchange: Exchange) -> None:
        number = len(upstream.asked(path))
        go.acquire()
        exchange.send(response(b"%d" % number, "Cache-Control: no-store"))

    upstream.on(path, answer)
    clients = [proxy.send(path) for _ in range(3)]
    upstream.wait_for(path)
    proxy.serving.facts.wait_for_rest()
    go.release(3)
    assert len({client.response().body for client in clients}) == 3
    for client in clients:
        client.close()


def test_a_response_that_is_cut_short_is_no_success_for_any_of_them(
    proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    go = threading.Semaphore(0)
    head = lines("HTTP/1.1 200 OK", KEPT, "Content-Length: 9", "")

    def answer(exchange: Exchange) -> None:
        exchange.send(head + b"1234")
        go.acquire()
        exchange.close()

    upstream.on(path, answer)
    clients = [asked.send(path) for asked in [proxy, proxy.unix] * 3]
    upstream.wait_for(path)
    proxy.serving.facts.wait_for_rest()
    go.release(100)
    for client in clients:
        try:
            check_error(client.response())
        except CutShort:
            pass
        client.close()
    upstream.on(path, response(b"well", KEPT))
    assert proxy.ask(path).body == b"well"


@pytest.mark.parametrize("framing", ["length", "chunks"])
def test_a_client_that_does_not_read_holds_up_no_other(
    framing: str, proxy: Proxy, upstream: FakeUpstream, path: str
) -> None:
    length = 32 << 20
    go = threading.Semaphore(0)

    def answer(exchange: Exchange) -> None:
        go.acquire()
        part = b"x" * (1 << 20)
        exchange.send(lines(
            "HTTP/1.1 200 OK", KEPT,
            f"Content-Length: {length}" if framing == "length" else CHUNKED, "",
        ))  # fmt: skip
        for _ in range(32):
            exchange.send(part if framing == "length" else chunk(part))
        if framing == "chunks":
            exchange.send(chunk(b""))

    upstream.on(path, answer)
    # Neither the one that has begun the transfer nor one that has joined it.
    idle, reader, late = [proxy.send(path) for _ in range(3)]
    upstream.wait_for(path)
    proxy.serving.facts.wait_for_rest()
    go.release(10)
    assert len(reader.response().body) == length
    assert len(proxy.ask(path).body) == length
    assert len(late.response().body) == len(idle.response().body) == length
    for client in (idle, reader, late):
        client.close()


# An upstream in trouble.


@pytest.fixture
def other() -> Iterator[FakeUpstream]:
    """An upstream of one test, which it may end."""
    with FakeUpstream() as other:
        yield other


@pytest.fixture
def troubled(processes: Processes, other: FakeUpstream, clock: Time) -> Proxy:
    flags = ["--upstream-timeout", "1"]
    return start_proxy(processes, other.url, *flags, environment=clock.environment)


def check_error(answer: Message) -> None:
    assert answer.status in (502, 504), answer
    assert (answer.get("content-type") or "").startswith("application/json")
    assert answer.json.keys() == {"message", "documentation_url"}


def test_an_upstream_that_is_down_is_502_or_504(troubled: Proxy, other: FakeUpstream) -> None:
    other.end()
    for method in ("GET", "POST", "HEAD"):
        answer = troubled.ask("/x", method=method)
        assert answer.status in (502, 504)
        if method != "HEAD":
            check_error(answer)


#: Directives, and whether what is stale may be used without a token and with one when the upstream
#: is down.
DOWN = {
    "": (True, True),
    "must-revalidate": (False, False),
    "no-cache": (False, False),
    "proxy-revalidate": (False, True),
    # It implies proxy-revalidate (RFC 9111, section 5.2.2.10).
    "s-maxage=60": (False, True),
    "private": (None, True),
    "stale-if-error=100": (True, True),
}  # fmt: skip


@pytest.mark.parametrize("directive", DOWN)
def test_a_stale_page_while_the_upstream_is_down(
    directive: str, troubled: Proxy, other: FakeUpstream, clock: Time
) -> None:
    Page(other, "/x", f"Cache-Control: max-age=60, {directive}", 'ETag: "a"', body=b"known")
    for token in (None, "t"):
        troubled.ask("/x", token=token)
    other.end()
    if directive != "no-cache":
        assert troubled.ask("/x", token="t").body == b"known"
    clock.advance(70)
    for token, may in zip((None, "t"), DOWN[directive]):
        answer = troubled.ask("/x", token=token)
        if may:
            assert (answer.status, answer.body) == (200, b"known")
            assert int(answer.get("age") or "") >= 70
        else:
            check_error(answer)


FAILURES: Dict[str, Answer] = {
    "500": response(b"no", status="500 Error"),
    "502": response(b"no", status="502 Bad Gateway"),
    "503": response(b"no", status="503 Unavailable"),
    "504": response(b"no", status="504 Timeout"),
    "malformed": then_close(b"hello\r\n\r\n"),
    "closed": then_close(b""),
    "silent": then_wait(b""),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_stale_if_error_covers_every_failure(
    failure: str, troubled: Proxy, other: FakeUpstream, clock: Time
) -> None:
    Page(other, "/x", "Cache-Control: max-age=60, stale-if-error=30", 'ETag: "a"', body=b"known")
    troubled.ask("/x", token="t")
    other.on("/x", FAILURES[failure])
    clock.advance(70)
    assert troubled.ask("/x", token="t").body == b"known"


def test_stale_if_error_ends_and_is_not_for_other_statuses(
    troubled: Proxy, other: FakeUpstream, clock: Time
) -> None:
    kept = "Cache-Control: max-age=60, stale-if-error=30, must-revalidate"
    Page(other, "/x", kept.replace(", must-revalidate", ""), 'ETag: "a"', body=b"known")
    Page(other, "/strict", kept.replace("stale-if-error=30, ", ""), 'ETag: "a"', body=b"known")
    for path in ("/x", "/strict"):
        troubled.ask(path)
    other.on("/x", response(b"gone", status="404 Not Found"))
    other.on("/strict", response(b"error", status="500 Error"))
    clock.advance(70)
    assert troubled.ask("/x").status == 404
    assert troubled.ask("/strict").status in (500, 502, 504)


def test_a_page_beyond_stale_if_error_is_not_used_for_an_error(
    troubled: Proxy, other: FakeUpstream, clock: Time
) -> None:
    kept = "Cache-Control: max-age=60, stale-if-error=30"
    Page(other, "/x", kept, 'ETag: "a"', body=b"known")
    troubled.ask("/x")
    other.on("/x", response(b"error", status="500 Error"))
    clock.advance(100)
    answer = troubled.ask("/x")
    assert (answer.status, answer.body) == (500, b"error")


def test_stale_while_revalidate_answers_at_once_and_asks_behind_it(
    proxy: Proxy, page: Page, clock: Time
) -> None:
    page.fields = ("Cache-Control: max-age=60, stale-while-revalidate=30",)
    proxy.ask(page.path)
    clock.advance(70)
    go = threading.Semaphore(0)
    renewed = response(b"new", KEPT)
    page.upstream.on(page.path, pieces(b"", renewed, go=go))
    # Although the upstream does not answer yet.
    answer = proxy.ask(page.path)
    assert answer.body == b"1" and is_hit(answer)
    page.upstream.wait_for(page.path, 2)
    assert proxy.ask(page.path).body == b"1"
    go.release()
    while proxy.ask(page.path).body != b"new":
        pass
    assert page.count == 2


def test_stale_while_revalidate_ends(proxy: Proxy, page: Page, clock: Time) -> None:
    page.fields = ("Cache-Control: max-age=60, stale-while-revalidate=30",)
    proxy.ask(page.path)
    clock.advance(100)
    assert proxy.ask(page.path).body == b"2"


def test_a_client_that_insists_waits_for_revalidation(
    proxy: Proxy, page: Page, clock: Time
) -> None:
    page.fields = ("Cache-Control: max-age=60, stale-while-revalidate=30",)
    proxy.ask(page.path)
    clock.advance(70)
    assert proxy.ask(page.path, "Cache-Control: no-cache").body == b"2"


def test_the_flag_permits_stale_pages_while_they_are_renewed(
    processes: Processes, upstream: FakeUpstream, clock: Time, path: str
) -> None:
    flags = ["--stale-while-revalidate", "30"]
    proxy = start_proxy(processes, upstream.url, *flags, environment=clock.environment)
    page = Page(upstream, path, KEPT)
    strict = Page(upstream, f"{path}/strict", f"{KEPT}, must-revalidate")
    for one in (page, strict):
        proxy.ask(one.path)
    clock.advance(70)
    assert proxy.ask(path).body == b"1"
    assert proxy.ask(strict.path).body == b"2"
    upstream.wait_for(path, 2)


# Flags.


def test_offline_nothing_is_asked(
    processes: Processes, upstream: FakeUpstream, clock: Time, path: str
) -> None:
    cache = str(processes.folder / "cache.sqlite")
    page = Page(upstream, path, KEPT, body=b"known")
    strict = Page(upstream, f"{path}/strict", f"{KEPT}, must-revalidate", body=b"known")
    first = start_proxy(processes, upstream.url, cache=cache, environment=clock.environment)
    for one in (page, strict):
        first.ask(one.path)
    assert first.end() == 0
    before = upstream.connections
    proxy = start_proxy(
        processes, upstream.url, "--offline", cache=cache, environment=clock.environment
    )
    assert is_hit(proxy.ask(path)) and proxy.unix.ask(strict.path).body == b"known"
    check_error(proxy.ask(path, token="t"))
    check_error(proxy.ask(f"{path}/new"))
    check_error(proxy.ask(path, method="POST"))
    # What was not sent changes nothing.
    assert proxy.ask(path).body == b"known"
    clock.advance(1000)
    assert proxy.ask(path).body == b"known"
    check_error(proxy.ask(strict.path))
    assert upstream.connections == before


@pytest.mark.parametrize("flags", [[], ["--keep-longer"]], ids=["without", "with the flag"])
def test_anonymous_responses_and_searches_are_kept_longer_with_the_flag_alone(
    flags: List[str], processes: Processes, upstream: FakeUpstream, clock: Time, path: str
) -> None:
    proxy = start_proxy(processes, upstream.url, *flags, environment=clock.environment)
    page = Page(upstream, path, KEPT, 'ETag: "a"')
    search = Page(upstream, f"/search/users?q={path[1:]}", "Cache-Control: no-cache")
    never = Page(upstream, f"{path}/never", "Cache-Control: no-store")
    signed_in = Page(upstream, f"{path}/signed", KEPT)
    for one in (page, search, never):
        proxy.ask(one.path)
    proxy.ask(signed_in.path, token="t")
    clock.advance(55)
    assert proxy.ask(search.path).body == (b"1" if flags else b"2")
    assert proxy.ask(never.path).body == b"2"
    clock.advance(6)
    assert proxy.ask(signed_in.path, token="t").body == b"2"
    assert proxy.ask(search.path).body == (b"2" if flags else b"3")
    clock.advance(230)
    before = page.count
    assert is_hit(proxy.ask(path)) == bool(flags)
    assert page.count == before + (0 if flags else 1)
    clock.advance(15)
    proxy.ask(path, "Cache-Control: max-age=250")
    assert page.count == 2
    if flags:
        # What a client asks for holds all the same.
        proxy.ask(path, "Cache-Control: no-cache")
        assert page.count == 3


def test_what_the_cache_has_no_room_for_passes_without_being_stored(
    processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    proxy = start_proxy(processes, upstream.url, "--cache-max-bytes", "200000")
    large = Page(upstream, f"{path}/large", KEPT, body=bytes(range(256)) * 4000)
    small = Page(upstream, f"{path}/small", KEPT, body=b"small")
    for _ in range(2):
        for page in (large, small):
            assert proxy.ask(page.path).body == page.body
    assert (large.count, small.count) == (2, 1)


# Starts and ends.


def test_a_restarted_proxy_knows_what_was_stored(
    processes: Processes, upstream: FakeUpstream, clock: Time, path: str
) -> None:
    cache = str(processes.folder / "cache.sqlite")
    page = Page(upstream, path, KEPT, 'ETag: "a"', "X-One: 1", "x-one: 2", body=bytes(range(256)))

    def start() -> Proxy:
        return start_proxy(processes, upstream.url, cache=cache, environment=clock.environment)

    proxy = start()
    proxy.ask(path)
    proxy.ask(path, token="t")
    assert proxy.end() == 0
    clock.advance(30)
    proxy = start()
    for asked in (proxy, proxy.unix):
        for token in (None, "t"):
            answer = asked.ask(path, token=token)
            assert is_hit(answer) and answer.body == page.body
            assert answer.all("x-one") == ["1", "2"]
            assert 30 <= int(answer.get("age") or "") <= 33
    assert proxy.ask(path, 'If-None-Match: "a"').status == 304
    assert page.count == 2
    clock.advance(31)
    assert proxy.ask(path).body == page.body
    assert page.count == 3 and page.last.all("if-none-match") == ['"a"']


@pytest.mark.parametrize("number", ["SIGTERM", "SIGKILL"])
def test_a_transfer_that_an_end_has_cut_is_not_stored(
    number: str, processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    cache = str(processes.folder / "cache.sqlite")
    kept = Page(upstream, f"{path}/kept", KEPT, body=b"known")
    proxy = start_proxy(processes, upstream.url, cache=cache)
    proxy.ask(kept.path)
    upstream.on(path, then_wait(lines("HTTP/1.1 200 OK", KEPT, "Content-Length: 9", "") + b"part"))
    with proxy.send(path) as client:
        upstream.wait_for(path)
        proxy.serving.facts.wait_for_rest()
        if number == "SIGTERM":
            proxy.serving.process.terminate()
        else:
            proxy.serving.process.kill()
        try:
            assert client.response().status in (502, 503, 504)
        except (CutShort, AssertionError, ConnectionResetError):
            pass
    proxy.serving.wait()
    upstream.on(path, response(b"whole now", KEPT))
    proxy = start_proxy(processes, upstream.url, cache=cache)
    assert proxy.ask(path).body == b"whole now"
    # What was complete before a SIGTERM is still there.
    assert proxy.ask(kept.path).body == b"known"
    assert kept.count == 1 or number == "SIGKILL"


def test_what_was_finished_after_sigterm_is_stored(
    processes: Processes, upstream: FakeUpstream, path: str
) -> None:
    cache = str(processes.folder / "cache.sqlite")
    go = threading.Semaphore(0)
    head = lines("HTTP/1.1 200 OK", KEPT, "Content-Length: 6", "")
    upstream.on(path, pieces(head + b"abc", b"def", go=go))
    proxy = start_proxy(processes, upstream.url, cache=cache)
    with proxy.send(path) as client, proxy.connect() as idle:
        idle.get("/idle")
        upstream.wait_for(path)
        proxy.serving.process.terminate()
        assert idle.ends()
        go.release()
        assert client.response().body == b"abcdef"
    assert proxy.serving.wait() == 0
    proxy = start_proxy(processes, upstream.url, cache=cache)
    assert is_hit(proxy.ask(path)) and len(upstream.asked(path)) == 1
