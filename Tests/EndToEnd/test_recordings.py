"""Recorded responses of GitHub: the server's results equal those computed here from the file.

The computation knows nothing of the server's code: it reads `Tests/Recordings` itself and follows
the recorded `Link` headers.
"""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterator, List, Optional, Tuple
from urllib.parse import parse_qsl, urlsplit

import pytest

from harness.paths import RECORDINGS
from harness.processes import Processes, Serving
from harness.wire import Connection

API = "https://api.github.com"
Query = Tuple[Tuple[str, str], ...]


class Recordings:
    """The recorded GET exchanges by path and query, in the order of the file."""

    def __init__(self) -> None:
        self.exchanges: Dict[Tuple[str, Query], Dict[str, Any]] = {}
        with RECORDINGS.open() as lines:
            for line in map(json.loads, lines):
                asked, response = line["request"], line["response"]
                if asked["method"] == "GET" and response["status"] not in (304, 401):
                    query = tuple(sorted(asked.get("query", {}).items()))
                    self.exchanges.setdefault((asked["path"], query), response)

    def pages(self, path: str, query: Query) -> Optional[List[Any]]:
        """The items of a list's page and all later ones; None if one of them was not recorded."""
        items: List[Any] = []
        while True:
            response = self.exchanges.get((path, query))
            if response is None or response["status"] != 200:
                return None
            items += response["body"]
            following = next_page(response)
            if following is None:
                return items
            url = urlsplit(following)
            path, query = url.path, tuple(sorted(parse_qsl(url.query)))

    def matching(self, pattern: str) -> Iterator[Tuple[str, Dict[str, str], Dict[str, Any]]]:
        for (path, query), response in self.exchanges.items():
            if re.fullmatch(pattern, path) and response["status"] == 200:
                yield path, dict(query), response


def next_page(response: Dict[str, Any]) -> Optional[str]:
    headers = {name.lower(): value for name, value in response["headers"].items()}
    found = re.search(r'<([^>]*)>; rel="next"', headers.get("link", ""))
    return found[1] if found else None


RECORDED = Recordings()


def complete_lists() -> Iterator[Tuple[str, str, List[Any]]]:
    """The owners whose repositories were all recorded: kind, login, repositories."""
    for path, query, _ in RECORDED.matching(r"/(users|orgs)/[\w-]+/repos"):
        items = RECORDED.pages(path, tuple(sorted(query.items())))
        if items is not None:
            kind = "user" if path.startswith("/users/") else "organization"
            yield kind, path.split("/")[2], items


LISTS = list(complete_lists())
SEARCHES = [(query, response) for _, query, response in RECORDED.matching("/search/users")]
#: Of repositories that were recorded themselves.
STARGAZERS = [
    found
    for found in RECORDED.matching(r"/repos/[\w-]+/[\w.-]+/stargazers")
    if (found[0].removesuffix("/stargazers"), ()) in RECORDED.exchanges
]


@pytest.fixture(scope="module")
def serving(module_processes: Processes) -> Serving:
    return module_processes.serve("--sandbox-option", f"replay={RECORDINGS}")


@pytest.fixture(scope="module")
def server(serving: Serving) -> Connection:
    return serving.stdio()


def has(found: Any, computed: Any) -> bool:
    """Whether a result has these values; it may have members that are not computed here."""
    if isinstance(computed, dict):
        return all(name in found and has(found[name], computed[name]) for name in computed)
    if isinstance(computed, list):
        return len(found) == len(computed) and all(map(has, found, computed))
    return bool(found == computed)


def user(body: Dict[str, Any], base: str) -> Dict[str, Any]:
    return {
        "id": body["id"], "login": body["login"], "type": body["type"],
        "avatarUrl": body["avatar_url"], "profileUrl": body["html_url"],
        "apiUrl": body["url"].replace(API, base),
    }  # fmt: skip


def repository(body: Dict[str, Any], base: str) -> Dict[str, Any]:
    return {
        "id": body["id"], "name": body["name"], "fullName": body["full_name"],
        "owner": body["owner"]["login"], "description": body["description"] or None,
        "stars": body["stargazers_count"], "forks": body["forks_count"],
        "language": body["language"], "license": (body.get("license") or {}).get("spdx_id"),
        "fork": body["fork"], "archived": body.get("archived", False),
        "topics": body.get("topics", []), "url": body["html_url"],
        "apiUrl": body["url"].replace(API, base), "homepage": body["homepage"] or None,
        "createdAt": body["created_at"], "updatedAt": body["updated_at"],
        "pushedAt": body["pushed_at"],
    }  # fmt: skip


def by_stars(bodies: List[Any]) -> List[Any]:
    return sorted(bodies, key=lambda r: (-r["stargazers_count"], r["full_name"].lower()))


def languages(bodies: List[Any]) -> List[Dict[str, Any]]:
    found: Dict[str, Dict[str, Any]] = {}
    for body in bodies:
        if body["language"] is not None:
            entry = {"language": body["language"], "repositories": 0, "stars": 0}
            entry = found.setdefault(body["language"], entry)
            entry["repositories"] += 1
            entry["stars"] += body["stargazers_count"]
    return sorted(
        found.values(), key=lambda e: (-e["repositories"], -e["stars"], e["language"])
    )


@pytest.fixture(scope="module")
def base(serving: Serving) -> str:
    return serving.sandbox.url


