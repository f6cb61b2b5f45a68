"""The message of each function."""

import inspect
import re
import typing
from collections.abc import Mapping
from typing import Any, Callable

import gitxplorer
import pytest
from gitxplorer import AsyncClient, Client, aio, calls, client
from gitxplorer.call import Call
from gitxplorer.cli import orders


@pytest.mark.parametrize(
    ("call", "method", "params"),
    [
        (calls.users_random(), "users.random", None),
        (calls.users_random(0, seed=0), "users.random", {"count": 0, "seed": 0}),
        (
            calls.repos_list("a", forks=False, language="C++", refresh=False),
            "repos.list",
            {"login": "a", "forks": False, "language": "C++", "refresh": False},
        ),
        (calls.user_summary("a", max_age=0), "user.summary", {"login": "a", "maxAge": 0}),
        (calls.search_users("q", per_page=1), "search.users", {"query": "q", "perPage": 1}),
        (
            calls.repo_stargazers("o", "n", per_page=9),
            "repo.stargazers",
            {"owner": "o", "name": "n", "perPage": 9},
        ),
        (
            calls.repo_star_history("o", "n", points=2),
            "repo.starHistory",
            {"owner": "o", "name": "n", "points": 2},
        ),
        (
            calls.user_starred("a", direction="asc"),
            "user.starred",
            {"login": "a", "direction": "asc"},
        ),
        (calls.user_avatar("a", size=64), "user.avatar", {"login": "a", "size": 64}),
        (calls.cache_clear("a"), "cache.clear", {"login": "a"}),
        (
            calls.auth_login(token="t", scopes=("read:org",), store=True),
            "auth.login",
            {"token": "t", "scopes": ["read:org"], "store": True},
        ),
        (calls.auth_login(device=True), "auth.login", {"device": True}),
        (calls.initialize(process_id=7), "initialize", {"processId": 7}),
        (calls.discover(), "rpc.discover", None),
    ],
)
def test_every_method_has_a_call_with_its_name(
    call: Call[Any], method: str, params: Any
) -> None:
    assert (call.method, call.params) == (method, params)


def test_options_of_waiting_are_not_sent() -> None:
    call = calls.cache_stats(timeout=5, on_progress=print)
    assert (call.params, call.timeout, call.on_progress) == (None, 5, print)


def test_an_unknown_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'refresh'"):
        calls.cache_stats(refresh=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("module", [gitxplorer, calls, gitxplorer.types, aio, client])
def test_type_hints_can_be_resolved(module: Any) -> None:
    read = 0
    for value in vars(module).values():
        if inspect.isclass(value) and value.__module__.startswith("gitxplorer"):
            members = [member for member in vars(value).values() if inspect.isfunction(member)]
            read += len([typing.get_type_hints(part) for part in [value, *members]])
        elif inspect.isfunction(value) and value.__module__ == module.__name__:
            typing.get_type_hints(value)
            read += 1
    assert read > 0
    assert typing.get_type_hints(Client.user_summary)["return"] is gitxplorer.types.UserSummary


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_both_clients_have_every_function_as_a_method(client: Any) -> None:
    made = [
        name
        for name, value in vars(calls).items()
        if inspect.isfunction(value) and value.__module__ == calls.__name__ and name[0] != "_"
    ]
    assert made
    for name in made:
        assert "return" in typing.get_type_hints(getattr(client, name))
    for name in made:
        function = inspect.signature(getattr(calls, name)).parameters
        method = list(inspect.signature(getattr(client, name)).parameters)
        assert method == ["self", *function]


@pytest.mark.parametrize(
    ("call", "names"),
    [(calls.search_users, orders.USERS), (calls.search_repositories, orders.REPOSITORIES)],
)
def test_the_searches_have_the_orders_of_their_methods(
    call: Callable[..., Call[Any]], names: Mapping[str, str]
) -> None:
    annotation = inspect.signature(call).parameters["sort"].annotation
    assert re.findall(r"'(\w+)'", annotation) == [*names]
