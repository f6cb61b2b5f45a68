"""Cancellation, deadlines and disconnects, as upstream sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.clock import Clock
from harness.patience import ENDLESS, PATIENT, STUCK
from harness.processes import Processes, Serving
from harness.relay import Relay
from harness.wire import Connection, request

SUMMARY = {"login": "octocat"}


def cancel(id: Any) -> Any:
    return {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}}


def connect(serving: Serving, kind: str) -> Connection:
    return serving.stdio() if kind == "stdio" else serving.connect(kind)


@pytest.fixture(params=["stdio", "unix"])
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def listener(kind: str, tmp_path: Path) -> list[str]:
    return [] if kind == "stdio" else ["--socket", str(tmp_path / "socket")]


def test_the_transfer_of_a_cancelled_request_is_aborted(
    kind: str, listener: list[str], processes: Processes
) -> None:
    serving = processes.serve(*STUCK, *listener)
    connection = connect(serving, kind)
    connection.send(request("user.summary", SUMMARY, "a"))
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    connection.send(cancel("a"))
    assert connection.receive_answer()["error"]["code"] == -32800
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_the_transfer_of_a_request_past_its_deadline_is_aborted(
    kind: str, listener: list[str], processes: Processes, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    flags = [*STUCK, *listener, "--request-timeout", "0.5"]
    serving = processes.serve(*flags, environment=clock.environment)
    clock.stop()
    connection = connect(serving, kind)
    connection.send(request("user.summary", SUMMARY, "a"))
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    clock.pass_time(1)
    assert connection.receive_answer()["error"]["code"] == 1504
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_a_shared_transfer_is_aborted_when_both_requests_are_cancelled(
    processes: Processes
) -> None:
    serving = processes.serve(*STUCK)
    connection = serving.stdio()
    connection.send(*[request("user.summary", SUMMARY, id) for id in ("a", "b")])
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    # The other request waits for it as well.
    serving.facts.wait_for_rest()
    for id in ("a", "b"):
        assert serving.sandbox.stats()["inFlight"] > 0
        connection.send(cancel(id))
        answer = connection.receive_answer()
        assert (answer["id"], answer["error"]["code"]) == (id, -32800)
    serving.sandbox.wait_for(lambda stats: stats["inFlight"] == 0)


def test_a_shared_transfer_continues_when_one_request_is_cancelled(processes: Processes) -> None:
    alone = processes.serve()
    assert "result" in alone.stdio().call("user.summary", SUMMARY)
    sandbox = processes.start_sandbox()
    github = Relay(sandbox.port)
    github.holds = True
    serving = processes.serve(*github.upstream, sandbox=False)
    connection = serving.stdio()
    connection.send(*[request("user.summary", SUMMARY, id) for id in ("a", "b")])
    sandbox.wait_for(lambda stats: stats["requests"] > 0)
    serving.facts.wait_for_rest()
    connection.send(cancel("a"))
    answer = connection.receive_answer()
    assert (answer["id"], answer["error"]["code"]) == ("a", -32800)
    github.holds = False
    answer = connection.receive_answer()
    assert answer["id"] == "b" and "result" in answer
    # If the transfer had been aborted and restarted, there would be more requests.
    assert sandbox.stats()["byPath"] == alone.sandbox.stats()["byPath"]
    github.close()


def test_an_answered_request_cannot_be_cancelled(
    kind: str, listener: list[str], processes: Processes
) -> None:
    connection = connect(processes.serve(*listener), kind)
    assert "result" in connection.call("user.summary", SUMMARY)
    connection.send(cancel("call-1"), cancel("call-1"))
    assert "result" in connection.call("cache.stats")
    connection.end_input()
    assert connection.rest() == []


def test_a_disconnect_aborts_the_clients_transfer(
    processes: Processes, tmp_path: Path
) -> None:
    serving = processes.serve(*STUCK, "--socket", str(tmp_path / "socket"))
    with serving.connect("unix") as other:
        with serving.connect("unix") as gone:
            gone.send(request("user.summary", SUMMARY), request("user.avatar", SUMMARY, 2))
            serving.sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
        serving.sandbox.wait_for(lambda stats: stats["inFlight"] == 0)
        assert "result" in other.call("cache.stats")


def test_a_server_with_unread_output_aborts_its_transfers_and_ends(
    processes: Processes,
) -> None:
    sandbox = processes.start_sandbox("--latency", str(ENDLESS))
    serving = processes.serve("--api-url", sandbox.url, *PATIENT, sandbox=False)
    serving.stdio().send(request("user.summary", SUMMARY))
    sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    # The input stays open, so that reading does not reveal the disconnect.
    assert serving.process.stdout is not None
    serving.process.stdout.close()
    sandbox.wait_for(lambda stats: stats["inFlight"] == 0)
    assert serving.wait() == 0
