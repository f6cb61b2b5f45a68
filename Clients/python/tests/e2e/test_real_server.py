"""The clients against the built server on its sandbox. Needs GITXPLORER, the binary's path."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import gitxplorer
import pytest
from conforms import function_name, misfits
from gitxplorer import AsyncClient, Client, calls, types
from gitxplorer.call import Call
from gitxplorer.framing import Framing
from harness.patience import PATIENCE, STUCK


@pytest.fixture(scope="module")
def command(real_binary: str) -> list[str]:
    return [real_binary, "serve", "--sandbox"]


@pytest.fixture(scope="module")
def client(command: list[str]) -> Iterator[Client]:
    with Client.spawn(command) as client:
        yield client


def check_totals(summary: types.UserSummary, listing: types.RepositoryList) -> None:
    """The summary adds up the list's stars, and the list is sorted by stars."""
    stars = [repository["stars"] for repository in listing["repositories"]]
    assert summary["user"]["login"] == listing["owner"]["login"] == "octocat"
    assert summary["totalStars"] == sum(stars)
    assert summary["totalRepositories"] == listing["total"] == len(stars) > 0
    assert stars == sorted(stars, reverse=True)


TRANSPORTS = ["stdio", "unix", "tcp"]


@pytest.mark.parametrize("framing", ["lines", "headers"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_blocking_client_works_over_each_transport(
    command: list[str], real_listening: dict[str, str], transport: str, framing: Framing
) -> None:
    if transport == "stdio":
        client = Client.spawn(command, framing=framing)
    else:
        address, secret = real_listening[transport], real_listening["secret_file"]
        client = Client.connect(address, secret_file=secret, framing=framing)
    with client:
        check_totals(client.user_summary("octocat"), client.repos_list("octocat", limit=10000))


@pytest.mark.parametrize("framing", ["lines", "headers"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_asyncio_client_works_over_each_transport(
    command: list[str], real_listening: dict[str, str], transport: str, framing: Framing
) -> None:
    async def main() -> None:
        if transport == "stdio":
            client = await AsyncClient.spawn(command, framing=framing)
        else:
            address, secret = real_listening[transport], real_listening["secret_file"]
            client = await AsyncClient.connect(address, secret_file=secret, framing=framing)
        async with client:
            asked = client.user_summary("octocat"), client.repos_list("octocat", limit=10000)
            check_totals(*(await asyncio.gather(*asked)))

    asyncio.run(main())


#: A call of each method, and the type of its result.
CALLS: list[tuple[Call[Any], Any]] = [
    (calls.initialize(client_info={"name": "test", "version": "1"}), types.InitializeResult),
    (calls.users_random(3, seed=7), types.RandomUsers),
    (calls.users_random(3, sort="followers", sampling="independent"), types.RandomUsers),
    (calls.users_random(2, avatars="inline"), types.RandomUsers),
    (calls.repos_list("github", kind="organization", sort="name"), types.RepositoryList),
    (calls.user_summary("octocat"), types.UserSummary),
    (calls.search_users("octocat", per_page=5), types.UserSearch),
    (calls.repo_stargazers("octocat", "Hello-World", per_page=3), types.StargazerPage),
    (calls.user_followers("octocat", per_page=3), types.FollowerPage),
    (calls.user_following("octocat", page=2), types.FollowingPage),
    (calls.user_starred("octocat", direction="asc"), types.StarredPage),
    (calls.search_repositories("hello", sort="stars"), types.RepositorySearch),
    (calls.repo_summary("octocat", "Hello-World"), types.RepositorySummary),
    (calls.repo_readme("octocat", "Hello-World"), types.Readme),
    (calls.repo_star_history("octocat", "Hello-World", points=5), types.StarHistory),
    (calls.user_avatar("octocat", size=64), types.Avatar),
    (calls.rate_status(), types.RateStatus),
    (calls.cache_stats(), types.CacheStats),
    (calls.cache_clear("octocat"), types.CacheCleared),
    (calls.auth_login(token="ghp_0123456789"), types.AuthStatus),
    (calls.auth_status(), types.AuthStatus),
    (calls.auth_logout(), types.AuthStatus),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda pair: pair[0].method)
def test_each_result_has_its_declared_type(client: Client, call: tuple[Call[Any], Any]) -> None:
    assert misfits(client.run(call[0]), call[1]) == []


def test_every_method_of_the_server_has_a_function_with_its_params(client: Client) -> None:
    for method in client.discover()["methods"]:
        if method["name"] == "session.authenticate":
            continue  # Client.connect sends it.
        described = {param["name"] for param in method["params"]}
        function = getattr(calls, function_name(method["name"]))
        assert sent_names(function) == described, method["name"]


def sent_names(function: Callable[..., Any]) -> set[str]:
    """The names under which a function's params are sent."""
    names = set()
    for parameter in inspect.signature(function).parameters.values():
        if parameter.annotation == "Unpack[Options]":
            names |= {"refresh", "maxAge", "workDoneToken"}
        elif parameter.kind is not parameter.VAR_KEYWORD:
            first, *rest = parameter.name.split("_")
            names.add(first + "".join(word.title() for word in rest))
    return names


def test_the_second_result_comes_from_the_cache(command: list[str]) -> None:
    with Client.spawn(command) as client:
        sources = [client.user_summary("octocat")["freshness"]["source"] for _ in range(2)]
        assert sources == ["network", "cache"]
        assert client.cache_stats()["hits"] > 0


def test_progress_begins_and_ends(command: list[str]) -> None:
    kinds: list[str] = []
    with Client.spawn(command) as client:
        client.repos_list("github", on_progress=lambda value: kinds.append(value["kind"]))
    assert kinds[0] == "begin" and kinds[-1] == "end"


def test_a_cancelled_call_raises_cancelled(command: list[str]) -> None:
    slow = [*command, *STUCK]
    with Client.spawn(slow) as client:
        pending = client.submit(calls.user_summary("octocat"))
        pending.cancel()
        with pytest.raises(gitxplorer.Cancelled) as caught:
            pending.result(PATIENCE)
        assert caught.value.kind == "cancelled"


def test_errors_are_exceptions_with_code_kind_and_data(client: Client) -> None:
    with pytest.raises(gitxplorer.NotFound) as missing:
        client.user_summary("no-such-user-zzzz")
    assert missing.value.kind == "notFound" and missing.value.profile_url
    with pytest.raises(gitxplorer.InvalidParams) as invalid:
        client.users_random(101)
    assert [fault["path"] for fault in invalid.value.errors] == ["/count"]
    with pytest.raises(gitxplorer.MethodNotFound) as unknown:
        client.call("users.randm")
    assert unknown.value.suggestion == "users.random"


def test_a_batch_is_answered_in_order(client: Client) -> None:
    batch: list[Call[Any]] = [
        calls.user_summary("octocat"),
        calls.user_summary("no-such-user-zzzz"),
        calls.cache_stats(),
    ]
    summary, missing, stats = client.batch(batch)
    assert summary["user"]["login"] == "octocat"
    assert isinstance(missing, gitxplorer.NotFound)
    # The calls are concurrent, so the cache may still be empty.
    assert stats["maxBytes"] > 0


def test_a_hundred_concurrent_calls_are_all_answered(client: Client) -> None:
    pending = [client.submit(calls.users_random(1, seed=n)) for n in range(100)]
    assert [len(one.result(PATIENCE)["users"]) for one in pending] == [1] * 100


def test_the_same_seed_draws_the_same_users(client: Client) -> None:
    first, second = (client.users_random(5, seed=42)["users"] for _ in range(2))
    assert [user["id"] for user in first] == [user["id"] for user in second]


def test_calls_made_before_closing_are_answered(command: list[str]) -> None:
    client = Client.spawn(command)
    pending = client.submit(calls.user_summary("octocat"))
    client.close()
    assert pending.result()["user"]["login"] == "octocat"


def test_a_wrong_secret_is_unauthorized(real_listening: dict[str, str]) -> None:
    with pytest.raises(gitxplorer.Unauthorized):
        Client.connect(real_listening["tcp"], secret="0" * 64)


def test_an_invalid_flag_ends_the_server_with_64(real_binary: str) -> None:
    with Client.spawn([real_binary, "serve", "--bogus"], stderr=-3) as client:
        with pytest.raises(gitxplorer.ConnectionClosed, match="exit status 64"):
            client.cache_stats()


def test_after_shutdown_requests_are_refused(command: list[str]) -> None:
    with Client.spawn(command) as client:
        assert client.shutdown() is None
        with pytest.raises(gitxplorer.InvalidRequest):
            client.cache_stats()
