"""Whose responses are whose in the proxy, what tokens that rotate cost, and what limits hold."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import threading
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Set, Tuple

import pytest

from harness.clock import Clock
from harness.engines import Engine, Engines
from harness.facts import Facts, wait_for_rest
from harness.fake_upstream import Answer, Exchange, FakeUpstream, then_close, then_wait
from harness.http_bytes import Client, CutShort, Message, response
from harness.processes import Processes
from harness.proxy import Asker, Direct, Proxy, start_proxy
from harness.relay import Relay
from harness.sandbox import Sandbox
from harness.waiting import until

TOKENS = [f"ghp_Token{number}OfAJobThatRunsHourly0123456789" for number in range(10)]
FIRST, SECOND, THIRD = TOKENS[:3]
JSON = "Content-Type: application/json; charset=utf-8"
#: Fields that the proxy adds.
ADDED = {"via", "cache-status", "age", "date"}
LATER = 3600
DAY = 86_400


@pytest.fixture
def sandbox(processes: Processes) -> Sandbox:
    return processes.start_sandbox()


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """The proxy's clock, which stands still."""
    return Clock(tmp_path, stands=True)


@pytest.fixture
def proxy(processes: Processes, sandbox: Sandbox) -> Proxy:
    return start_proxy(processes, sandbox)


def over(proxy: Proxy, kind: str) -> Asker:
    return proxy if kind == "tcp" else proxy.unix


on_both = pytest.mark.parametrize("kind", ["tcp", "unix"])


def status_of(message: Message) -> Dict[str, Any]:
    """The parameters of the proxy's member of `Cache-Status`."""
    name, *parameters = (message.get("cache-status") or "").split("; ")
    assert name == "gitxplorer", message
    pairs = [each.partition("=") for each in parameters]
    return {name: value or True for name, _, value in pairs}


def is_hit(message: Message) -> bool:
    return "hit" in status_of(message)


# A GitHub of the test's own.


def tag(request: Message, body: bytes, salt: str = "") -> str:
    """The entity tag by GitHub's rule, or by another one with a salt."""
    credential = request.get("authorization")
    text = f"{request.get('accept') or ''}:" + (f"{credential}:" if credential else "") + salt
    return '"' + hashlib.sha256(text.encode() + body).hexdigest() + '"'


def token_of(request: Message) -> Optional[str]:
    credential = request.get("authorization")
    return credential.partition(" ")[2] if credential else None


def opaque(value: str) -> str:
    return value.strip().removeprefix("W/")


class GitHub:
    """Pages with entity tags, for whom they are; it records what it is asked."""

    def __init__(self, fake: FakeUpstream) -> None:
        self.fake = fake
        self.url = fake.url
        self.pages: Dict[str, bytes] = {}
        #: Who may see a page, if not everybody may.
        self.readers: Dict[str, Set[Optional[str]]] = {}
        #: What a token gets instead of anything else.
        self.answers: Dict[Optional[str], Answer] = {}
        #: Whose entity tags follow another rule.
        self.salt: Callable[[Message], str] = lambda request: ""
        self.lifetime = 60

    def page(self, path: str, body: Any, *readers: str) -> str:
        self.pages[path] = json.dumps(body).encode()
        if readers:
            self.readers[path] = set(readers)
        return self.fake.on(path, self.answer)

    def answer(self, exchange: Exchange) -> None:
        request, token = exchange.request, token_of(exchange.request)
        exchange.read()
        other = self.answers.get(token)
        if callable(other):
            return other(exchange)
        exchange.send(other or self.response(request, token))

    def response(self, request: Message, token: Optional[str]) -> bytes:
        path = request.target
        if not self.readers.get(path, {token}) & {token}:
            return response(b'{"message":"Not Found"}', JSON, status="404 Not Found")
        body = self.pages[path]
        etag = tag(request, body, self.salt(request))
        private = "private" if token else "public"
        fields = [
            f"ETag: {etag}", f"Cache-Control: {private}, max-age={self.lifetime}", JSON,
            "Vary: Accept, Authorization, Accept-Encoding", f"X-Request-For: {token}",
        ]  # fmt: skip
        known = [opaque(each) for each in (request.get("if-none-match") or "").split(",")]
        if etag in known:
            return response(b"", *fields, status="304 Not Modified")
        fields += [f"X-OAuth-Scopes: scopes of {token}", f"Set-Cookie: session={token}"]
        return response(body, *fields)

    def asked(self, *tokens: Optional[str]) -> List[Message]:
        """The requests, of all or of these tokens."""
        return [each for each in self.fake.requests if not tokens or token_of(each) in tokens]

    def guesses(self) -> int:
        """The requests with a validator, which no client of the test has sent."""
        return sum("if-none-match" in each.names for each in self.asked())


@pytest.fixture
def github() -> Iterator[GitHub]:
    with FakeUpstream() as fake:
        yield GitHub(fake)


@pytest.fixture
def own_proxy(processes: Processes, github: GitHub, clock: Clock) -> Proxy:
    """A proxy for the test's own GitHub, with a clock that stands still."""
    return start_proxy(processes, github.url, environment=clock.environment)


# Identities.

CREDENTIALS = [
    f"token {FIRST}", f"Bearer {SECOND}", "Basic dXNlcjpvbmU=", "Basic dXNlcjp0d28=", None,
]  # fmt: skip


@on_both
def test_each_credential_has_its_own_responses(kind: str, github: GitHub, own_proxy: Proxy) -> None:
    """Without entity tags, nothing can confirm that two would get the same."""

    def answer(exchange: Exchange) -> None:
        name = exchange.request.get("authorization") or "nobody"
        private = "private, max-age=60" if name != "nobody" else "max-age=60"
        body = json.dumps({"for": name}).encode()
        exchange.send(response(body, JSON, f"Cache-Control: {private}"))

    github.fake.on("/user", answer)
    for _ in range(3):
        for credential in CREDENTIALS:
            fields = [f"Authorization: {credential}"] if credential else []
            found = over(own_proxy, kind).ask("/user", *fields)
            assert found.json == {"for": credential or "nobody"}
    assert len(github.asked()) == len(CREDENTIALS)


def test_what_is_public_for_a_token_is_not_for_others(github: GitHub, own_proxy: Proxy) -> None:
    body = b'{"private": true}'
    github.fake.on("/user", response(body, JSON, "Cache-Control: public, max-age=600"))
    assert own_proxy.ask("/user", token=FIRST).body == body
    github.fake.on("/user", response(b"{}", JSON, status="401 Unauthorized"))
    for token in (SECOND, None):
        assert own_proxy.ask("/user", token=token).status == 401
    assert is_hit(own_proxy.ask("/user", token=FIRST))


def test_what_is_private_is_not_kept_for_all_who_send_no_credential(
    github: GitHub, own_proxy: Proxy
) -> None:
    github.fake.on("/user", response(b"{}", JSON, "Cache-Control: private, max-age=600"))
    for count in (1, 2):
        assert own_proxy.ask("/user").status == 200
        assert len(github.asked()) == count


