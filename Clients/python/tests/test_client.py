"""The blocking client against the fake server."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gitxplorer
import pytest
from fake_results import RESULTS
from gitxplorer import Client, calls
from gitxplorer.framing import Framing
from hostile import ODD_MESSAGES


@pytest.fixture
def client(fake_command: list[str]) -> Iterator[Client]:
    with Client.spawn(fake_command) as client:
        yield client


def check_reaches(client: Client) -> None:
    """The server answers over this connection, and Unicode text is unchanged."""
    with client:
        assert client.call("test.echo", {"text": "日本語 é \u2028"}) == {"text": "日本語 é \u2028"}
        assert client.user_summary("octocat")["favoriteLanguage"] == "Swift"


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_a_spawned_server_answers(fake_command: list[str], framing: Framing) -> None:
    check_reaches(Client.spawn(fake_command, framing=framing))


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_a_unix_socket_answers(listening: dict[str, str], framing: Framing) -> None:
    check_reaches(Client.connect(listening["unix"], framing=framing))


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_tcp_answers_a_client_with_the_secret(listening: dict[str, str], framing: Framing) -> None:
    tcp = listening["tcp"]
    check_reaches(Client.connect(tcp, secret=listening["secret"], framing=framing))
    check_reaches(Client.connect(tcp, secret_file=listening["secret_file"], framing=framing))


def test_a_wrong_secret_is_unauthorized(listening: dict[str, str]) -> None:
    with pytest.raises(gitxplorer.Unauthorized):
        Client.connect(listening["tcp"], secret="0" * 64)


def test_an_unused_address_gives_a_connect_error(tmp_path: Path) -> None:
    with pytest.raises(gitxplorer.ConnectError, match="no server answers at"):
        Client.connect(f"unix:{tmp_path}/none")
    with pytest.raises(gitxplorer.ConnectError, match="no server answers at"):
        Client.connect("tcp:127.0.0.1:1", secret="x")
    with pytest.raises(gitxplorer.ConnectError, match="cannot be started"):
        Client.spawn([str(tmp_path / "none"), "serve"])


def test_an_omitted_param_is_not_sent(client: Client) -> None:
    client.users_random()
    client.repos_list("octocat", sort="name", max_age=5, refresh=True)
    client.search_users("x", per_page=7)
    sent = [(m["method"], m.get("params")) for m in client.call("test.received")]
    assert sent[:3] == [
        ("users.random", None),
        ("repos.list", {"login": "octocat", "sort": "name", "refresh": True, "maxAge": 5}),
        ("search.users", {"query": "x", "perPage": 7}),
    ]


def test_responses_may_arrive_in_any_order(client: Client) -> None:
    first = client.submit(calls.Call[str]("test.hold", {"name": "first"}))
    second = client.submit(calls.Call[str]("test.hold", {"name": "second"}))
    client.call("test.release", {"name": "second"})
    assert second.result() == "second"
    assert not first.done()
    client.call("test.release", {"name": "first"})
    assert first.result() == "first"


def test_threads_share_a_client(client: Client) -> None:
    found: dict[int, Any] = {}

    def ask(number: int) -> None:
        found[number] = [client.call("test.echo", [number, step])[1] for step in range(20)]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: list(range(20)) for number in range(8)}


def test_a_cancelled_call_raises_cancelled(client: Client) -> None:
    held = client.submit(calls.Call[str]("test.hold", {"name": "x"}))
    held.cancel()
    with pytest.raises(gitxplorer.Cancelled):
        held.result()


def test_a_call_past_its_timeout_is_cancelled_on_the_server(client: Client) -> None:
    with pytest.raises(TimeoutError):
        client.call("test.hold", {"name": "x"}, timeout=0)
    sent = client.call("test.received")
    assert sent[1]["method"] == "$/cancelRequest"
    assert sent[1]["params"] == {"id": sent[0]["id"]}


def test_progress_precedes_the_result_in_the_calling_thread(client: Client) -> None:
    seen = []
    client.users_random(on_progress=lambda v: seen.append((v["kind"], threading.current_thread())))
    assert seen == [(kind, threading.current_thread()) for kind in ("begin", "report", "end")]


def test_a_progress_handler_may_use_the_client(client: Client) -> None:
    seen = []
    client.users_random(on_progress=lambda value: seen.append(client.call("test.echo", [1])))
    assert seen == [[1]] * 3


def test_notifications_reach_every_handler(client: Client) -> None:
    one: list[Any] = []
    two: list[Any] = []
    client.on_notification(lambda method, params: one.append((method, params)))
    client.on_notification(lambda method, params: two.append((method, params)))
    client.call("test.notify", {"state": "invalid"})
    assert one == two == [("auth.changed", {"state": "invalid"})]


def test_a_handler_that_waits_for_its_own_client_gets_an_error(client: Client) -> None:
    raised: list[BaseException] = []

    def handler(method: str, params: Any) -> None:
        try:
            client.cache_stats()
        except RuntimeError as error:
            raised.append(error)

    client.on_notification(handler)
    client.call("test.notify", {})
    assert "must not wait" in str(raised[0])


def test_a_batch_keeps_its_order_and_contains_errors(client: Client) -> None:
    batch: list[calls.Call[Any]] = [
        calls.user_summary("nobody"),
        calls.cache_clear(),
        calls.Call("test.echo", [1]),
    ]
    missing, cleared, echoed = client.batch(batch)
    assert isinstance(missing, gitxplorer.NotFound)
    assert (cleared, echoed) == (RESULTS["cache.clear"], [1])
    assert len(client.call("test.received")[0]) == 3


@pytest.mark.parametrize("count", [0, 101])
def test_a_batch_that_the_server_would_refuse_is_not_sent(client: Client, count: int) -> None:
    with pytest.raises(ValueError, match="1 to 100"):
        client.batch([calls.cache_stats()] * count)


def test_params_that_are_not_json_are_rejected_and_the_connection_stays_open(
    client: Client
) -> None:
    with pytest.raises(ValueError):
        client.call("test.echo", [float("nan")])
    with pytest.raises(TypeError):
        client.call("test.echo", [object()])
    assert client.call("test.echo", [1]) == [1]


def test_calls_fail_if_the_server_disconnects(client: Client) -> None:
    held = client.submit(calls.Call[str]("test.hold", {"name": "x"}))
    with pytest.raises(gitxplorer.ConnectionClosed, match="exit status 0"):
        client.call("test.hangup")
    with pytest.raises(gitxplorer.ConnectionClosed):
        held.result()
    with pytest.raises(gitxplorer.ConnectionClosed):
        client.cache_stats()


def test_a_server_that_exits_at_once_is_reported_with_its_status(fake_command: list[str]) -> None:
    with Client.spawn([*fake_command, "--exit", "64"], stderr=-3) as client:
        with pytest.raises(gitxplorer.ConnectionClosed, match="exit status 64"):
            client.cache_stats()


@pytest.mark.parametrize("message", ODD_MESSAGES)
def test_an_odd_message_is_ignored_or_ends_the_connection(client: Client, message: str) -> None:
    answer = '{"jsonrpc":"2.0","id":1,"result":"answered"}'
    try:
        assert client.call("test.raw", {"text": f"{message}\n{answer}\n"}) == "answered"
    except gitxplorer.ConnectionClosed as ended:
        assert isinstance(ended.__cause__, gitxplorer.ProtocolError)


@pytest.mark.parametrize("text", ["nonsense\n", "[1]\n", '{"jsonrpc":"2.0","id":1}\n'])
def test_a_message_that_is_not_json_rpc_ends_the_connection(client: Client, text: str) -> None:
    with pytest.raises(gitxplorer.ConnectionClosed) as caught:
        client.call("test.raw", {"text": text})
    assert isinstance(caught.value.__cause__, gitxplorer.ProtocolError)


def test_an_error_without_an_id_fails_the_open_calls(client: Client) -> None:
    error = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Too deep.","data":{}}}\n'
    with pytest.raises(gitxplorer.ParseError, match="Too deep"):
        client.call("test.raw", {"text": error})
    assert client.call("test.echo", [1]) == [1]


def test_a_closed_client_still_gets_its_pending_results(fake_command: list[str]) -> None:
    client = Client.spawn(fake_command)
    pending = client.submit(calls.cache_stats())
    client.close()
    client.close()
    assert pending.result() == RESULTS["cache.stats"]
    with pytest.raises(gitxplorer.ConnectionClosed):
        client.cache_stats()
