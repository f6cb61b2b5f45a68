"""Facts about results that their schemas do not state, with the sandbox's data."""

from __future__ import annotations

import re
from typing import Any, Dict, List

import pytest
from gitxplorer.contract.schemas import Schemas

from harness.processes import Processes
from harness.wire import Connection, request

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


CALLS = [
    ("users.random", {"seed": 1}),
    ("users.random", {"seed": 2, "count": 1}),
    ("users.random", {"seed": 3, "count": 5, "sampling": "independent"}),
    ("repos.list", {"login": "octocat"}),
    ("repos.list", {"login": "github", "limit": 3, "kind": "organization"}),
    ("repos.list", {"login": "octocat", "language": "no such language"}),
    ("user.summary", {"login": "octocat"}),
    ("user.summary", {"login": "github"}),
    ("search.users", {"query": "octocat"}),
    ("search.users", {"query": "tom followers:>10", "sort": "followers", "perPage": 2}),
    ("search.users", {"query": "no-one-has-this-name-at-all-zzzz"}),
    ("repo.stargazers", {"owner": "octocat", "name": "Hello-World"}),
    ("user.avatar", {"login": "octocat", "size": 16}),
    ("rate.status", {}),
    ("cache.stats", {}),
    ("cache.clear", {"login": "octocat"}),
    ("cache.clear", {}),
    ("auth.login", {"token": "ghp_0123456789"}),
    ("auth.status", {}),
    ("auth.logout", {}),
    ("initialize", {"clientInfo": {"name": "pytest"}, "processId": None, "rootUri": None}),
    ("session.authenticate", {"secret": "stdio asks for none"}),
]


def names(calls: Any) -> List[str]:
    return [f"{method} {params}" for method, params in calls]


def unlisted(value: Any, schema: Any, types: Dict[str, Any], path: str = "") -> List[str]:
    """The members that no schema lists, and those that are not always there."""
    [schema] = schema.get("allOf", [schema])
    if "$ref" in schema:
        schema = types[schema["$ref"].rsplit("/")[-1]]
    if isinstance(value, list):
        return [fault for item in value for fault in unlisted(item, schema["items"], types, path)]
    if not isinstance(value, dict):
        return []
    if "anyOf" in schema:
        ways = [way for way in schema["anyOf"] if way.get("type") != "null"]
        return min((unlisted(value, way, types, path) for way in ways), key=len)
    properties, values = schema.get("properties", {}), schema.get("additionalProperties")
    faults = [] if values else [f"{path}/{n}" for n in value if n not in schema.get("required", [])]
    for name in value:
        inner = properties.get(name, values)
        faults += unlisted(value[name], inner, types, f"{path}/{name}") if inner else []
    return faults


@pytest.mark.parametrize(("method", "params"), CALLS, ids=names(CALLS))
def test_a_result_has_the_members_that_its_schema_requires_and_no_others(
    method: str, params: Any, server: Connection, schemas: Schemas
) -> None:
    result = server.result(method, params)
    schemas.check(f"{method}.result.json", result)
    schema = schemas.files[f"{method}.result.json"]
    # Our server always says whom it asks; the contract does not require it of a server.
    optional = ["/upstream"] if method == "initialize" else []
    assert unlisted(result, schema, schema.get("$defs", {})) == optional
    if "freshness" in result:
        assert TIME.fullmatch(result["freshness"]["fetchedAt"])


def test_followers_and_avatars_are_added_on_request(
    server: Connection, schemas: Schemas
) -> None:
    params = {"count": 6, "seed": 4, "sort": "followers", "avatars": "inline"}
    result = server.result("users.random", params)
    schemas.check("users.random.result.json", result)
    schema = schemas.files["users.random.result.json"]
    added = unlisted(result, schema, schema["$defs"])
    assert sorted(added) == ["/users/avatar"] * 6 + ["/users/followers"] * 6
    counts = [user["followers"] for user in result["users"]]
    assert counts == sorted(counts, reverse=True)


def test_the_same_seed_draws_the_same_ids_in_the_same_order(server: Connection) -> None:
    def ids(**params: Any) -> List[int]:
        return [user["id"] for user in server.result("users.random", params)["users"]]

    for sampling in ("page", "independent"):
        first = ids(seed=11, sampling=sampling)
        assert first == ids(seed=11, sampling=sampling, refresh=True) == sorted(first)
        assert len(set(first)) == 15
        assert first != ids(seed=12, sampling=sampling)
    assert ids(seed=11) == ids(seed=11.0)
    assert ids() != ids()


