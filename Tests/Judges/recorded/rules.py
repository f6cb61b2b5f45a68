"""GitHub's rules, each of which compares a recorded response with the sandbox's.

A rule yields a sentence for each difference that it cannot explain, and a ``Sight`` for each change
that a recording shows. If it yields nothing, the rule holds for both responses.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Union

from . import history
from .exchange import Answer, Exchange
from .history import Sight
from .shapes import BodyComparison

Findings = Iterator[Union[str, Sight]]

#: Headers with the same value on every response of a kind.
FIXED = [
    "content-type", "x-content-type-options", "x-frame-options", "x-xss-protection",
    "referrer-policy", "content-security-policy", "strict-transport-security",
    "access-control-allow-origin", "x-github-media-type", "x-github-api-version-selected",
    "cache-control",
]  # fmt: skip
#: Headers with the same value on every response of an endpoint to one kind of client.
FIXED_BY_ENDPOINT = ["x-ratelimit-resource", "x-ratelimit-limit", "x-accepted-oauth-scopes"]


def status(recorded: Exchange, played: Answer) -> Findings:
    if recorded.answer.status != played.status:
        yield f"status {recorded.answer.status}, here {played.status}"


def header_names(recorded: Exchange, played: Answer) -> Findings:
    """Both responses have the same set of headers."""
    then, now = recorded.answer.headers.keys(), played.headers.keys()
    passed_over = history.PASSING_HEADERS | recorded.lost
    if recorded.answer.status == 401:
        sent, passed_over = limits_among(then), passed_over | limits_among(then)
        yield Sight("401 without limits", history.NO_LIMITS_OF_401_SINCE, ", ".join(sorted(sent)))
    for name in sorted((then | now | history.HEADERS_THAT_WENT.keys()) - passed_over):
        yield from header_name(name, recorded, name in then, name in now)


def limits_among(names: Iterable[str]) -> Set[str]:
    return {name for name in names if name.startswith("x-ratelimit-")}


def header_name(name: str, recorded: Exchange, was_sent: bool, is_sent: bool) -> Findings:
    came = history.HEADERS_THAT_CAME.get(name)
    went = history.HEADERS_THAT_WENT.get(name)
    if is_sent and came:
        if was_sent or not is_left_out(name, recorded.date):
            yield Sight(f"{name} came", came, "" if was_sent else f"{name} was not sent")
    elif is_sent and not was_sent and not is_left_out(name, recorded.date):
        yield f"{name} was not sent"
    elif was_sent and not is_sent:
        yield Sight(f"{name} went", went, f"{name} was sent") if went else f"{name} was sent"
    elif not was_sent and went and recorded.answer.status == 200:
        yield Sight(f"{name} went", went)


def is_left_out(name: str, date: str) -> bool:
    """Whether the recorder left a header out. This is not known of undated recordings."""
    first, last = history.LEFT_OUT.get(name, ("9999", ""))
    return first <= date <= last or not date


def header_values(recorded: Exchange, played: Answer) -> Findings:
    for name in FIXED + ([] if recorded.endpoint == "other" else FIXED_BY_ENDPOINT):
        then, now = recorded.answer.headers.get(name), played.headers.get(name)
        if then is None or now is None:
            continue
        problem = f"{name} was {then!r}, here {now!r}"
        is_explained = then == now
        for pattern, since, endpoints in history.FORMER_VALUES.get(name, []):
            is_former = then != now and re.fullmatch(pattern, then) is not None
            is_explained |= is_former
            if recorded.endpoint.startswith(endpoints):
                yield Sight(f"{name}: {pattern}", since, problem if is_former else "")
        if not is_explained:
            yield problem


def server(recorded: Exchange, played: Answer) -> Findings:
    then, now = (answer.headers["server"] for answer in (recorded.answer, played))
    problem = f"server was {then!r}, here {now!r}"
    if then.lower() != now:
        yield problem
    else:
        yield Sight("server", history.SMALL_SERVER_SINCE, problem if then != now else "")


def exposed_headers(recorded: Exchange, played: Answer) -> Findings:
    """The list of exposed headers has only grown; the newest recording has today's list."""
    yield from grown("access-control-expose-headers", history.EXPOSED_TODAY_SINCE, recorded, played)


