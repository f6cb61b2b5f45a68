"""GitHub's rules, each a comparison of a recorded answer with the simulator's.

A rule returns what it cannot explain, as sentences; nothing means that the rule holds for both.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterator, List, Optional, Set

from . import history
from .exchange import Answer, Exchange
from .shapes import BodyComparison

Problems = Iterator[str]

#: Headers whose value is the same on every answer of a kind.
FIXED = [
    "content-type", "x-content-type-options", "x-frame-options", "x-xss-protection",
    "referrer-policy", "content-security-policy", "strict-transport-security",
    "access-control-allow-origin", "x-github-media-type", "x-github-api-version-selected",
    "cache-control",
]  # fmt: skip
#: Headers whose value is the same on every answer of an endpoint to one kind of client.
FIXED_BY_ENDPOINT = ["x-ratelimit-resource", "x-ratelimit-limit", "x-accepted-oauth-scopes"]


def status(recorded: Exchange, played: Answer) -> Problems:
    if recorded.answer.status != played.status:
        yield f"status {recorded.answer.status}, here {played.status}"


def header_names(recorded: Exchange, played: Answer) -> Problems:
    """The same headers are there and the same are not."""
    date = recorded.date
    then, now = recorded.answer.headers.keys(), played.headers.keys()
    for name in sorted(then - now - history.PASSING_HEADERS):
        told_limits = recorded.answer.status == 401 and name.startswith("x-ratelimit-")
        until = history.LIMITS_WITHOUT_CREDENTIALS if told_limits else ""
        if date > history.HEADERS_THAT_WENT.get(name, until):
            yield f"{name} was sent"
    for name in sorted(now - then - history.PASSING_HEADERS - recorded.lost):
        first, last = history.LEFT_OUT.get(name, ("9999", ""))
        if date > history.HEADERS_THAT_CAME.get(name, "") and not first <= date <= last:
            yield f"{name} was not sent"


def header_values(recorded: Exchange, played: Answer) -> Problems:
    for name in FIXED + ([] if recorded.endpoint == "other" else FIXED_BY_ENDPOINT):
        then, now = recorded.answer.headers.get(name), played.headers.get(name)
        if then is None or now is None or then == now:
            continue
        if not any(
            re.fullmatch(pattern, then) and recorded.date <= until
            for pattern, until in history.FORMER_VALUES.get(name, [])
        ):
            yield f"{name} was {then!r}, here {now!r}"


def server(recorded: Exchange, played: Answer) -> Problems:
    then, now = (answer.headers["server"] for answer in (recorded.answer, played))
    if (then.lower() if recorded.date <= history.CAPITAL_SERVER_UNTIL else then) != now:
        yield f"server was {then!r}, here {now!r}"


def exposed_headers(recorded: Exchange, played: Answer) -> Problems:
    """The list has only grown; today's is the newest recording's."""
    then = listed(recorded.answer, "access-control-expose-headers")
    now = listed(played, "access-control-expose-headers")
    if not then <= now:
        yield f"exposed {sorted(then - now)}"
    if recorded.date >= history.EXPOSED_TODAY_SINCE and then != now:
        yield f"did not expose {sorted(now - then)}"


def vary(recorded: Exchange, played: Answer) -> Problems:
    """What is varied by has only grown, but for one header that came and went."""
    then = listed(recorded.answer, "vary") - {"X-GitHub-OpenAPI"}
    now = listed(played, "vary")
    if not then <= now or (recorded.date >= history.VARIED_TODAY_SINCE and then != now):
        yield f"varied by {sorted(then)}, here {sorted(now)}"


def listed(answer: Answer, name: str) -> Set[str]:
    return {item.strip() for item in answer.headers.get(name, "").split(",")} - {""}


def entity_tag(sent: Dict[str, str], body: bytes) -> str:
    """A tag by the formula; its part about `Authorization` no recording can prove."""
    known = [sent.get("Accept", ""), *([sent["Authorization"]] if "Authorization" in sent else [])]
    return hashlib.sha256(b"".join(part.encode() + b":" for part in known) + body).hexdigest()


def tags(recorded: Exchange, played: Answer) -> Problems:
    """Hexadecimal, as long as the hash; weak where compressed, and never in a 304."""
    was_md5 = recorded.date <= history.MD5_UNTIL
    was_strong = recorded.date <= history.STRONG_WHEN_COMPRESSED_UNTIL
    for answer, digits, is_strong in (
        (recorded.answer, 32 if was_md5 else 64, was_strong), (played, 64, False),
    ):  # fmt: skip
        tag = answer.headers.get("etag")
        if tag is None:
            continue
        found = re.fullmatch(r'(W/)?"([0-9a-f]+)"', tag)
        is_weak = recorded.is_compressed and answer.status != 304 and not is_strong
        if not found or len(found[2]) != digits or bool(found[1]) != is_weak:
            yield f"tag {tag}, {'compressed' if recorded.is_compressed else 'not compressed'}"


def tag_formula(recorded: Exchange, played: Answer) -> Problems:
    """One formula gives the recorded tag of the recorded body and the simulator's of its own."""
    if recorded.tagged_accept is not None:
        text = json.dumps(recorded.answer.body, ensure_ascii=False, separators=(",", ":"))
        if recorded_tag(recorded, text.encode()) not in recorded.answer.headers["etag"]:
            yield "the tag is not by the formula"
    if "etag" in played.headers and played.status == 200 and recorded.method == "GET":
        tag = entity_tag(played.sent, played.content or b"")
        if tag not in played.headers["etag"]:
            yield "the simulator's tag is not by the formula"