def test_the_recordings_are_not_empty() -> None:
    assert {login: len(items) for _, login, items in LISTS} == {"bitwiseman": 169, "github3py": 8}
    assert len(SEARCHES) == 8 and len(STARGAZERS) == 2


@pytest.mark.parametrize(("kind", "login", "bodies"), LISTS, ids=[entry[1] for entry in LISTS])
def test_repositories_are_the_recorded_ones_sorted_by_stars(
    kind: str, login: str, bodies: List[Any], server: Connection, base: str
) -> None:
    for asked in (kind, "auto"):
        result = server.result("repos.list", {"login": login, "kind": asked, "limit": 1000})
        assert has(result["repositories"], [repository(body, base) for body in by_stars(bodies)])
        assert (result["total"], result["truncated"]) == (len(bodies), False)
        assert result["owner"]["login"] == login and "skipped" not in result


@pytest.mark.parametrize(("kind", "login", "bodies"), LISTS, ids=[entry[1] for entry in LISTS])
def test_filtered_and_sorted_lists_equal_those_computed_here(
    kind: str, login: str, bodies: List[Any], server: Connection
) -> None:
    def names(**params: Any) -> List[str]:
        result = server.result(
            "repos.list", {"login": login, "kind": kind, "limit": 1000, **params}
        )
        assert result["total"] == len(result["repositories"])
        return [found["name"] for found in result["repositories"]]

    def named(found: List[Any]) -> List[str]:
        return [body["name"] for body in found]

    ordered = by_stars(bodies)
    assert names(forks=False) == named([body for body in ordered if not body["fork"]])
    assert names(archived=False) == named([b for b in ordered if not b.get("archived")])
    for entry in languages(bodies):
        language = entry["language"]
        expected = [body for body in ordered if body["language"] == language]
        assert names(language=language.lower()) == named(expected)
        assert names(language=language.upper()) == named(expected)
    assert names(sort="name") == sorted(named(bodies), key=str.lower)
    assert names(sort="name", direction="desc") == sorted(named(bodies), key=str.lower)[::-1]
    for sort in ("created", "updated", "pushed"):
        times = {body["name"]: body[f"{sort}_at"] for body in bodies}
        for direction in ("desc", "asc"):
            found = [times[name] for name in names(sort=sort, direction=direction)]
            assert found == sorted(times.values(), reverse=direction == "desc")
    limited = server.result("repos.list", {"login": login, "kind": kind, "limit": 3})
    assert [found["name"] for found in limited["repositories"]] == named(ordered[:3])
    assert limited["total"] == len(bodies)


def test_a_summary_equals_the_one_computed_here(server: Connection, base: str) -> None:
    summarized = 0
    for kind, login, bodies in LISTS:
        profile = RECORDED.exchanges.get((f"/users/{login}", ()))
        if kind == "organization" or profile is None:
            continue
        body = profile["body"]
        owned = [repository for repository in bodies if not repository["private"]]
        result = server.result("user.summary", {"login": login})
        assert result.pop("freshness")["source"] in ("network", "cache")
        assert has(result, {
            "user": {
                **user(body, base),
                **{name: body[name] or None for name in ("name", "company", "location", "bio")},
                "blog": body["blog"] or None, "followers": body["followers"],
                "following": body["following"], "publicRepositories": body["public_repos"],
                "createdAt": body["created_at"],
            },
            "totalStars": sum(repository["stargazers_count"] for repository in owned),
            "totalRepositories": len(owned),
            "favoriteLanguage": languages(owned)[0]["language"],
            "languages": languages(owned),
            "topRepositories": [repository(found, base) for found in by_stars(owned)[:5]],
        })  # fmt: skip
        summarized += 1
    assert summarized > 0


@pytest.mark.parametrize(
    ("query", "response"), SEARCHES, ids=[json.dumps(query) for query, _ in SEARCHES]
)
def test_a_search_gives_the_recorded_users(
    query: Dict[str, str], response: Dict[str, Any], server: Connection, base: str
) -> None:
    page, per_page = int(query.get("page", 1)), int(query.get("per_page", 30))
    params: Dict[str, Any] = {"query": query["q"], "page": page, "perPage": per_page}
    if "sort" in query:
        params.update(sort=query["sort"], order=query["order"])
    result = server.result("search.users", params)
    body = response["body"]
    assert result.pop("freshness")["source"] in ("network", "cache")
    assert has(result, {
        "totalCount": body["total_count"],
        "incompleteResults": body.get("incomplete_results", False),
        "users": [{**user(item, base), "score": item["score"]} for item in body["items"]],
        "page": page,
        "perPage": per_page,
        "nextPage": page + 1 if next_page(response) else None,
    })  # fmt: skip


@pytest.mark.parametrize(
    ("path", "query", "response"), STARGAZERS, ids=[path for path, _, _ in STARGAZERS]
)
def test_stargazers_are_the_recorded_ones(
    path: str, query: Dict[str, str], response: Dict[str, Any], server: Connection, base: str
) -> None:
    _, _, owner, name, _ = path.split("/")
    per_page = int(query.get("per_page", 30))
    params = {"owner": owner, "name": name, "perPage": per_page}
    result = server.result("repo.stargazers", params)
    expected = []
    for item in response["body"]:
        starred = item.get("starred_at")
        expected.append({**user(item.get("user", item), base), "starredAt": starred})
    assert has(result["stargazers"], expected) and "skipped" not in result
    assert result["nextPage"] == (2 if next_page(response) else None)