def test_a_validator_of_one_token_confirms_nothing_to_another(
    github: GitHub, own_proxy: Proxy
) -> None:
    path = github.page("/repos/acme/plans", {"secret": 1}, FIRST)
    known = own_proxy.ask(path, token=FIRST).get("etag")
    assert own_proxy.ask(path, f"If-None-Match: {known}", token=FIRST).status == 304
    for token in (SECOND, None):
        for condition in (f"If-None-Match: {known}", "If-None-Match: *"):
            assert own_proxy.ask(path, condition, token=token).status == 404
    github.readers[path].add(SECOND)
    found = own_proxy.ask(path, f"If-None-Match: {known}", token=SECOND)
    assert found.status == 200 and found.get("etag") not in (known, None)
    # With its own, it is confirmed.
    assert own_proxy.ask(path, f"If-None-Match: {found.get('etag')}", token=SECOND).status == 304


# Tokens that rotate.

PAGES = [f"/users/octocat/repos?per_page=3&page={number}" for number in (1, 2, 3)]
KINDS = {
    "plain": [], "compressed": ["Accept-Encoding: gzip"],
    "media type": ["Accept: application/vnd.github+json"],
}  # fmt: skip


@on_both
@pytest.mark.parametrize("fields", KINDS.values(), ids=KINDS)
def test_ten_tokens_in_turn_pay_for_each_page_once(
    fields: List[str], kind: str, sandbox: Sandbox, proxy: Proxy
) -> None:
    def content(page: str, token: str) -> bytes:
        found = over(proxy, kind).ask(page, *fields, token=token)
        assert found.status == 200
        is_compressed = found.get("content-encoding") == "gzip"
        return gzip.decompress(found.body) if is_compressed else found.body

    first = [content(page, FIRST) for page in PAGES]
    before = sandbox.stats()
    assert (before["requests"], before["notModified"]) == (3, 0)
    for token in TOKENS[1:]:
        assert [content(page, token) for page in PAGES] == first
    # Afterwards, each of them has its own copy.
    for token in TOKENS:
        assert [content(page, token) for page in PAGES] == first
    after = sandbox.stats()
    assert (after["requests"], after["notModified"]) == (30, 27)
    assert after["bodyBytes"] == before["bodyBytes"]
    rate = Direct(sandbox.url).ask("/rate_limit", token=FIRST).json["resources"]["core"]
    assert rate["used"] == 3


def test_the_order_of_tokens_and_pages_does_not_matter(sandbox: Sandbox, proxy: Proxy) -> None:
    for index, token in enumerate(TOKENS):
        for page in PAGES[index % 3 :] + PAGES[: index % 3]:
            assert proxy.ask(page, token=token).status == 200
    stats = sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (30, 27)


def test_a_token_after_none_costs_nothing_where_both_get_the_same(
    sandbox: Sandbox, proxy: Proxy
) -> None:
    first = proxy.ask("/users/octocat/followers")
    found = proxy.ask("/users/octocat/followers", token=FIRST)
    assert found.body == first.body and status_of(found)["fwd-status"] == "304"
    # A repository tells a token its permissions.
    assert proxy.ask(PAGES[0]).body != proxy.ask(PAGES[0], token=FIRST).body
    assert sandbox.stats()["notModified"] == 1


def test_a_confirmed_response_has_the_fields_of_its_own_token(
    github: GitHub, own_proxy: Proxy
) -> None:
    path = github.page("/repos/acme/plans", {"plan": 1})
    first = own_proxy.ask(path, token=FIRST)
    assert first.get("x-oauth-scopes") == f"scopes of {FIRST}"
    for _ in range(2):
        found = own_proxy.ask(path, token=SECOND)
        assert found.body == first.body and found.get("content-type") == first.get("content-type")
        assert found.get("x-request-for") == SECOND
        assert FIRST not in str(found.fields), found.fields
        assert opaque(found.get("etag") or "") == tag(github.asked(SECOND)[0], first.body)
    assert [len(github.asked(token)) for token in (FIRST, SECOND)] == [1, 1]
    # What the second learned is not the first one's, nor the third one's.
    again = own_proxy.ask(path, token=FIRST)
    assert is_hit(again) and without_added(again) == without_added(first)
    assert SECOND not in str(own_proxy.ask(path, token=THIRD).fields)


def without_added(message: Message) -> List[Tuple[str, str]]:
    """The fields that are GitHub's."""
    return sorted((n, v) for n, v in message.fields if n.lower() not in ADDED)


def error(status: str) -> bytes:
    return response(b'{"message":"No"}', JSON, status=status)


#: What the second token gets from GitHub, and the status that it then gets from the proxy.
REFUSALS: Dict[str, Tuple[Answer, int]] = {
    "not found": (error("404 Not Found"), 404),
    "forbidden": (error("403 Forbidden"), 403),
    "unauthorized": (error("401 Unauthorized"), 401),
    "legal": (error("451 Unavailable For Legal Reasons"), 451),
    "gone": (error("410 Gone"), 410),
    "moved": (response(b"", "Location: /elsewhere", status="302 Found"), 302),
    "other content": (response(b'{"own": 2}', JSON, 'ETag: "2"', "Cache-Control: private"), 200),
    "no content": (response(b"", status="204 No Content"), 204),
    "server error": (error("500 Internal Server Error"), 500),
    "unavailable": (error("503 Service Unavailable"), 503),
    "too many": (error("429 Too Many Requests"), 429),
    "no HTTP": (then_close(b"SSH-2.0-OpenSSH_9.2\r\n"), 502),
    "closed": (then_close(b""), 502),
    "silent": (then_wait(b""), 504),
}  # fmt: skip
#: Directives that ask for a stored response.
DIRECTIVES = ["", "max-stale=9999", "stale-if-error=9999", "max-age=9999, max-stale"]


@pytest.mark.parametrize("directive", DIRECTIVES)
@pytest.mark.parametrize("kind", REFUSALS)
def test_a_token_is_shown_nothing_of_another_ones_response(
    kind: str, directive: str, processes: Processes, github: GitHub
) -> None:
    refusal, status = REFUSALS[kind]
    flags = ["--upstream-timeout", "2"] if kind == "silent" else []
    proxy = start_proxy(processes, github.url, *flags)
    path = github.page("/repos/acme/plans", {"secret": "the plan of acme"}, FIRST)
    first = proxy.ask(path, token=FIRST)
    github.answers[SECOND] = github.answers[None] = refusal
    fields = [f"Cache-Control: {directive}"] if directive else []
    for token in (SECOND, None):
        found = proxy.ask(path, *fields, token=token)
        assert found.status == status
        assert FIRST not in str(found.fields) and b"acme" not in found.body, found
        assert found.get("etag") in (None, '"2"') and not is_hit(found)
    assert len(github.asked(SECOND, None)) >= 2
    # The first token still has its own.
    again = proxy.ask(path, token=FIRST)
    assert is_hit(again) and again.body == first.body
    assert without_added(again) == without_added(first)
    assert FIRST not in proxy.log