def recorded_tag(recorded: Exchange, body: bytes) -> str:
    """The tag as GitHub computed it on the day."""
    accept = recorded.tagged_accept or ""
    if recorded.date <= history.TAG_OF_BODY_UNTIL:
        return hashlib.md5(body).hexdigest()
    digest = "md5" if recorded.date <= history.MD5_UNTIL else "sha256"
    return hashlib.new(digest, accept.encode() + b":" + body).hexdigest()


#: Numbers in links that follow from how much there is in the simulator's world.
NUMBERS_OF_ITS_OWN = [
    ("/search/", "last .*[?&]page"),
    ("/org", "last .*[?&]page"),
    ("/user/repos", "last .*[?&]page"),
    ("/user/repos", "[?&]per_page"),
]


def links(recorded: Exchange, played: Answer) -> Problems:
    """The same relations in the same order, with the same queries, at the same kind of path."""
    is_ordered = recorded.date >= history.ORDERED_LINKS_SINCE
    then, now = (link_parts(answer, is_ordered) for answer in (recorded.answer, played))
    for endpoint, pattern in NUMBERS_OF_ITS_OWN:
        if recorded.endpoint.startswith(endpoint):
            then, now = (
                [re.sub(f"({pattern})=[0-9]+", r"\1=…", part) for part in parts]
                for parts in (then, now)
            )
    if then != now:
        yield f"linked {then}, here {now}"


def link_parts(answer: Answer, is_ordered: bool) -> List[str]:
    """Each link without its host, ids and what was searched; sorted where the order was another."""
    parts = []
    for url, relation in re.findall(r'<([^>]*)>; rel="(\w+)"', answer.headers.get("link", "")):
        path, mark, query = re.sub(r"^https?://[^/]+", "", url).partition("?")
        path = re.sub(r"^(/[a-z]+)/\d+/", r"\1/{id}/", path)
        members = [re.sub("^(q|since)=.*", r"\1=…", member) for member in query.split("&")]
        if not is_ordered:
            members.sort()
        parts.append(f"{relation} {path}{mark}{'&'.join(members)}")
    return parts if is_ordered else sorted(parts)


def limits(recorded: Exchange, played: Answer) -> Problems:
    """What is used and what remains make the limit; a window is an hour, or a search's minute."""
    for answer, now in ((recorded.answer, date_of(recorded.answer)), (played, date_of(played))):
        found = {
            name: int(answer.headers[f"x-ratelimit-{name}"])
            for name in ("limit", "remaining", "used", "reset")
            if f"x-ratelimit-{name}" in answer.headers
        }
        if "used" in found and found["used"] + found["remaining"] != found["limit"]:
            yield f"limits {found}"
        window = 60 if recorded.endpoint.startswith("/search/") else 3600
        # A window may begin a second or two after the date was written.
        if "reset" in found and now and not 0 <= found["reset"] - now <= window + 2:
            yield f"a window of {found['reset'] - now} seconds"


def date_of(answer: Answer) -> Optional[float]:
    date = answer.headers.get("date")
    return parsedate_to_datetime(date).timestamp() if date else None


def last_modified(recorded: Exchange, played: Answer) -> Problems:
    """Single objects say when they were updated, as their bodies do; lists do not."""
    for answer in (recorded.answer, played):
        date, body = answer.headers.get("last-modified"), answer.body
        if date and isinstance(body, dict) and "updated_at" in body:
            updated = datetime.strptime(body["updated_at"], "%Y-%m-%dT%H:%M:%SZ")
            if parsedate_to_datetime(date) != updated.replace(tzinfo=timezone.utc):
                yield f"last modified {date}, updated {body['updated_at']}"


def location(recorded: Exchange, played: Answer) -> Problems:
    """A redirect leads to the number of what was renamed, and its body says so too."""
    for answer in (recorded.answer, played):
        if answer.status != 301:
            continue
        target = answer.headers.get("location", "")
        if not re.fullmatch(r"https?://[^/]+/repositories/\d+", target):
            yield f"location {target}"
        if answer.body["url"] != target:
            yield f"location {target}, in the body {answer.body['url']}"


def bodies(recorded: Exchange, played: Answer) -> Problems:
    """The same members, of the same types, in the same order, with URLs by the same templates."""
    if played.is_json and recorded.endpoint != "/meta":
        yield from BodyComparison(recorded, played).differences()


#: By the names under which they are counted.
RULES: Dict[str, Callable[[Exchange, Answer], Problems]] = {
    rule.__name__: rule
    for rule in (
        status, header_names, header_values, server, exposed_headers, vary, tags, tag_formula,
        links, limits, last_modified, location, bodies,
    )
}  # fmt: skip

#: What an edited recording can still judge.
RULES_FOR_EDITED = {"bodies"}


def problems(recorded: Exchange, played: Answer) -> List[str]:
    """Everything about a recording that the rules and the simulator do not explain."""
    return [
        f"{name}: {problem}"
        for name, rule in RULES.items()
        if not recorded.is_edited or name in RULES_FOR_EDITED
        for problem in rule(recorded, played)
    ]