def vary(recorded: Exchange, played: Answer) -> Findings:
    """`Vary` has only grown, except for one header that was added and removed again."""
    yield from grown("vary", history.VARIED_TODAY_SINCE, recorded, played)


def grown(name: str, since: str, recorded: Exchange, played: Answer) -> Findings:
    """A list in a header, to which GitHub has only added."""
    then, now = listed(recorded.answer, name) - {"X-GitHub-OpenAPI"}, listed(played, name)
    if not then <= now:
        yield f"{name} listed {sorted(then - now)}"
    elif name in recorded.answer.headers:
        missing = sorted(now - then)
        yield Sight(name, since, f"{name} did not list {missing}" if missing else "")


def listed(answer: Answer, name: str) -> Set[str]:
    return {item.strip() for item in answer.headers.get(name, "").split(",")} - {""}


def entity_tag(sent: Dict[str, str], body: bytes) -> str:
    """A tag by the formula. No recording can prove that the tag covers `Authorization`."""
    known = [sent.get("Accept", ""), *([sent["Authorization"]] if "Authorization" in sent else [])]
    return hashlib.sha256(b"".join(part.encode() + b":" for part in known) + body).hexdigest()


def tags(recorded: Exchange, played: Answer) -> Findings:
    """Hexadecimal, as long as the hash; weak if compressed, and never weak in a 304."""
    for answer in (recorded.answer, played):
        tag = answer.headers.get("etag")
        if tag is None:
            continue
        found = re.fullmatch(r'(W/)?"([0-9a-f]{32}|[0-9a-f]{64})"', tag)
        problem = f"tag {tag}, {'compressed' if recorded.is_compressed else 'not compressed'}"
        is_compressed = recorded.is_compressed and answer.status != 304
        if not found or (found[1] and not is_compressed):
            yield problem
            continue
        is_md5, is_strong = len(found[2]) == 32, is_compressed and not found[1]
        if answer is recorded.answer:
            yield Sight("SHA-256", history.SHA256_SINCE, problem if is_md5 else "")
            if is_compressed:
                since = history.WEAK_WHEN_COMPRESSED_SINCE
                yield Sight("weak tags", since, problem if is_strong else "")
        elif is_md5 or is_strong:
            yield problem


def tag_formula(recorded: Exchange, played: Answer) -> Findings:
    """One formula gives both the recorded tag and the sandbox's, each from its own body."""
    if recorded.tagged_accept is not None:
        tag = recorded.answer.headers["etag"]
        text = json.dumps(recorded.answer.body, ensure_ascii=False, separators=(",", ":"))
        # The length of the tag shows which hash it is.
        digest = "sha256" if len(tag) > 60 else "md5"
        of_body, of_both = (
            hashlib.new(digest, prefix.encode() + text.encode()).hexdigest() in tag
            for prefix in ("", f"{recorded.tagged_accept}:")
        )
        problem = "the tag does not follow the formula"
        if of_body or of_both:
            since = history.TAG_OF_ACCEPT_SINCE
            yield Sight("Accept in tags", since, "" if of_both else problem)
        else:
            yield problem
    if "etag" in played.headers and played.status == 200 and recorded.method == "GET":
        tag = entity_tag(played.sent, played.content or b"")
        if tag not in played.headers["etag"]:
            yield "the sandbox's tag does not follow the formula"


#: Numbers in links that depend on the size of the sandbox's world.
NUMBERS_OF_ITS_OWN = [
    ("/search/", "last .*[?&]page"),
    ("/org", "last .*[?&]page"),
    ("/user/repos", "last .*[?&]page"),
    ("/user/repos", "[?&]per_page"),
]


def links(recorded: Exchange, played: Answer) -> Findings:
    """The same relations in the same order, with the same queries, at the same kind of path."""
    then, now = (link_parts(answer) for answer in (recorded.answer, played))
    for endpoint, pattern in NUMBERS_OF_ITS_OWN:
        if recorded.endpoint.startswith(endpoint):
            then, now = (
                [re.sub(f"({pattern})=[0-9]+", r"\1=…", part) for part in parts]
                for parts in (then, now)
            )
    problem = f"linked {then}, here {now}"
    if unordered(then) != unordered(now):
        yield problem
    # `next, last` was the order of a first page before, too.
    elif then != now or any(link.startswith("prev ") for link in then):
        yield Sight("order of links", history.ORDERED_LINKS_SINCE, problem if then != now else "")


