"""The server accepts exactly those params that the schema accepts.

They generate no page of a search beyond the first 1,000 results: a server refuses it, and no schema
says so.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis.strategies import SearchStrategy

from .conversation import Exchange, request
from .experience import INVALID_PARAMS, NO_REQUEST
from .generation import valid_params, wrong_params
from .ids import id_of, matching
from .promise import Check, Promises
from .schemas import Schemas, escaped
from .session import Session

PROMISES = Promises()

#: The params that every method which asks GitHub takes, only by name.
COMMON = {"refresh", "maxAge", "workDoneToken"}

#: Values of every kind, near the bounds of all params.
POOL: list[Any] = [
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


def methods(schemas: Schemas) -> list[str]:
    """All methods except `shutdown`, which would end the connection for later checks."""
    return [name for name in schemas.methods if name != "shutdown"]


def left_out(chosen: Iterable[Check], schemas: Schemas) -> list[tuple[str, str]]:
    """What these checks leave out, and why."""
    names = methods(schemas)
    by_method = {check.promise.name for check in chosen if check.subject in names}
    found = []
    if by_method:
        found.append(("shutdown, in the promises about each method", "it ends the connection"))
    if by_method & {"valid-params", "one-fault"}:
        pages = (
            "pages beyond the first 1,000 results of a search, in the promises about valid params"
            " and about one fault"
        )
        found.append((pages, "no schema states that limit"))
    return found


def pool(param: str) -> list[Any]:
    """The values to try for a param.

    A server ends with the process that ``initialize`` names, so this process is always named.
    """
    if param == "processId":
        return [os.getpid(), float(os.getpid()), None, True, 0.5, "1", [], {}]
    return POOL


def file(method: str) -> str:
    return f"{method}.params.json"


def known(schemas: Schemas, method: str) -> dict[str, Any]:
    """Params that work: those of the method's first example."""
    example = schemas.methods[method]["examples"][0]
    return {param["name"]: param["value"] for param in example["params"]}


def minimal(schemas: Schemas, method: str) -> dict[str, Any]:
    """The fewest params that are accepted."""
    schema = schemas.files[file(method)]
    required = list(schema.get("required", []))
    for way in schema.get("oneOf", [])[:1]:
        required += way["required"]
    values = known(schemas, method)
    return {name: values[name] for name in required}


def positional(schemas: Schemas, method: str) -> list[str]:
    """The params that have a position: all but the common ones."""
    names = [param["name"] for param in schemas.methods[method]["params"]]
    return [name for name in names if name not in COMMON]


def is_past_the_search(params: Any) -> bool:
    """Whether the rule applies that no schema states."""
    return "query" in params and (params.get("page", 1) - 1) * params.get("perPage", 30) >= 1000


def right_params(schemas: Schemas, method: str) -> SearchStrategy[Any]:
    """Params that a server accepts, too."""
    generated = valid_params(schemas.files[file(method)], known(schemas, method))
    return generated.filter(lambda params: not is_past_the_search(params))


def alternatives(schemas: Schemas, method: str) -> list[str]:
    """Params that exclude each other; the server may name any of them."""
    ways = schemas.files[file(method)].get("oneOf", [])
    return [f"/{way['required'][0]}" for way in ways]