def test_a_response_that_is_cut_short_is_not_completed_from_another(
    github: GitHub, own_proxy: Proxy
) -> None:
    path = github.page("/repos/acme/plans", {"secret": "the plan of acme"}, FIRST)
    first = own_proxy.ask(path, token=FIRST)
    half = response(b'{"own', JSON, f"Content-Length: {len(first.body)}")
    github.answers[SECOND] = then_close(half)
    for _ in range(2):
        try:
            body = own_proxy.ask(path, token=SECOND).body
        except CutShort as error:
            body = error.partial
        assert b"acme" not in body
    assert is_hit(own_proxy.ask(path, token=FIRST))


def test_only_if_cached_shows_nothing_of_another_token(github: GitHub, own_proxy: Proxy) -> None:
    path = github.page("/repos/acme/plans", {"secret": 1})
    own_proxy.ask(path, token=FIRST)
    for token in (SECOND, None):
        found = own_proxy.ask(path, "Cache-Control: only-if-cached, max-stale", token=token)
        assert found.status == 504 and b"secret" not in found.body and FIRST not in str(found)
    assert own_proxy.ask(path, "Cache-Control: only-if-cached", token=FIRST).status == 200
    assert len(github.asked()) == 1


def test_a_dead_github_shows_each_token_only_its_own(
    processes: Processes, github: GitHub, clock: Clock, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    path = github.page("/repos/acme/plans", {"secret": 1})
    with_cache = lambda *flags: start_proxy(  # noqa: E731
        processes, github.url, *flags, cache=cache, environment=clock.environment
    )
    proxy = with_cache()
    first = proxy.ask(path, token=FIRST)
    assert proxy.end() == 0
    clock.advance(LATER)
    proxy = with_cache("--offline")
    found = proxy.ask(path, "Cache-Control: max-stale", token=FIRST)
    assert (found.status, found.body) == (200, first.body)
    for token in (SECOND, None):
        found = proxy.ask(path, "Cache-Control: max-stale", token=token)
        assert found.status == 504 and b"secret" not in found.body and FIRST not in str(found)


def test_each_media_type_is_confirmed_by_itself(sandbox: Sandbox, proxy: Proxy) -> None:
    path = "/repos/octocat/Hello-World/stargazers?per_page=5"
    star = "Accept: application/vnd.github.star+json"
    plain, starred = proxy.ask(path, token=FIRST), proxy.ask(path, star, token=FIRST)
    for token in TOKENS[1:4]:
        assert proxy.ask(path, star, token=token).body == starred.body
        assert proxy.ask(path, token=token).body == plain.body
    assert starred.body != plain.body
    stats = sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (8, 6)


def test_a_new_token_gets_what_has_changed(sandbox: Sandbox, proxy: Proxy) -> None:
    path = "/repos/octocat/Hello-World"
    assert proxy.ask(path, token=FIRST).status == 200
    sandbox.mutate(repo="octocat/Hello-World", stars=4321)
    assert proxy.ask(path, token=SECOND).json["stargazers_count"] == 4321
    # Its page is what the next token's is compared with.
    assert proxy.ask(path, token=THIRD).json["stargazers_count"] == 4321
    stats = sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (3, 1)


def test_a_stale_copy_is_confirmed_by_each_token_itself(
    processes: Processes, sandbox: Sandbox, clock: Clock
) -> None:
    proxy = start_proxy(processes, sandbox, environment=clock.environment)
    for count in range(3):
        for token in TOKENS[:3]:
            assert proxy.ask("/users/octocat", token=token).status == 200
        assert sandbox.stats()["notModified"] == 3 * count + 2
        clock.advance(LATER)
    assert sandbox.requests == 9


def test_stored_pages_are_confirmed_for_new_tokens_after_a_restart(
    processes: Processes, sandbox: Sandbox, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    for token in TOKENS[:3]:
        proxy = start_proxy(processes, sandbox, cache=cache)
        for page in PAGES:
            assert proxy.ask(page, token=token).status == 200
        assert proxy.end() == 0
    stats = sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (9, 6)


def test_a_token_in_another_scheme_costs_nothing(sandbox: Sandbox, proxy: Proxy) -> None:
    for scheme in ("token", "Bearer", "token", "Bearer"):
        assert proxy.ask("/users/octocat", f"Authorization: {scheme} {FIRST}").status == 200
    stats = sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (2, 1)


def test_an_old_validator_of_a_new_token_gets_the_confirmed_response(
    github: GitHub, own_proxy: Proxy
) -> None:
    path = github.page("/repos/acme/plans", {"plan": 1})
    first = own_proxy.ask(path, token=FIRST)
    found = own_proxy.ask(path, 'If-None-Match: "old"', token=SECOND)
    assert (found.status, found.body) == (200, first.body)
    assert status_of(found)["fwd-status"] == "304"


@pytest.mark.parametrize("tagged", [True, False], ids=["with ETag", "without ETag"])
def test_a_304_to_a_clients_own_validator_shows_nothing_of_another(
    tagged: bool, github: GitHub, own_proxy: Proxy
) -> None:
    """The second token knows its own content, which is another."""
    bodies = {FIRST: b'{"of": "the first"}', SECOND: b'{"of": "the second"}'}

    def answer(exchange: Exchange) -> None:
        request = exchange.request
        body = bodies[token_of(request) or ""]
        etag = tag(request, body)
        fields = [JSON, "Cache-Control: private, max-age=60"]
        if etag in (request.get("if-none-match") or ""):
            fields += [f"ETag: {etag}"] if tagged else []
            return exchange.send(response(b"", *fields, status="304 Not Modified"))
        exchange.send(response(body, f"ETag: {etag}", *fields))

    path = github.fake.on("/user", answer)
    own = Direct(github.url).ask(path, token=SECOND).get("etag")
    assert own_proxy.ask(path, token=FIRST).body == bodies[FIRST]
    found = own_proxy.ask(path, f"If-None-Match: {own}", token=SECOND)
    assert found.status == 304 or found.body == bodies[SECOND], found
    assert own_proxy.ask(path, token=SECOND).body == bodies[SECOND]


def test_a_304_with_another_tag_confirms_nothing(github: GitHub, own_proxy: Proxy) -> None:
    path = github.page("/repos/acme/plans", {"secret": 1})
    own_proxy.ask(path, token=FIRST)

    def answer(exchange: Exchange) -> None:
        fields = ["Cache-Control: private, max-age=60", 'ETag: "another"']
        if "if-none-match" in exchange.request.names:
            return exchange.send(response(b"", *fields, status="304 Not Modified"))
        exchange.send(response(b'{"own": 2}', JSON, *fields))

    github.fake.on(path, answer)
    for _ in range(2):
        assert own_proxy.ask(path, token=SECOND).json == {"own": 2}


def test_no_date_confirms_a_response_of_another(github: GitHub, own_proxy: Proxy) -> None:
    """Only the computed tag proves anything, so `If-Modified-Since` is not sent along."""
    date = "Sat, 22 Nov 2025 11:24:05 GMT"
    body = b'{"secret": 1}'

    def answer(exchange: Exchange) -> None:
        fields = [JSON, "Cache-Control: private, max-age=60", f"Last-Modified: {date}"]
        fields.append(f"ETag: {tag(exchange.request, body)}")
        exchange.send(response(body, *fields))

    path = github.fake.on("/repos/acme/plans", answer)
    own_proxy.ask(path, token=FIRST)
    for token, condition in ((SECOND, []), (THIRD, [f"If-Modified-Since: {date}"])):
        own_proxy.ask(path, *condition, token=token)
        (request,) = github.asked(token)
        assert "if-none-match" in request.names and "if-modified-since" not in request.names


# A GitHub with another rule.


def visit(proxy: Proxy, github: GitHub, numbers: Sequence[int], tokens: Sequence[str]) -> None:
    for number in numbers:
        path = github.page(f"/page/{number}", {"number": number})
        for token in tokens:
            assert proxy.ask(path, token=token).json == {"number": number}


def salted_for_others(request: Message) -> str:
    """Only the first token's tags follow the rule."""
    return "" if token_of(request) == FIRST else "another rule"


def test_another_rule_costs_at_most_three_requests(
    processes: Processes, github: GitHub, clock: Clock, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    start = lambda: start_proxy(  # noqa: E731
        processes, github.url, cache=cache, environment=clock.environment
    )
    github.salt = salted_for_others
    github.lifetime = 9 * DAY
    proxy = start()
    visit(proxy, github, range(12), TOKENS[:4])
    assert len(github.asked()) == 12 * 4
    assert github.guesses() == 3
    # The fact is kept,
    assert proxy.end() == 0
    proxy = start()
    visit(proxy, github, range(12, 18), TOKENS[:4])
    assert github.guesses() == 3
    # but not for more than a day,
    clock.advance(DAY + 60)
    visit(proxy, github, range(18, 24), TOKENS[:4])
    assert github.guesses() == 6
    # in which the rule may have come back.
    clock.advance(DAY + 60)
    github.salt = lambda request: ""
    before = len(github.asked())
    visit(proxy, github, range(24, 26), TOKENS[:4])
    assert github.guesses() == 6 + 2 * 3 and len(github.asked()) == before + 2 * 4


def test_tags_that_never_followed_the_rule_are_never_computed(
    github: GitHub, own_proxy: Proxy
) -> None:
    github.salt = lambda request: "another rule"
    visit(own_proxy, github, range(5), TOKENS[:4])
    assert github.guesses() == 0 and len(github.asked()) == 5 * 4


def test_pages_that_have_changed_do_not_speak_against_the_rule(
    github: GitHub, own_proxy: Proxy
) -> None:
    for number in range(6):
        path = github.page(f"/page/{number}", {"version": 1})
        own_proxy.ask(path, token=FIRST)
        github.page(path, {"version": 2})
        assert own_proxy.ask(path, token=SECOND).json == {"version": 2}
    assert github.guesses() == 6
    visit(own_proxy, github, [9], TOKENS[:2])
    assert github.guesses() == 7 and len(github.asked()) == 14


def test_a_page_that_is_confirmed_speaks_for_the_rule(github: GitHub, own_proxy: Proxy) -> None:
    for number in range(9):
        # Two in a row fail, and then one holds.
        github.salt = salted_for_others if number % 3 else lambda request: ""
        visit(own_proxy, github, [number], TOKENS[:2])
    assert github.guesses() == 9


def test_nothing_is_used_for_another_host(
    processes: Processes, github: GitHub, tmp_path: Path
) -> None:
    """Neither responses, with the same token or another, nor what is known of the rule."""
    cache = str(tmp_path / "cache.sqlite")
    with FakeUpstream() as fake:
        other = GitHub(fake)
        path = github.page("/repos/acme/plans", {"from": "one"})
        other.page(path, {"from": "the other"})
        first = start_proxy(processes, github.url, cache=cache)
        second = start_proxy(processes, other.url, cache=cache)
        for proxy, name in ((first, "one"), (second, "the other")):
            for token in TOKENS[:2]:
                assert proxy.ask(path, token=token).json == {"from": name}
        assert [len(each.asked()) for each in (github, other)] == [2, 2]
        assert [each.asked()[0].get("if-none-match") for each in (github, other)] == [None, None]
        # Equal pages too are asked for as if they were unknown.
        for each in (github, other):
            each.page("/equal", {"equal": True})
        first.ask("/equal", token=FIRST)
        second.ask("/equal", token=SECOND)
        assert other.asked(SECOND)[-1].get("if-none-match") is None
        # One host with another rule is no reason to doubt the other.
        github.salt = salted_for_others
        visit(first, github, range(4), TOKENS[:2])
        guesses = other.guesses()
        visit(second, other, range(4), TOKENS[:2])
        assert other.guesses() == guesses + 4


# The explorer.


def explored(processes: Processes, sandbox: Sandbox, cache: str, token: Optional[str]) -> Any:
    """The result of a method of several requests, with a token or without."""
    done = processes.run(
        *["call", "--api-url", sandbox.url, "--cache", cache, "user.followers"],
        '{"login": "octocat"}',
        environment={"GITXPLORER_TOKEN": token} if token else {},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_the_explorer_knew_anonymously_costs_nothing_after_a_sign_in(
    processes: Processes, sandbox: Sandbox, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    tokens = [None, FIRST, SECOND, SECOND]
    results = [explored(processes, sandbox, cache, token) for token in tokens]
    sources = [result.pop("freshness")["source"] for result in results]
    assert sources == ["network", "revalidated", "revalidated", "cache"]
    assert results[0] == results[1] == results[2] == results[3]
    stats = sandbox.stats()
    assert (stats["requests"], stats["notModified"]) == (3, 2)
    rate = Direct(sandbox.url).ask("/rate_limit", token=FIRST).json["resources"]["core"]
    assert rate["used"] == 0


def test_a_server_that_signs_in_confirms_what_it_knew(
    processes: Processes, sandbox: Sandbox
) -> None:
    server = processes.serve("--api-url", sandbox.url, "--cache", ":memory:", sandbox=False).stdio()
    ask = lambda: server.result("user.followers", {"login": "octocat"})  # noqa: E731
    assert ask()["freshness"]["source"] == "network"
    for token in (FIRST, SECOND):
        server.result("auth.login", {"token": token})
        assert ask()["freshness"]["source"] == "revalidated"
    assert sandbox.stats()["byPath"]["/users/octocat/followers"] == 3
    assert sandbox.stats()["notModified"] >= 2


def test_the_explorer_shows_a_token_nothing_that_it_may_not_see(
    processes: Processes, sandbox: Sandbox, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    explored(processes, sandbox, cache, FIRST)
    sandbox.mutate(user="octocat", delete=True)
    done = processes.run(
        *["call", "--api-url", sandbox.url, "--cache", cache, "user.followers"],
        '{"login": "octocat"}', environment={"GITXPLORER_TOKEN": SECOND},
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout == b""
    assert json.loads(done.stderr)["code"] == 1404


def test_the_proxy_confirms_what_the_explorer_knew(
    processes: Processes, sandbox: Sandbox, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    explored(processes, sandbox, cache, None)
    proxy = start_proxy(processes, sandbox, cache=cache)
    accept = "Accept: application/vnd.github+json"
    version = "X-GitHub-Api-Version: 2022-11-28"
    found = proxy.unix.ask("/users/octocat/followers?per_page=30", accept, version, token=FIRST)
    assert found.status == 200 and status_of(found)["fwd-status"] == "304"


# Budgets.


def test_a_used_up_limit_is_answered_without_asking(sandbox: Sandbox, proxy: Proxy) -> None:
    sandbox.configure(rateLimit=3)
    for number in range(3):
        assert proxy.ask(f"/users?since={number}").status == 200
    refusals = [over(proxy, kind).ask(f"/users?since={kind}") for kind in ("tcp", "unix")]
    assert sandbox.requests == 3
    # What GitHub itself sends then.
    own = Direct(sandbox.url).ask("/users?since=9")
    for found in refusals:
        assert (found.status, found.json.keys()) == (403, own.json.keys())
        assert found.json["message"].startswith("API rate limit exceeded")
        for name in ["Content-Type", *(f"X-RateLimit-{part}" for part in LIMIT_PARTS)]:
            assert found.get(name) == own.get(name), name
        assert "fwd" not in status_of(found)
    # What is stored costs nothing.
    assert is_hit(proxy.ask("/users?since=1"))


LIMIT_PARTS = ["Limit", "Remaining", "Reset", "Used", "Resource"]


@on_both
def test_the_refusal_is_githubs_own_if_it_has_sent_one(
    kind: str, sandbox: Sandbox, proxy: Proxy
) -> None:
    sandbox.configure(rateLimit=1)
    Direct(sandbox.url).ask("/users")
    first = over(proxy, kind).ask("/users?since=1")
    assert first.status == 403 and sandbox.requests == 2
    for number in range(2, 4):
        found = over(proxy, kind).ask(f"/users?since={number}")
        assert (found.line, found.body) == (first.line, first.body)
        assert without_added(found) == without_added(first)
    assert sandbox.requests == 2


class Budgets:
    """A GitHub where each token may send a few requests per hour, of each kind."""

    def __init__(self, fake: FakeUpstream, limit: int = 3) -> None:
        self.fake = fake
        self.url = fake.url
        self.limit = limit
        self.used: Dict[Tuple[Optional[str], str], int] = {}
        #: Seconds, as the standing clock of the proxy has them.
        self.now = int(time.time())
        self.reset = self.now + LATER
        self.status = "403 Forbidden"
        self.last = "200 OK"
        for path in ("/page", "/search/users", "/graphql"):
            fake.on(path, self.answer)

    def pass_time(self, clock: Clock, seconds: int) -> None:
        clock.advance(seconds)
        self.now += seconds
        if self.now >= self.reset:
            self.used, self.reset = {}, self.now + LATER

    def answer(self, exchange: Exchange) -> None:
        exchange.read()
        path = exchange.request.target.partition("?")[0]
        resource = {"/page": "core", "/search/users": "search", "/graphql": "graphql"}[path]
        budget = (token_of(exchange.request), resource)
        used = self.used[budget] = self.used.get(budget, 0) + 1
        left = max(0, self.limit - used)
        values = [self.limit, left, self.reset, min(used, self.limit), resource]
        fields = [f"X-RateLimit-{part}: {value}" for part, value in zip(LIMIT_PARTS, values)]
        fields += [JSON, f"Date: {formatdate(self.now, usegmt=True)}", "Cache-Control: no-cache"]
        if used > self.limit:
            body = f'{{"message":"API rate limit exceeded for user ID {len(budget[0] or "")}."}}'
            return exchange.send(response(body.encode(), *fields, status=self.status))
        exchange.send(response(b"{}", *fields, status=self.last if left == 0 else "200 OK"))


@pytest.fixture
def budgets() -> Iterator[Budgets]:
    with FakeUpstream() as fake:
        yield Budgets(fake)


@pytest.fixture
def limited(processes: Processes, budgets: Budgets, clock: Clock) -> Proxy:
    """A proxy for a GitHub with small budgets, with a clock that stands still."""
    return start_proxy(processes, budgets.url, environment=clock.environment)


def spend(proxy: Asker, path: str, token: Optional[str]) -> None:
    """Uses up a budget."""
    for number in range(3):
        assert proxy.ask(f"{path}?{number}", token=token).status == 200


@pytest.mark.parametrize("last", ["200 OK", "404 Not Found", "304 Not Modified", "422 Invalid"])
def test_the_limit_holds_once_nothing_was_seen_to_remain(
    last: str, budgets: Budgets, limited: Proxy
) -> None:
    budgets.last = last
    for number in range(5):
        limited.ask(f"/page?{number}", token=FIRST)
    assert len(budgets.fake.requests) == 3


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"])
def test_no_method_is_sent_when_the_limit_is_used_up(
    method: str, budgets: Budgets, limited: Proxy
) -> None:
    spend(limited, "/page", FIRST)
    body = b'{"name":"new"}' if method[0] == "P" else b""
    found = limited.ask("/page", token=FIRST, method=method, body=body)
    assert found.status == 403 and found.get("x-ratelimit-remaining") == "0"
    assert len(budgets.fake.requests) == 3


@pytest.mark.parametrize("path", ["/page", "/search/users", "/graphql"])
def test_other_tokens_and_other_budgets_go_on(path: str, budgets: Budgets, limited: Proxy) -> None:
    spend(limited, path, FIRST)
    assert limited.ask(path, token=FIRST).status == 403
    for other in {"/page", "/search/users", "/graphql"} - {path}:
        spend(limited, other, FIRST)
    for token in (SECOND, None):
        spend(limited, path, token)
    assert len(budgets.fake.requests) == 5 * 3
    # What is left of the limits can be asked for.
    limited.ask("/rate_limit", token=FIRST)
    assert len(budgets.fake.requests) == 16


def test_a_used_up_limit_is_remembered_beside_many_tokens(budgets: Budgets, limited: Proxy) -> None:
    spend(limited, "/page", FIRST)
    for number in range(200):
        assert limited.ask("/page", token=f"ghp_{number}").status == 200
    assert limited.ask("/page", token=FIRST).status == 403
    assert len(budgets.fake.requests) == 203


def test_the_limit_ends_with_its_window(budgets: Budgets, limited: Proxy, clock: Clock) -> None:
    spend(limited, "/page", FIRST)
    for _ in range(2):
        assert limited.ask("/page", token=FIRST).status == 403
        budgets.pass_time(clock, LATER // 2 - 10)
    assert limited.ask("/page", token=FIRST).status == 403
    assert len(budgets.fake.requests) == 3
    budgets.pass_time(clock, 20)
    spend(limited, "/page", FIRST)
    assert limited.ask("/page", token=FIRST).status == 403
    assert len(budgets.fake.requests) == 6


@pytest.mark.parametrize("status", ["403 Forbidden", "429 Too Many Requests"])
def test_the_status_of_the_refusal_is_githubs(
    status: str, budgets: Budgets, limited: Proxy
) -> None:
    budgets.status = status
    budgets.used[(FIRST, "core")] = 3
    first = limited.ask("/page", token=FIRST)
    assert first.line == f"HTTP/1.1 {status}"
    again = limited.ask("/page?again", token=FIRST)
    assert (again.line, again.body) == (first.line, first.body)
    assert without_added(again) == without_added(first)
    assert len(budgets.fake.requests) == 1


def test_a_refusal_that_is_no_limit_is_asked_for_each_time(
    github: GitHub, own_proxy: Proxy
) -> None:
    body = b'{"message":"Resource not accessible by integration"}'
    fields = [JSON, "X-RateLimit-Limit: 5000", "X-RateLimit-Remaining: 4000"]
    github.fake.on("/plans", response(body, *fields, status="403 Forbidden"))
    for _ in range(3):
        found = own_proxy.ask("/plans", token=FIRST)
        assert (found.status, found.body) == (403, body)
    assert len(github.asked()) == 3


def test_a_secondary_limit_holds_over_all_clients_of_the_token(
    processes: Processes, sandbox: Sandbox, clock: Clock
) -> None:
    proxy = start_proxy(processes, sandbox, environment=clock.environment)
    sandbox.fault("secondaryLimit", times=1)
    first = proxy.ask("/users/octocat", token=FIRST)
    assert first.status == 403 and first.get("retry-after") == "60"
    waits = []
    for number, kind in enumerate(["tcp", "unix", "tcp"]):
        clock.advance(15)
        found = over(proxy, kind).ask(f"/users?since={number}", token=FIRST)
        assert (found.line, found.body) == (first.line, first.body)
        waits.append(int(found.get("retry-after") or 0))
    assert waits == [45, 30, 15]
    assert sandbox.requests == 1
    assert proxy.ask("/users/octocat", token=SECOND).status == 200
    clock.advance(16)
    assert proxy.ask("/users/octocat", token=FIRST).status == 200


# One flight.


def ask_at_once(clients: Sequence[Client]) -> List[Message]:
    found = []
    for client in clients:
        with client:
            found.append(client.response())
    return found


@pytest.fixture
def relay(sandbox: Sandbox) -> Iterator[Relay]:
    """The way to the sandbox, on which responses can be held."""
    relay = Relay(sandbox.port)
    yield relay
    relay.close()


@pytest.fixture
def slow(processes: Processes, relay: Relay) -> Proxy:
    """A proxy whose upstream is the relay."""
    return start_proxy(processes, f"http://127.0.0.1:{relay.port}")


@on_both
def test_50_equal_requests_at_once_are_one(
    kind: str, sandbox: Sandbox, relay: Relay, slow: Proxy
) -> None:
    relay.holds = True
    clients = [over(slow, kind).send("/users/octocat", token=FIRST) for _ in range(50)]
    sandbox.wait_for(lambda stats: stats["requests"] == 1)
    slow.serving.facts.wait_for_rest()
    relay.holds = False
    found = ask_at_once(clients)
    assert {each.status for each in found} == {200}
    assert len({each.body for each in found}) == 1
    assert sandbox.requests == 1


#: An account that is not there, a search, and a repository that has moved.
UNSTORED = {
    "/users/nobody-at-all": 404,
    "/search/users?q=octocat": 200,
    "/repos/exactly-100/brisk_backup": 301,
}


@pytest.mark.parametrize("path", UNSTORED)
def test_50_equal_requests_at_once_are_one_even_if_nothing_is_stored(
    path: str, sandbox: Sandbox, relay: Relay, slow: Proxy
) -> None:
    sandbox.mutate(user="exactly-100", rename="renamed")
    relay.holds = True
    clients = [slow.send(path, token=FIRST) for _ in range(50)]
    sandbox.wait_for(lambda stats: stats["requests"] == 1)
    slow.serving.facts.wait_for_rest()
    relay.holds = False
    found = ask_at_once(clients)
    assert {each.status for each in found} == {UNSTORED[path]}
    assert len({each.body for each in found}) == 1
    assert all(status_of(each) for each in found)
    assert sandbox.requests == 1


def test_50_equal_requests_of_50_tokens_are_50(sandbox: Sandbox, proxy: Proxy) -> None:
    sandbox.configure(latencyMs=50)
    clients = [proxy.send("/users/octocat", token=f"{FIRST}{number}") for number in range(50)]
    found = ask_at_once(clients)
    assert {each.status for each in found} == {200}
    assert len({each.get("etag") for each in found}) == 50
    stats = sandbox.stats()
    assert stats["requests"] == 50 and stats["maxInFlight"] <= 8


def test_50_equal_requests_without_a_token_are_one(
    sandbox: Sandbox, relay: Relay, slow: Proxy
) -> None:
    relay.holds = True
    clients = [slow.send("/users/octocat") for _ in range(50)]
    sandbox.wait_for(lambda stats: stats["requests"] == 1)
    slow.serving.facts.wait_for_rest()
    relay.holds = False
    assert {each.status for each in ask_at_once(clients)} == {200}
    assert sandbox.requests == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_equal_writes_at_once_are_each_sent(method: str, github: GitHub, own_proxy: Proxy) -> None:
    path = github.page("/repos/acme/plans/issues", {"number": 1})
    body = b"{}" if method != "DELETE" else b""
    clients = [own_proxy.send(path, token=FIRST, method=method, body=body) for _ in range(10)]
    assert {each.status for each in ask_at_once(clients)} == {200}
    assert len(github.asked()) == 10


def test_requests_that_differ_by_a_field_of_vary_are_not_one(
    sandbox: Sandbox, relay: Relay, slow: Proxy
) -> None:
    path = "/repos/octocat/Hello-World/stargazers?per_page=2"
    star = "Accept: application/vnd.github.star+json"
    relay.holds = True
    clients = [slow.send(path, *fields, token=FIRST) for fields in ([], [star], [], [star])]
    sandbox.wait_for(lambda stats: stats["requests"] == 2)
    slow.serving.facts.wait_for_rest()
    relay.holds = False
    found = [each.body for each in ask_at_once(clients)]
    assert found[0] == found[2] != found[1] == found[3]
    assert sandbox.requests == 2


class Held:
    """A page that is answered when the test says so."""

    def __init__(self, github: GitHub) -> None:
        self.path = github.fake.on("/held", self.answer)
        self.goes = threading.Event()

    def answer(self, exchange: Exchange) -> None:
        exchange.read()
        self.goes.wait()
        exchange.send(response(b'{"held": true}', JSON, "Cache-Control: private, max-age=60"))

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_: object) -> None:
        self.goes.set()


def test_a_client_that_leaves_does_not_end_the_transfer_of_others(
    github: GitHub, own_proxy: Proxy
) -> None:
    with Held(github) as held:
        clients = [own_proxy.send(held.path, token=FIRST) for _ in range(5)]
        github.fake.wait_for(held.path)
        own_proxy.serving.facts.wait_for_rest()
        # The first one began the transfer.
        for client in clients[:3]:
            client.close()
        own_proxy.serving.facts.wait_for_rest()
    assert [each.json for each in ask_at_once(clients[3:])] == [{"held": True}] * 2
    assert len(github.asked()) == 1


@pytest.mark.parametrize("count", [1, 5])
def test_a_transfer_ends_when_nobody_waits_for_it(
    count: int, github: GitHub, own_proxy: Proxy
) -> None:
    ended = threading.Event()

    def answer(exchange: Exchange) -> None:
        exchange.read()
        exchange.wait_for_end()
        ended.set()

    github.fake.on("/held", answer)
    clients = [own_proxy.send("/held", token=FIRST) for _ in range(count)]
    github.fake.wait_for("/held")
    own_proxy.serving.facts.wait_for_rest()
    for client in clients:
        assert not ended.is_set()
        client.close()
    ended.wait()
    # The next one begins anew.
    github.page("/held", {"new": True})
    assert own_proxy.ask("/held", token=FIRST).json == {"new": True}


# Writes.


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_write_is_seen_by_every_token(method: str, github: GitHub, own_proxy: Proxy) -> None:
    path = github.page("/repos/acme/plans", {"version": 1})
    tokens = [FIRST, SECOND, None]
    for token in tokens:
        own_proxy.ask(path, token=token)
        assert is_hit(own_proxy.ask(path, token=token))
    github.page(path, {"version": 2})
    assert own_proxy.ask(path, token=FIRST, method=method, body=b"{}").status == 200
    for token in tokens:
        assert own_proxy.ask(path, token=token).json == {"version": 2}, token


def test_a_write_that_fails_leaves_what_is_stored(github: GitHub, own_proxy: Proxy) -> None:
    path = github.page("/repos/acme/plans", {"version": 1})
    own_proxy.ask(path, token=FIRST)
    github.answers[SECOND] = error("403 Forbidden")
    assert own_proxy.ask(path, token=SECOND, method="PATCH", body=b"{}").status == 403
    assert is_hit(own_proxy.ask(path, token=FIRST))


def test_a_read_under_way_during_a_write_is_neither_joined_nor_stored(
    github: GitHub, own_proxy: Proxy
) -> None:
    with Held(github) as held:
        reader = own_proxy.send(held.path, token=FIRST)
        github.fake.wait_for(held.path)
        github.page(held.path, {"held": False})
        assert own_proxy.ask(held.path, token=FIRST, method="PUT", body=b"{}").status == 200
        # A new request asks for what is there now, although the old one is under way.
        new = own_proxy.send(held.path, token=FIRST)
        own_proxy.serving.facts.wait_for_rest()
    assert [each.json for each in ask_at_once([reader])] == [{"held": True}]
    assert [each.json for each in ask_at_once([new])] == [{"held": False}]
    assert own_proxy.ask(held.path, token=FIRST).json == {"held": False}


# A fleet.


@pytest.fixture
def engine(engines: Engines) -> Engine:
    return engines.start()


def fleet(
    processes: Processes, url: str, engine: Engine, count: int = 2, **options: Any
) -> List[Proxy]:
    flags = ["--shared-cache", engine.url, "--log-level", "info"]
    return [start_proxy(processes, url, *flags, **options) for _ in range(count)]


def wait_for_fills(engine: Engine, count: int) -> None:
    """Waits until so many responses are in the engine."""
    until(lambda: sum(key.endswith(":r") for key in engine.keys()) == count)


def test_proxies_share_responses_of_a_token(
    processes: Processes, sandbox: Sandbox, engine: Engine
) -> None:
    first, second = fleet(processes, sandbox.url, engine)
    found = [first.ask(page, token=FIRST) for page in PAGES]
    wait_for_fills(engine, 3)
    for page, one in zip(PAGES, found):
        other = second.ask(page, token=FIRST)
        assert other.body.replace(second.url.encode(), first.url.encode()) == one.body
    assert sandbox.requests == 3
    # And not of others.
    second.ask(PAGES[0], token=SECOND)
    assert sandbox.requests == 4


def test_proxies_share_a_flight(processes: Processes, sandbox: Sandbox, engine: Engine) -> None:
    relay = Relay(sandbox.port)
    proxies = fleet(processes, f"http://127.0.0.1:{relay.port}", engine)
    relay.holds = True
    clients = [proxies[number % 2].send("/users/octocat", token=FIRST) for number in range(50)]
    sandbox.wait_for(lambda stats: stats["requests"] == 1)
    wait_for_rest(Facts(engine.pid), *[proxy.serving.facts for proxy in proxies])
    relay.holds = False
    assert {each.status for each in ask_at_once(clients)} == {200}
    assert sandbox.requests == 1
    relay.close()


def test_proxies_share_a_budget(
    processes: Processes, budgets: Budgets, engine: Engine, clock: Clock
) -> None:
    first, second = fleet(processes, budgets.url, engine, environment=clock.environment)
    spend(first, "/page", FIRST)
    found = second.ask("/page?new", token=FIRST)
    assert found.status == 403 and found.get("x-ratelimit-remaining") == "0"
    assert len(budgets.fake.requests) == 3
    spend(second, "/page", SECOND)
    spend(second, "/search/users", FIRST)
    assert len(budgets.fake.requests) == 9


def test_proxies_share_a_secondary_limit(
    processes: Processes, sandbox: Sandbox, engine: Engine
) -> None:
    first, second = fleet(processes, sandbox.url, engine)
    sandbox.fault("secondaryLimit", times=1)
    refusal = first.ask("/users/octocat", token=FIRST)
    assert refusal.status == 403
    found = second.ask("/users/octocat", token=FIRST)
    assert (found.status, found.json.keys()) == (403, refusal.json.keys())
    assert "secondary rate limit" in found.json["message"]
    assert 0 < int(found.get("retry-after") or 0) <= 60
    assert sandbox.requests == 1


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_a_write_through_one_proxy_is_seen_through_all(
    method: str, processes: Processes, github: GitHub, engine: Engine
) -> None:
    github.lifetime = 600
    proxies = fleet(processes, github.url, engine)
    path = github.page("/repos/acme/plans", {"version": 1})
    proxies[0].ask(path, token=FIRST)
    wait_for_fills(engine, 1)
    # Both have it, in the engine and in their own stores.
    assert [is_hit(proxy.ask(path, token=FIRST)) for proxy in proxies] == [True, True]
    assert len(github.asked()) == 1
    github.page(path, {"version": 2})
    assert proxies[0].ask(path, token=FIRST, method=method, body=b"{}").status == 200
    for proxy in proxies:
        assert proxy.ask(path, token=FIRST).json == {"version": 2}


def test_a_write_through_one_proxy_is_seen_by_every_token(
    processes: Processes, github: GitHub, engine: Engine
) -> None:
    github.lifetime = 600
    proxies = fleet(processes, github.url, engine)
    path = github.page("/repos/acme/plans", {"version": 1})
    for token in TOKENS[:3]:
        proxies[0].ask(path, token=token)
    wait_for_fills(engine, 3)
    for token in TOKENS[:3]:
        assert is_hit(proxies[1].ask(path, token=token))
    github.page(path, {"version": 2})
    assert proxies[0].ask(path, token=FIRST, method="PATCH", body=b"{}").status == 200
    for token in TOKENS[:3]:
        for proxy in proxies:
            # Only the writer knows when it has written.
            until(lambda: proxy.ask(path, token=token).json == {"version": 2})


def test_a_fleet_goes_on_without_its_engine(
    processes: Processes, sandbox: Sandbox, engine: Engine
) -> None:
    proxies = fleet(processes, sandbox.url, engine)
    assert proxies[0].ask("/users/octocat", token=FIRST).status == 200
    wait_for_fills(engine, 1)
    engine.stop()
    for proxy in proxies:
        for page in PAGES:
            assert proxy.ask(page, token=FIRST).status == 200
    assert is_hit(proxies[0].ask("/users/octocat", token=FIRST))


def test_the_engine_sees_no_token(processes: Processes, sandbox: Sandbox, engine: Engine) -> None:
    monitor = engine.connect()
    monitor("MONITOR")
    (proxy,) = fleet(processes, sandbox.url, engine, 1)
    for token in TOKENS:
        proxy.ask("/users/octocat", token=token)
    proxy.ask("/users/octocat", f"Authorization: Basic {BASIC}")
    wait_for_fills(engine, 11)
    seen = b"".join(key.encode() + (engine.ask("DUMP", key) or b"") for key in engine.keys())
    engine.ask("PING", "the-end")
    lines = ""
    while "the-end" not in lines:
        lines += str(monitor.read())
    monitor.close()
    for word in (*TOKENS, BASIC, "octocat"):
        assert word.encode() not in seen and word not in lines, word


#: A user and a token.
BASIC = base64.b64encode(b"octocat:ghp_BasicBasicBasicBasicBasic").decode()


# What was saved.


def stats(processes: Processes, cache: str) -> Dict[str, Any]:
    done = processes.run("cache", "stats", "--cache", cache)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_statistics_say_what_each_client_saved(
    processes: Processes, sandbox: Sandbox, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    assert stats(processes, cache)["clients"] == []
    proxy = start_proxy(processes, sandbox, cache=cache)
    for _ in range(4):
        proxy.ask("/users/octocat/followers", token=FIRST)
    for page in ("/users/octocat/followers", PAGES[0]):
        proxy.ask(page, token=SECOND)
    for _ in range(3):
        proxy.ask("/users/octocat")
    assert proxy.end() == 0
    clients = {each.pop("name"): each for each in stats(processes, cache)["clients"]}
    assert clients.pop("anonymous") == {"requests": 3, "spared": 2, "free": 0}
    assert sorted(clients.values(), key=str) == [
        {"requests": 2, "spared": 0, "free": 1}, {"requests": 4, "spared": 3, "free": 0},
    ]  # fmt: skip
    assert all(re.fullmatch("token:[0-9a-f]{4}", name) for name in clients)
    # Another run adds to the same names.
    proxy = start_proxy(processes, sandbox, cache=cache)
    proxy.ask("/users/octocat/followers", token=FIRST)
    assert proxy.end() == 0
    again = {each.pop("name"): each for each in stats(processes, cache)["clients"]}
    assert again.keys() == {*clients, "anonymous"}
    (grown,) = [name for name in clients if again[name] != clients[name]]
    assert again[grown] == {"requests": 5, "spared": 4, "free": 0}


def test_the_statistics_can_be_read_while_the_proxy_runs(
    processes: Processes, sandbox: Sandbox, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache.sqlite")
    proxy = start_proxy(processes, sandbox, cache=cache)
    for _ in range(3):
        proxy.ask("/users/octocat", token=FIRST)
    # What was saved is written with the next response.
    proxy.ask("/users/github", token=FIRST)
    until(lambda: [each["spared"] for each in stats(processes, cache)["clients"]] == [2])


def test_no_token_is_in_the_log_or_in_a_file(
    processes: Processes, sandbox: Sandbox, github: GitHub, tmp_path: Path
) -> None:
    cache = tmp_path / "files" / "cache.sqlite"
    cache.parent.mkdir()
    flags = ["--log-level", "trace", "--log-http", "--log-requests"]

    def repeat(exchange: Exchange) -> None:
        """GitHub's errors have been seen to repeat what was sent."""
        exchange.read()
        credential = exchange.request.get("authorization") or ""
        body = json.dumps({"message": f"Bad credentials: {credential}"}).encode()
        exchange.send(response(body, JSON, status="401 Unauthorized"))

    query = b'{"query":"{viewer{login}}"}'
    bad = "ghp_badbadbadbadbadbadbadbadbadbad"
    for proxy in (
        start_proxy(processes, sandbox, *flags, cache=str(cache)),
        start_proxy(processes, github.url, *flags, "--log-format", "json", cache=str(cache)),
    ):
        github.fake.on("/users/octocat", repeat)
        for token in (*TOKENS, bad):
            for asker in (proxy, proxy.unix):
                asker.ask("/users/octocat", token=token)
                asker.ask("/users/nobody-at-all", token=token)
                asker.ask("/graphql", token=token, method="POST", body=query)
                asker.ask("/users/octocat", f"Authorization: Basic {BASIC}")
                asker.ask("/users/octocat", "Bad field", token=token)
        assert any(each.name.startswith("cache.sqlite") for each in cache.parent.iterdir())
        running = [path.read_bytes() for path in cache.parent.iterdir()]
        assert proxy.end() == 0
        written = [path.read_bytes() for path in cache.parent.iterdir()]
        secrets = [*TOKENS, bad, BASIC, base64.b64decode(BASIC).decode()]
        for secret in secrets:
            for data in (*running, *written):
                assert secret.encode() not in data, secret
            assert secret not in proxy.log, secret
        assert "octocat" in proxy.log


def test_no_credential_is_in_a_file(processes: Processes, sandbox: Sandbox, tmp_path: Path) -> None:
    """GitHub's `Vary` names them, so a stored response is chosen by them."""
    cache = tmp_path / "files" / "cache.sqlite"
    cache.parent.mkdir()
    proxy = start_proxy(processes, sandbox, "--log-level", "trace", cache=str(cache))
    secrets = {"Cookie": "user_session=SecretOfABrowser", "X-GitHub-OTP": "192837465019283"}
    fields = [f"{name}: {value}" for name, value in secrets.items()]
    assert proxy.ask("/users/octocat", token=FIRST).status == 200
    # Whoever sends them is another one.
    for _ in range(2):
        assert proxy.ask("/users/octocat", *fields, token=FIRST).status == 200
        assert sandbox.requests >= 2
        assert is_hit(proxy.ask("/users/octocat", token=FIRST))
    assert proxy.end() == 0
    for path in cache.parent.iterdir():
        for value in secrets.values():
            assert value.encode() not in path.read_bytes() and value not in proxy.log