def test_since_is_before_the_first_id_of_a_page_and_null_otherwise(server: Connection) -> None:
    page = server.result("users.random", {"seed": 1, "count": 3})
    assert page["since"] < page["users"][0]["id"]
    independent = server.result("users.random", {"count": 3, "sampling": "independent"})
    assert independent["since"] is None


def test_the_limits_are_those_of_github_and_of_the_connection(server: Connection) -> None:
    rate = server.result("rate.status")
    assert {"core", "search"} <= set(rate["resources"]) and rate["authenticated"] is False
    assert all(TIME.fullmatch(resource["resetAt"]) for resource in rate["resources"].values())
    hello = server.result("initialize")
    assert hello["capabilities"] == {}
    assert hello["protocol"] == {
        "framings": ["headers", "lines"], "maxMessageBytes": 16777216, "maxInFlight": 256,
    }  # fmt: skip


def test_initialize_lists_the_documented_methods(
    server: Connection, schemas: Schemas
) -> None:
    assert set(server.result("initialize")["methods"]) == set(schemas.methods)


ERRORS = [
    ("user.summary", {"login": "no-such-user-anywhere-at-all-0"}, 1404),
    ("repos.list", {"login": "octocat", "kind": "organization"}, 1404),
    ("user.sumary", {}, -32601),
    ("users.random", {"count": 0}, -32602),
    ("repo.stargazers", {"owner": "octocat", "name": "no-such-repository"}, 1404),
    ("user.avatar", {"login": "no-such-user-anywhere-at-all-0"}, 1404),
]


@pytest.mark.parametrize(("method", "params", "code"), ERRORS, ids=[str(e) for e in ERRORS])
def test_an_error_satisfies_the_schema(
    method: str, params: Any, code: int, server: Connection, schemas: Schemas
) -> None:
    error = server.error(method, params)
    schemas.check("errors.json", error)
    assert error["code"] == code
    assert error["data"]["retryable"] is False
    assert error["message"].endswith((".", "?")) and "\n" not in error["message"]


def test_errors_about_a_user_name_the_page_on_github(server: Connection) -> None:
    error = server.error("user.summary", {"login": "no-such-user-anywhere-at-all-0"})
    assert error["data"]["profileUrl"] == "https://github.com/no-such-user-anywhere-at-all-0"
    error = server.error("repo.stargazers", {"owner": "octocat", "name": "no-such-repository"})
    assert error["data"]["profileUrl"] == "https://github.com/octocat/no-such-repository"


def test_a_misspelled_method_is_reported_with_a_suggestion(server: Connection) -> None:
    data = server.error("user.sumary")["data"]
    assert (data["method"], data["suggestion"]) == ("user.sumary", "user.summary")


def refusal(answer: Any) -> List[str]:
    """The paths in a -32602 error; empty if the params were accepted."""
    error = answer.get("error", {})
    return [e["path"] for e in error["data"]["errors"]] if error.get("code") == -32602 else []


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
def test_params_by_position_and_by_name_give_the_same_result(
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
def test_a_search_ends_at_1000_results(
    page: int, per_page: int, refused: bool, server: Connection
) -> None:
    answer = server.call("search.users", {"query": "a", "page": page, "perPage": per_page})
    assert refusal(answer) == (["/page"] if refused else [])
    assert refused == ("error" in answer)


def test_a_refused_call_sends_no_request_to_github(server: Connection) -> None:
    before = server.result("cache.stats")
    for login in ("a b", "../x", "a" * 40, "octocat\n"):
        assert refusal(server.call("user.summary", {"login": login})) == ["/login"]
    after = server.result("cache.stats")
    assert (before["misses"], before["hits"]) == (after["misses"], after["hits"])


@pytest.mark.parametrize("process", [2**31, 2**63, 10**30, -1])
def test_an_impossible_process_id_is_not_an_internal_error(
    process: int, processes: Processes
) -> None:
    server = processes.popen(*processes.command[1:]).stdio()
    answer = server.call("initialize", {"processId": process})
    assert answer.get("error", {}).get("code") in (None, -32602)
