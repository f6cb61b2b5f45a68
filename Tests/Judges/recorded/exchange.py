"""Recorded exchanges, and the sandbox's responses to the same requests."""

from __future__ import annotations

import gzip
import http.client
import json
import re
from dataclasses import dataclass, field
from typing import Any, Dict, FrozenSet, List, Optional
from urllib.parse import urlencode, urlsplit

from harness.paths import RECORDINGS


@dataclass(frozen=True)
class Answer:
    """A status, headers by lower-case name, and a body without compression."""

    status: int
    headers: Dict[str, str]
    body: Any
    #: The bytes of the body, or None if a recording has only its value.
    content: Optional[bytes] = None
    #: The headers of the request.
    sent: Dict[str, str] = field(default_factory=dict)

    @property
    def is_json(self) -> bool:
        return self.headers.get("content-type", "").startswith("application/json")


@dataclass(frozen=True)
class Exchange:
    """One recorded exchange; ``date`` is the day, or empty if it is not known."""

    id: str
    date: str
    endpoint: str
    method: str
    path: str
    query: Dict[str, str]
    sent: Dict[str, str]
    answer: Answer
    #: Whether its source changed headers or status; the shape of the body is GitHub's.
    is_edited: bool
    #: Headers that the recorder dropped.
    lost: FrozenSet[str]
    #: The ``Accept`` with which the ``ETag`` was recomputed.
    tagged_accept: Optional[str]

    @property
    def is_signed_in(self) -> bool:
        """Inferred from the response, because the recorders dropped the credentials."""
        headers = self.answer.headers
        return (
            "x-oauth-scopes" in headers
            or "github-authentication-token-expiration" in headers
            or headers.get("cache-control", "").startswith("private, max-age=60")
            or int(headers.get("x-ratelimit-limit", 0)) >= 5000
        )

    @property
    def has_fine_grained_token(self) -> bool:
        """Whether the token has permissions instead of scopes."""
        return self.is_signed_in and "x-oauth-scopes" not in self.answer.headers

    @property
    def accept(self) -> str:
        """The request's `Accept`; inferred from the response if the recorder wrote a default."""
        sent = self.sent.get("accept", "")
        found = re.search("param=([^;]+)", self.answer.headers.get("x-github-media-type", ""))
        if found and found[1] not in sent:
            return f"application/vnd.github.{found[1]}+json"
        return sent

    @property
    def is_compressed(self) -> bool:
        """Inferred from the tag if the recorder dropped ``Content-Encoding``."""
        headers = self.answer.headers
        return "content-encoding" in headers or headers.get("etag", "").startswith("W/")


def recorded() -> List[Exchange]:
    """All recorded exchanges, in the order of the file."""
    with RECORDINGS.open() as lines:
        return [_exchange(json.loads(line)) for line in lines]


def _exchange(line: Dict[str, Any]) -> Exchange:
    asked, response = line["request"], line["response"]
    formula, note = line.get("etag_formula"), line.get("note", "")
    return Exchange(
        id=line["id"],
        date=line["recorded"] or "",
        endpoint=line["endpoint"],
        method=asked["method"],
        path=asked["path"],
        query=asked["query"],
        sent={name.lower(): value for name, value in asked["headers"].items()},
        answer=Answer(
            status=response["status"],
            headers={name.lower(): value for name, value in response["headers"].items()},
            body=response["body"],
        ),
        is_edited="edited" in note,
        lost=frozenset(["last-modified"] if "templated" in note else []),
        tagged_accept=formula.partition("'")[2].rpartition("'")[0] if formula else None,
    )


def ask(
    base: str, path: str, query: Optional[Dict[str, str]] = None,
    headers: Optional[Dict[str, str]] = None, method: str = "GET",
) -> Answer:  # fmt: skip
    """Sends a request with only these headers and `Host`; does not follow redirects."""
    connection = http.client.HTTPConnection(urlsplit(base).netloc)
    target = path + ("?" + urlencode(query) if query else "")
    connection.putrequest(method, target, skip_accept_encoding=True)
    sent = {"User-Agent": "judge", **(headers or {})}
    for name, value in sent.items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    body = response.read()
    connection.close()
    found = {name.lower(): value for name, value in response.getheaders()}
    if found.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    is_json = found.get("content-type", "").startswith("application/json") and body
    return Answer(response.status, found, json.loads(body) if is_json else None, body, sent)