def candidates(schemas: Schemas, method: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Params with one member changed, and the path of that member."""
    base = minimal(schemas, method)
    for name in schemas.files[file(method)].get("properties", {}):
        for value in pool(name):
            small = {"perPage": 1} if name == "page" else {}
            yield f"/{name}", {**base, **small, name: value}
    for name in base:
        yield f"/{name}", {member: value for member, value in base.items() if member != name}
    for name in ("unknown", "", "a/b", "m~n", "Count", "login "):
        yield f"/{escaped(name)}", {**base, name: 1}


def listed(paths: Any) -> str:
    return ", ".join(sorted(paths)) or "no param"


@PROMISES.promise(
    "valid-params",
    "Params that satisfy the schema are accepted, and the response is as described.",
    section="Params",
    of=methods,
)
def valid_params_are_accepted(session: Session, method: str) -> None:
    schemas = session.schemas

    def check(params: dict[str, Any]) -> None:
        exchange = session.conversation.call(method, params)
        refused = exchange.refused_paths
        exchange.expect(
            not refused,
            f"no -32602: {file(method)} accepts these params; the server refuses {listed(refused)}",
        )
        session.is_described(method, exchange)

    session.for_each(right_params(schemas, method), check)


@PROMISES.promise(
    "one-fault",
    "Invalid params are rejected with -32602, and each fault is named by its JSON Pointer.",
    section="Errors",
    of=methods,
)
def a_fault_is_named(session: Session, method: str) -> None:
    schemas = session.schemas
    schema = schemas.files[file(method)]

    def check(params: dict[str, Any]) -> None:
        expected = schemas.pointers(file(method), params)
        if not expected:
            return  # Without what was taken out the params are right, too.
        exchange = session.conversation.call(method, params, INVALID_PARAMS)
        found = set(exchange.refused_paths)
        ways = set(alternatives(schemas, method))
        wanted = listed(ways if expected == {""} else expected - {""})
        exchange.expect(bool(found), f"-32602 whose data.errors name {wanted}")
        session.satisfies("errors.json", exchange.error, exchange)
        exchange.expect(
            found <= ways if expected == {""} else found == expected - {""},
            f"-32602 whose data.errors name {wanted}, not {listed(found)}",
        )

    values = wrong_params(schema, right_params(schemas, method))
    session.for_each(values, check, times=2)


@PROMISES.promise(
    "same-judgment",
    "The server accepts exactly the values that a params schema accepts.",
    section="Params",
    of=methods,
)
def schema_and_server_agree(session: Session, method: str) -> None:
    schemas = session.schemas
    tried = list(candidates(schemas, method))
    ways = alternatives(schemas, method)
    accepts = schemas.validator(file(method)).is_valid
    valid = [accepts(params) for _, params in tried]
    # Apart, because the valid ones may take longer.
    found = {
        kind: iter(session.conversation.calls(method, some, "" if kind else INVALID_PARAMS))
        for kind in (False, True)
        for some in [[params for is_valid, (_, params) in zip(valid, tried) if is_valid == kind]]
    }
    for is_valid, (path, params) in zip(valid, tried):
        exchange = next(found[is_valid])
        paths = exchange.refused_paths
        exchange.expect(
            is_valid != bool(paths),
            f"no -32602: {file(method)} accepts these params"
            if is_valid
            else f"-32602: {file(method)} does not accept {json.dumps(params)}",
        )
        exchange.expect(
            all(p == path or p.startswith(path + "/") or p in ways for p in paths),
            f"-32602 whose data.errors name {path or 'the params'}, not {listed(paths)}",
        )


@PROMISES.promise(
    "no-container",
    "Params that are neither an object nor an array are an invalid request, -32600.",
    section="Params",
    of=methods,
)
def params_are_a_container(session: Session, method: str) -> None:
    for params in (1, "x", True):
        exchange = session.conversation.call(method, params, NO_REQUEST)
        exchange.expect(exchange.error["code"] == -32600, "the code -32600")


@PROMISES.promise(
    "absent-params",
    "Absent params, null, {} and [] mean the same.",
    section="Params",
    of=methods,
)
def absent_params_are_as_empty_ones(session: Session, method: str) -> None:
    expected = [f"/{name}" for name in minimal(session.schemas, method)]
    absent: list[dict[str, Any]] = [{}, {"params": None}, {"params": {}}, {"params": []}]
    for index, more in enumerate(absent):
        id = f"absent-{method}-{index}"
        bad = INVALID_PARAMS if expected else ""
        exchange = session.conversation.exchange({**request(method, id=id), **more}, bad)
        exchange.expect(
            exchange.refused_paths == expected, f"{listed(expected)} in the data.errors of -32602"
        )


@PROMISES.promise(
    "null-by-position",
    "Null by position stands for an optional param that is not given.",
    section="Params",
    of=methods,
)
def null_by_position_is_not_given(session: Session, method: str) -> None:
    least = minimal(session.schemas, method)
    values = [least.get(name) for name in positional(session.schemas, method)]
    exchange = session.conversation.call(method, values)
    exchange.expect(exchange.refused_paths == [], "no -32602")
    exchange = session.conversation.call(method, [None] * len(values), INVALID_PARAMS if least else "")
    exchange.expect(
        sorted(exchange.refused_paths) == sorted(f"/{name}" for name in least),
        f"{listed(least)} in the data.errors of -32602",
    )


@PROMISES.promise(
    "too-many-by-position",
    "More values than params by position are refused with -32602.",
    section="Params",
    of=methods,
)
def too_many_values_are_refused(session: Session, method: str) -> None:
    least = minimal(session.schemas, method)
    values = [least.get(name) for name in positional(session.schemas, method)]
    exchange = session.conversation.call(method, [*values, None], INVALID_PARAMS)
    exchange.expect(exchange.error["code"] == -32602, "the code -32602")
    exchange.expect(
        exchange.data.get("kind") == "invalidParams" and bool(exchange.refused_paths),
        'data with the kind "invalidParams" and errors',
    )


@PROMISES.promise(
    "fault-by-position",
    "A fault in a param given by position is reported under the param's name.",
    section="Errors",
    of=lambda schemas: [
        ("users.random", [101], "/count"),
        ("users.random", [2, None, "name"], "/sort"),
        ("repos.list", ["octocat", None, None, None, 0], "/limit"),
        ("repos.list", [1], "/login"),
        ("user.summary", ["a b"], "/login"),
        ("search.users", ["tom", None, None, None, "30"], "/perPage"),
        ("cache.clear", [""], "/login"),
    ],
)
def a_fault_by_position_is_named(
    session: Session, method: str, values: list[Any], path: str
) -> None:
    exchange = session.conversation.call(method, values, INVALID_PARAMS)
    exchange.expect(
        exchange.refused_paths == [path], f"{path}, and it alone, in the data.errors of -32602"
    )


@PROMISES.promise("all-faults", "All invalid params are reported at once.", section="Errors")
def all_faults_are_named(session: Session) -> None:
    params = {"count": 0, "sort": "stars", "extra": 1}
    exchange = session.conversation.call("users.random", params, INVALID_PARAMS)
    exchange.expect(
        sorted(exchange.refused_paths) == ["/count", "/extra", "/sort"],
        "/count, /extra and /sort in the data.errors of -32602",
    )


@PROMISES.promise("batch-members", "The members of a batch are checked separately.", section="Messages")
def a_batch_is_checked_member_by_member(session: Session) -> None:
    batch = [
        request("users.random", {"count": 0}, 1),
        request("users.random", {"count": 1, "seed": 1}, 2),
        request("users.random", [None, -1], 3),
    ]
    session.server.experience.refuse([INVALID_PARAMS])
    exchange = session.conversation.exchange(batch)
    answers = exchange.answer if isinstance(exchange.answer, list) else []
    found: dict[Any, list[str]] = {}
    for index, answer in enumerate(answers):
        # Wrong ids are for `ids` to tell.
        at = matching(id_of(answer), (1, 2, 3))
        found[index if at is None else at] = Exchange(exchange.sent, answer).refused_paths
    exchange.expect(
        found == {0: ["/count"], 1: [], 2: ["/seed"]},
        "an array of three answers, of which 1 is refused at /count and 3 at /seed",
    )
