"""What a params schema accepts the server accepts, and the other way round."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, List, Tuple

import pytest

from harness.paths import SCHEMAS
from harness.processes import Processes
from harness.schemas import Schemas
from harness.wire import Connection, request

# Read when tests are collected; test_documents.py says whether the binary's are the same.
COLLECTED = Schemas(SCHEMAS)

#: Something that is there, for each param that has to be given.
KNOWN = {"login": "octocat", "owner": "octocat", "name": "Hello-World", "query": "octocat"}
KNOWN["secret"] = "no gate is on stdio"
KNOWN["token"] = "bad"

#: Values of every kind, near the bounds of all params.
POOL: List[Any] = [
    *[None, True, False, [], ["x"], {}, {"name": "x"}, {"name": "x", "version": 1}, {"name": 1}],
    *[-(2**53), -1, 0, 1, 2, 15, 99, 100, 101, 460, 461, 1000, 1001, 10000, 10001],
    *[1000000, 1000001, 31536000, 31536001, 2**53 - 1, 2**53, 10**30],
    *[0.5, 1.5, -0.0, 15.0, 1e2],
    *["", " ", "15", "true", "null", "octocat", "OCTOCAT", "a" * 39, "a" * 40, "-", "_", "a b"],
    *["octo.cat", "\noctocat", "octocat[bot]", "octocat[bot", "[bot]", "octocat\0"],
    *["ünïcode", "a/b", "..", ".", "...", "a" * 100, "a" * 101, "Hello-World", "%2e", "a?b"],
    *["id", "followers", "page", "independent", "url", "inline", "auto", "user", "organization"],
    *["stars", "name", "pushed", "updated", "created", "desc", "asc", "Desc", "bestMatch"],
    *["repositories", "joined", "followers "],
]

#: A server ends with the process that ``initialize`` names, so that only its parent is named.
PROCESS_IDS = [os.getpid(), float(os.getpid()), None, True, 0.5, "1", [], {}]

#: `shutdown` would end the connection for what follows.
METHODS = [name for name in COLLECTED.methods if name != "shutdown"]


def minimal(method: str) -> Dict[str, Any]:
    """The least params that are accepted."""
    schema = COLLECTED.files[f"{method}.params.json"]
    # Of the ways that exclude each other, the first.
    ways = schema.get("oneOf", [{}])
    required = [*schema.get("required", []), *ways[0].get("required", [])]
    return {name: KNOWN[name] for name in required}


def candidates(method: str) -> Iterator[Tuple[str, Dict[str, Any]]]:
    """Params with one member changed, and the path of that member."""
    base = minimal(method)
    schema = COLLECTED.files[f"{method}.params.json"]
    for name in schema.get("properties", {}):
        for value in POOL if name != "processId" else PROCESS_IDS:
            # The one rule that no schema says: a page past the first 1,000 results.
            small = {"perPage": 1} if name == "page" else {}
            yield f"/{name}", {**base, **small, name: value}
    for name in base:
        yield f"/{name}", {member: value for member, value in base.items() if member != name}
    for name in ("unknown", "", "a/b", "m~n", "Count", "login "):
        token = name.replace("~", "~0").replace("/", "~1")
        yield f"/{token}", {**base, name: 1}


def answers(server: Connection, method: str, all: List[Any]) -> List[Any]:
    """The answers to many calls of one method, in order; few are under way at once."""
    found: Dict[int, Any] = {}
    for start in range(0, len(all), 40):
        part = all[start : start + 40]
        for number, params in enumerate(part, start):
            server.send(request(method, params, number))
        for answer in server.receive_answers(len(part)):
            found[answer["id"]] = answer
    return [found[number] for number in range(len(all))]


def refusal(answer: Any) -> List[str]:
    """The paths that -32602 names; empty if the params were accepted."""
    error = answer.get("error", {})
    return [e["path"] for e in error["data"]["errors"]] if error.get("code") == -32602 else []


@pytest.mark.bound(60)
@pytest.mark.parametrize("method", METHODS)
def test_the_server_accepts_what_the_schema_accepts_and_nothing_else(
    method: str, server: Connection, schemas: Schemas
) -> None:
    name = f"{method}.params.json"
    validator = schemas.validator(name)
    older = schemas.validator(name, "draft-07")
    all = list(candidates(method))
    wrong = []
    for (path, params), answer in zip(all, answers(server, method, [p for _, p in all])):
        is_valid = validator.is_valid(params)
        assert older.is_valid(params) == is_valid, params
        paths = refusal(answer)
        if is_valid != (not paths):
            verdict = "accepted" if not paths else f"refused at {paths}"
            wrong.append(f"{json.dumps(params)}: schema says {is_valid}, server {verdict}")
        elif any(found != path and not found.startswith(path + "/") for found in paths):
            wrong.append(f"{json.dumps(params)}: expected {path}, found {paths}")
        if paths:
            schemas.check("errors.json", answer["error"])
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("method", METHODS)
def test_params_that_are_no_container_are_an_invalid_request(
    method: str, server: Connection
) -> None:
    for params in (1, "x", True):
        assert server.error(method, params)["code"] == -32600


@pytest.mark.parametrize("method", METHODS)
def test_absent_params_are_as_empty_ones(method: str, server: Connection) -> None:
    envelope = {"jsonrpc": "2.0", "method": method}
    paths = []
    for more in ({}, {"params": None}, {"params": {}}, {"params": []}):
        server.send({**envelope, "id": 1, **more})
        paths.append(refusal(server.receive_answer()))
    assert paths == [[f"/{name}" for name in minimal(method)]] * 4


@pytest.mark.parametrize("login", ["octocat\n", "octocat\r", "octo\ncat", "octocat\u2028"])
def test_a_pattern_ends_where_the_text_ends(login: str, server: Connection) -> None:
    # Python's `$` also matches before a last newline, so that no schema here can tell.
    assert refusal(server.call("user.summary", {"login": login})) == ["/login"]


@pytest.mark.parametrize("process", [2**31, 2**63, 10**30, -1])
def test_a_process_id_that_no_process_has_is_no_internal_error(
    process: int, processes: Processes
) -> None:
    server = processes.popen(*processes.command[1:]).stdio()
    answer = server.call("initialize", {"processId": process})
    assert answer.get("error", {}).get("code") in (None, -32602)


def positional(method: str) -> List[str]:
    common = {"refresh", "maxAge", "workDoneToken"}
    params = [param["name"] for param in COLLECTED.methods[method]["params"]]
    return [name for name in params if name not in common]


@pytest.mark.parametrize("method", METHODS)
def test_null_by_position_is_an_optional_param_that_is_not_given(
    method: str, server: Connection
) -> None:
    values = [minimal(method).get(name) for name in positional(method)]
    assert refusal(server.call(method, values)) == []
    required = list(minimal(method))
    nulls = [None] * len(values)
    assert sorted(refusal(server.call(method, nulls))) == sorted(f"/{name}" for name in required)


@pytest.mark.parametrize("method", METHODS)
def test_more_values_than_params_by_position_are_refused(method: str, server: Connection) -> None:
    values = [minimal(method).get(name) for name in positional(method)]
    error = server.error(method, [*values, None])
    assert error["code"] == -32602
    assert error["data"]["kind"] == "invalidParams" and error["data"]["errors"]


@pytest.mark.parametrize(
    ("method", "values", "path"),
    [
        ("users.random", [101], "/count"),
        ("users.random", [2, None, "name"], "/sort"),
        ("repos.list", ["octocat", None, None, None, 0], "/limit"),
        ("repos.list", [1], "/login"),
        ("user.summary", ["a b"], "/login"),
        ("search.users", ["tom", None, None, None, "30"], "/perPage"),
        ("cache.clear", [""], "/login"),
    ],
)
def test_a_fault_by_position_is_named(
    method: str, values: List[Any], path: str, server: Connection
) -> None:
    assert refusal(server.call(method, values)) == [path]


@pytest.mark.parametrize(
    ("method", "values", "params"),
    [
        ("users.random", [3, 7], {"count": 3, "seed": 7}),
        (
            "users.random",
            [4, 9, "followers", "independent", "url"],
            {"count": 4, "seed": 9, "sort": "followers", "sampling": "independent"},
        ),
        ("users.random", [15.0, 5], {"seed": 5}),
        ("repos.list", ["octocat", None, "name"], {"login": "octocat", "sort": "name"}),
        (
            "repos.list",
            ["octocat", "user", "created", "asc", 3, None, False, False],
            {
                **{"login": "octocat", "kind": "user", "sort": "created", "direction": "asc"},
                **{"limit": 3, "forks": False, "archived": False},
            },
        ),
        ("user.summary", ["octocat"], {"login": "octocat"}),
        (
            "search.users",
            ["octocat", None, "asc", 1, 5],
            {"query": "octocat", "order": "asc", "perPage": 5},
        ),
    ],
)
def test_by_position_is_as_by_name(
    method: str, values: List[Any], params: Dict[str, Any], server: Connection
) -> None:
    results = [server.result(method, given) for given in (values, params)]
    for result in results:
        result.pop("freshness")
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("page", "per_page", "refused"),
    [(33, 30, False), (34, 30, False), (35, 30, True), (10, 100, False), (11, 100, True),
     (1000, 1, False), (1000, 2, True), (500, 2, False), (501, 2, True)],
)  # fmt: skip
def test_a_search_ends_at_a_thousand_results(
    page: int, per_page: int, refused: bool, server: Connection
) -> None:
    answer = server.call("search.users", {"query": "a", "page": page, "perPage": per_page})
    assert refusal(answer) == (["/page"] if refused else [])
    assert refused == ("error" in answer)


def test_all_faults_are_named_at_once(server: Connection) -> None:
    params = {"count": 0, "sort": "stars", "extra": 1}
    assert sorted(refusal(server.call("users.random", params))) == ["/count", "/extra", "/sort"]


def test_a_refused_call_asks_nothing_of_github(server: Connection) -> None:
    before = server.result("cache.stats")
    for login in ("a b", "../x", "a" * 40, "octocat\n"):
        assert refusal(server.call("user.summary", {"login": login})) == ["/login"]
    after = server.result("cache.stats")
    assert (before["misses"], before["hits"]) == (after["misses"], after["hits"])


def test_a_batch_is_checked_member_by_member(server: Connection) -> None:
    server.send(
        [
            request("users.random", {"count": 0}, 1),
            request("users.random", {"count": 1, "seed": 1}, 2),
            request("users.random", [None, -1], 3),
        ]
    )
    found = {answer["id"]: refusal(answer) for answer in server.receive_answer()}
    assert found == {1: ["/count"], 2: [], 3: ["/seed"]}