def link_parts(answer: Answer) -> List[str]:
    """Each link without its host, ids and search query."""
    parts = []
    for url, relation in re.findall(r'<([^>]*)>; rel="(\w+)"', answer.headers.get("link", "")):
        path, mark, query = re.sub(r"^https?://[^/]+", "", url).partition("?")
        path = re.sub(r"^(/[a-z]+)/\d+/", r"\1/{id}/", path)
        members = [re.sub("^(q|since)=.*", r"\1=…", member) for member in query.split("&")]
        parts.append(f"{relation} {path}{mark}{'&'.join(members)}")
    return parts


def unordered(links: List[str]) -> List[List[str]]:
    return sorted(sorted(re.split("[?&]", link)) for link in links)


def limits(recorded: Exchange, played: Answer) -> Findings:
    """Used plus remaining is the limit. A window is an hour, or a minute for searches."""
    for answer, now in ((recorded.answer, date_of(recorded.answer)), (played, date_of(played))):
        found = {
            name: int(answer.headers[f"x-ratelimit-{name}"])
            for name in ("limit", "remaining", "used", "reset")
            if f"x-ratelimit-{name}" in answer.headers
        }
        if "used" in found and found["used"] + found["remaining"] != found["limit"]:
            yield f"limits {found}"
        window = 60 if recorded.endpoint.startswith("/search/") else 3600
        # A window may begin a second or two after the `Date`.
        if "reset" in found and now and not 0 <= found["reset"] - now <= window + 2:
            yield f"a window of {found['reset'] - now} seconds"


def date_of(answer: Answer) -> Optional[float]:
    date = answer.headers.get("date")
    return parsedate_to_datetime(date).timestamp() if date else None


def last_modified(recorded: Exchange, played: Answer) -> Findings:
    """Single objects have `Last-Modified`, as in their bodies; lists have none."""
    for answer in (recorded.answer, played):
        date, body = answer.headers.get("last-modified"), answer.body
        if date and isinstance(body, dict) and "updated_at" in body:
            updated = datetime.strptime(body["updated_at"], "%Y-%m-%dT%H:%M:%SZ")
            if parsedate_to_datetime(date) != updated.replace(tzinfo=timezone.utc):
                yield f"last modified {date}, updated {body['updated_at']}"


def location(recorded: Exchange, played: Answer) -> Findings:
    """A redirect leads to the id of the renamed thing, and its body has the same address."""
    for answer in (recorded.answer, played):
        if answer.status != 301:
            continue
        target = answer.headers.get("location", "")
        if not re.fullmatch(r"https?://[^/]+/repositories/\d+", target):
            yield f"location {target}"
        if answer.body["url"] != target:
            yield f"location {target}, in the body {answer.body['url']}"


def bodies(recorded: Exchange, played: Answer) -> Findings:
    """Both bodies have the same members, types and order, and URLs by the same templates."""
    if played.is_json and recorded.endpoint != "/meta":
        yield from BodyComparison(recorded, played).differences()


#: The rules by name; the tests count by these names.
RULES: Dict[str, Callable[[Exchange, Answer], Findings]] = {
    rule.__name__: rule
    for rule in (
        status, header_names, header_values, server, exposed_headers, vary, tags, tag_formula,
        links, limits, last_modified, location, bodies,
    )
}  # fmt: skip

#: The rules that still apply to an edited recording.
RULES_FOR_EDITED = {"bodies"}


def findings(recorded: Exchange, played: Answer) -> Findings:
    for name, rule in RULES.items():
        if not recorded.is_edited or name in RULES_FOR_EDITED:
            for finding in rule(recorded, played):
                yield f"{name}: {finding}" if isinstance(finding, str) else finding


def problems(recorded: Exchange, played: Answer) -> List[str]:
    """Everything about a recording that the rules and the sandbox do not explain."""
    found = []
    for finding in findings(recorded, played):
        if isinstance(finding, str):
            found.append(finding)
        elif finding.former and recorded.date >= finding.since:
            found.append(f"{finding.change}, {finding.since}: {finding.former}")
    return found
