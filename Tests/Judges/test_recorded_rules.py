"""Recorded responses of GitHub, each explained by rules that also hold for the sandbox."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any, Callable, Dict, List, Tuple

import pytest

from harness.paths import HAS_ALL_RECORDINGS
from harness.sandbox import Sandbox

from Judges.recorded.exchange import Answer, Exchange, recorded
from Judges.recorded.history import Sight
from Judges.recorded.rules import findings, problems
from Judges.recorded.situations import Situations
from Judges.recorded.unexplained import UNEXPLAINED

EXCHANGES = {exchange.id: exchange for exchange in recorded()}


@pytest.fixture(scope="module")
def situations(shared_sandbox: Sandbox) -> Situations:
    return Situations(shared_sandbox)


@pytest.mark.parametrize("exchange", EXCHANGES.values(), ids=EXCHANGES)
def test_a_recording_is_explained(
    exchange: Exchange, situations: Situations, sandbox: Sandbox
) -> None:
    played = situations.answer(exchange)
    found = problems(exchange, played) if played else ["nothing of the kind is answered here"]
    if exchange.id in UNEXPLAINED:
        is_cut = "…" in str(exchange.answer.body)
        assert found or is_cut, f"explained now; it was listed as: {UNEXPLAINED[exchange.id]}"
    else:
        assert found == []


def test_most_recordings_are_explained() -> None:
    explained = EXCHANGES.keys() - UNEXPLAINED.keys()
    expected = (403, 344) if HAS_ALL_RECORDINGS else (309, 259)
    assert (len(EXCHANGES), len(explained)) == expected


#: Changes whose present state no recording shows: the last of `/rate_limit` is from 2020-03-31.
UNPROVEN = {"used came"}


def test_a_change_is_dated_by_the_recordings_before_and_after_it(
    situations: Situations, shared_sandbox: Sandbox
) -> None:
    former: Dict[Tuple[str, str], List[str]] = defaultdict(list)
    present: Dict[Tuple[str, str], List[str]] = defaultdict(list)
    for exchange in EXCHANGES.values():
        played = situations.answer(exchange)
        shared_sandbox.reset()
        if not played or not exchange.date or exchange.id in UNEXPLAINED:
            continue
        for finding in findings(exchange, played):
            if isinstance(finding, Sight):
                seen = former if finding.former else present
                seen[finding.change, finding.since].append(exchange.date)
    found = {}
    for change in former.keys() | present.keys():
        last = max(former[change], default="never")
        found[change] = last, min((day for day in present[change] if day > last), default="never")
    wrong = {
        (change, since): (last, first)
        for (change, since), (last, first) in found.items()
        if not last < since <= first
    }
    assert wrong == {}
    assert {change for (change, _), (_, first) in found.items() if first == "never"} == UNPROVEN


def header(name: str, change: Callable[[str], str]) -> Callable[[Answer], Answer]:
    def changed(played: Answer) -> Answer:
        return replace(played, headers={**played.headers, name: change(played.headers[name])})

    return changed


def body(change: Callable[[Any], Any]) -> Callable[[Answer], Answer]:
    return lambda played: replace(played, body=change(played.body))


def without(name: str) -> Callable[[Answer], Answer]:
    def changed(played: Answer) -> Answer:
        kept = {other: value for other, value in played.headers.items() if other != name}
        return replace(played, headers=kept)

    return changed


def members(**changes: Any) -> Callable[[Answer], Answer]:
    return body(lambda value: {**value, **changes})


def reordered(value: Dict[str, Any]) -> Dict[str, Any]:
    return dict(reversed(list(value.items())))


#: Possible mistakes of the sandbox, each with a recording that must detect it.
DEVIATIONS: Dict[str, Tuple[str, Callable[[Answer], Answer]]] = {
    "another status": ("d0190", lambda played: replace(played, status=203)),
    "a tag of the body alone": ("d0190", header("etag", lambda tag: f'W/"{"0" * 64}"')),
    "a strong tag of what is compressed": ("d0190", header("etag", lambda tag: tag[2:])),
    "a weak tag of what is not": ("d0168", header("etag", lambda tag: f"W/{tag}")),
    "a weak tag of a 304": ("d0099", header("etag", lambda tag: f"W/{tag}")),
    "a tag of a search": (
        "d0208", lambda played: replace(played, headers={**played.headers, "etag": '"a"'})
    ),
    "no tag": ("d0034", without("etag")),
    "no Last-Modified": ("d0034", without("last-modified")),
    "another Last-Modified": (
        "d0034", header("last-modified", lambda date: "Tue, 25 Jan 2011 18:44:36 GMT")
    ),
    "another Cache-Control": ("d0190", header("cache-control", lambda text: "no-cache")),
    "less in Vary": ("d0034", header("vary", lambda text: "Accept")),
    "other scopes": ("d0034", header("x-accepted-oauth-scopes", lambda text: "repo")),
    "links in another order": (
        "d0200", header("link", lambda link: ", ".join(reversed(link.split(", "))))
    ),
    "another last page": ("d0200", header("link", lambda link: link.replace("page=5", "page=6"))),
    "links by name": ("d0200", header("link", lambda link: link.replace("/1296269/", "/octocat/"))),
    "a per_page that was not sent": (
        "d0181", lambda played: replace(
            played, headers={**played.headers, "link": '<http://x/y?per_page=30>; rel="next"'})
    ),
    "since filled in": ("d0015", header("link", lambda link: link.replace("{?since}", "?since=0"))),
    "a longer window": ("d0208", header("x-ratelimit-reset", lambda reset: str(int(reset) + 600))),
    "used and remaining that do not add up": (
        "d0034", header("x-ratelimit-used", lambda used: str(int(used) + 1))
    ),
    "another text of a 404": ("d0379", members(message="Nothing here")),
    "a number as an error's status": ("d0379", members(status=404)),
    "an error without its status": ("d0379", body(lambda value: {"message": value["message"]})),
    "a redirect by name": (
        "d0169", header("location", lambda url: "https://api.github.com/repos/a/b")
    ),
    "a member too many": ("d0190", members(extra=1)),
    "a member too few": ("d0190", body(lambda value: dict(list(value.items())[1:]))),
    "a number for a text": ("d0190", members(name=7)),
    "members in another order": ("d0190", body(reordered)),
    "a URL by another template": ("d0190", members(forks_url="http://127.0.0.1:1/forks")),
}  # fmt: skip


@pytest.mark.parametrize(("id", "change"), DEVIATIONS.values(), ids=DEVIATIONS)
def test_a_deviation_is_detected(
    id: str, change: Callable[[Answer], Answer], situations: Situations, sandbox: Sandbox
) -> None:
    played = situations.answer(EXCHANGES[id])
    assert played is not None
    found: List[str] = problems(EXCHANGES[id], change(played))
    assert found != [] == problems(EXCHANGES[id], played)
