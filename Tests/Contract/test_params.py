"""What a params schema accepts the server accepts, and the other way round.

The one rule that no schema says, a page of a search past the first 1,000 results, is neither asked
for nor forbidden here.
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, List, Tuple

import pytest
from hypothesis import given

from harness.generation import bounded, valid_params, wrong_params
from harness.paths import SCHEMAS
from harness.schemas import Schemas, escaped
from harness.wire import Connection, request

# Read when tests are collected.
COLLECTED = Schemas(SCHEMAS)

#: `shutdown` would end the connection for what follows.
METHODS = [name for name in COLLECTED.methods if name != "shutdown"]

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


def schema_of(method: str) -> Dict[str, Any]:
    return COLLECTED.files[f"{method}.params.json"]


def known(method: str) -> Dict[str, Any]:
    """Params that make sense: those of the method's first example."""
    example = COLLECTED.methods[method]["examples"][0]
    return {param["name"]: param["value"] for param in example["params"]}


def choices(method: str) -> List[List[Dict[str, Any]]]:
    """What excludes each other: ways to call, and the names that a renamed param has had."""
    schema = schema_of(method)
    groups = [schema.get("oneOf", []), *(part["oneOf"] for part in schema.get("allOf", []))]
    return [group for group in groups if group]


def minimal(method: str) -> Dict[str, Any]:
    """The least params that are accepted."""
    required = list(schema_of(method).get("required", []))
    for group in choices(method):
        # Where none of them has to be given, one way is that none is.
        if all("required" in way for way in group):
            required += group[0]["required"]
    return {name: known(method)[name] for name in required}


def is_past_the_search(params: Any) -> bool:
    """Whether the rule applies that no schema says."""
    return "query" in params and (params.get("page", 1) - 1) * params.get("perPage", 30) >= 1000


def alternatives(method: str) -> List[str]:
    """Params that exclude each other; the server may name any of them."""
    ways = [way for group in choices(method) for way in group if "required" in way]
    return [f"/{way['required'][0]}" for way in ways]


def candidates(method: str) -> Iterator[Tuple[str, Dict[str, Any]]]:
    """Params with one member changed, and the path of that member."""
    base = minimal(method)
    for name in schema_of(method).get("properties", {}):
        for value in POOL if name != "processId" else PROCESS_IDS:
            small = {"perPage": 1} if name == "page" else {}
            yield f"/{name}", {**base, **small, name: value}
    for name in base:
        yield f"/{name}", {member: value for member, value in base.items() if member != name}
    for name in ("unknown", "", "a/b", "m~n", "Count", "login "):
        yield f"/{escaped(name)}", {**base, name: 1}


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
def test_generated_params_are_accepted(
    method: str, server: Connection, schemas: Schemas, examples: int
) -> None:
    @bounded(examples)
    @given(valid_params(schema_of(method), known(method)))
    def check(params: Dict[str, Any]) -> None:
        answer = server.call(method, params)
        assert refusal(answer) in ([], ["/page"] if is_past_the_search(params) else [])
        schemas.check_answer(method, answer)

    check()


@pytest.mark.bound(60)
@pytest.mark.parametrize("method", METHODS)
def test_params_with_one_fault_are_refused_and_the_fault_is_named(
    method: str, server: Connection, schemas: Schemas, examples: int
) -> None:
    schema = schema_of(method)
    name = f"{method}.params.json"

    @bounded(2 * examples)
    @given(wrong_params(schema, valid_params(schema, known(method))))
    def check(params: Dict[str, Any]) -> None:
        expected = schemas.pointers(name, params)
        if not expected:
            return  # Without what was taken out the params are right, too.
        answer = server.call(method, params)
        found = refusal(answer)
        assert found, f"accepted: {json.dumps(answer)[:200]}"
        schemas.check("errors.json", answer["error"])
        if expected == {""}:
            assert set(found) <= set(alternatives(method)), found
        else:
            assert set(found) == expected - {""}

    check()


@pytest.mark.bound(60)
@pytest.mark.parametrize("method", METHODS)
def test_the_server_accepts_what_the_schema_accepts_and_nothing_else(
    method: str, server: Connection, schemas: Schemas
) -> None:
    name = f"{method}.params.json"
    validator = schemas.validator(name)
    older = schemas.validator(name, "draft-07")
    ways = alternatives(method)
    all = list(candidates(method))
    wrong = []
    for (path, params), answer in zip(all, answers(server, method, [p for _, p in all])):
        is_valid = validator.is_valid(params)
        assert older.is_valid(params) == is_valid, params
        paths = refusal(answer)
        if is_valid != (not paths):
            verdict = "accepted" if not paths else f"refused at {paths}"
            wrong.append(f"{json.dumps(params)}: schema says {is_valid}, server {verdict}")
        elif any(
            found != path and not found.startswith(path + "/") and found not in ways
            for found in paths
        ):
            wrong.append(f"{json.dumps(params)}: expected {path}, found {paths}")
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


def positional(method: str) -> List[str]:
    """The params that have a position: no common ones, and no former names."""
    common = {"refresh", "maxAge", "workDoneToken"}
    params = [p for p in COLLECTED.methods[method]["params"] if not p.get("deprecated")]
    return [param["name"] for param in params if param["name"] not in common]


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


def test_all_faults_are_named_at_once(server: Connection) -> None:
    params = {"count": 0, "sort": "stars", "extra": 1}
    assert sorted(refusal(server.call("users.random", params))) == ["/count", "/extra", "/sort"]


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
