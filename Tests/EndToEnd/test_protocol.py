"""JSON-RPC over a live server: batches, ids, cancelling, progress, ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.patience import STUCK
from harness.processes import Processes, Serving
from harness.wire import framed, request, unframed


@pytest.fixture
def slow(processes: Processes) -> Serving:
    """A server whose upstream does not answer."""
    return processes.serve(*STUCK)


def cancel(id: Any) -> Any:
    return {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}}


def test_a_batch_is_answered_with_one_array(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    server.send(
        [
            request("user.summary", {"login": "octocat"}, "a"),
            {"jsonrpc": "2.0", "method": "no.such.notification"},
            request("no.such.method", None, "b"),
            request("users.random", {"count": 2, "seed": 1}, "c"),
            7,
        ]
    )
    answer = server.receive_answer()
    assert isinstance(answer, list) and len(answer) == 4
    found = {member["id"]: member for member in answer}
    assert found["b"]["error"]["code"] == -32601
    assert found[None]["error"]["code"] == -32600
    assert "result" in found["a"] and "result" in found["c"]


def test_a_batch_of_notifications_gets_no_response(processes: Processes) -> None:
    notification = {"jsonrpc": "2.0", "method": "user.summary", "params": {"login": "octocat"}}
    done = processes.run(
        "serve", "--sandbox", input=framed([notification, notification]) + framed(notification)
    )
    assert (done.stdout, done.returncode) == (b"", 0)


def test_a_batch_may_have_100_members_and_no_more(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    server.send([request("cache.stats", None, n) for n in range(100)])
    assert sorted(member["id"] for member in server.receive_answer()) == list(range(100))
    server.send([request("cache.stats", None, n) for n in range(101)])
    answer = server.receive_answer()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)


@pytest.mark.parametrize(
    "id", ["1", '"1"', "-7", "1.50", "1e3", "123456789012345678901234567890", '"\\u00e9"', '""']
)
def test_an_id_is_echoed_digit_by_digit(id: str, processes: Processes) -> None:
    text = f'{{"jsonrpc":"2.0","id":{id},"method":"shutdown"}}'
    done = processes.run("serve", "--sandbox", input=text.encode())
    assert done.stdout.decode() == f'{{"jsonrpc":"2.0","id":{id},"result":null}}\n'


def test_responses_are_sent_as_they_become_ready(slow: Serving) -> None:
    server = slow.stdio()
    server.send(request("user.summary", {"login": "octocat"}, "slow"))
    assert server.call("cache.stats")["id"] != "slow"
    server.send(cancel("slow"))
    assert server.receive_answer()["id"] == "slow"


def test_a_cancelled_request_gets_exactly_one_response(slow: Serving) -> None:
    server = slow.stdio()
    server.send(request("user.summary", {"login": "octocat"}, 1), cancel(1), cancel(1))
    answer = server.receive_answer()
    assert (answer["id"], answer["error"]["code"]) == (1, -32800)
    assert answer["error"]["data"] == {"kind": "cancelled", "retryable": False}
    server.end_input()
    assert server.rest() == []
    assert slow.wait() == 0


def test_the_id_of_a_cancelled_request_may_be_reused(slow: Serving) -> None:
    server = slow.stdio()
    for _ in range(3):
        server.send(request("user.summary", {"login": "octocat"}, 1), cancel(1))
        assert server.receive_answer()["error"]["code"] == -32800


def test_a_member_of_a_batch_can_be_cancelled(slow: Serving) -> None:
    server = slow.stdio()
    server.send([request("user.summary", {"login": "octocat"}, 1), request("cache.stats", id=2)])
    server.send(cancel(1))
    found = {member["id"]: member for member in server.receive_answer()}
    assert found[1]["error"]["code"] == -32800 and "result" in found[2]


def test_an_id_in_use_is_refused_and_the_first_request_continues(slow: Serving) -> None:
    server = slow.stdio()
    server.send(request("user.summary", {"login": "octocat"}, 1), request("cache.stats", id=1))
    answer = server.receive_answer()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)
    server.send(cancel(1))
    answer = server.receive_answer()
    assert (answer["id"], answer["error"]["code"]) == (1, -32800)


def test_queued_requests_can_be_cancelled(processes: Processes) -> None:
    serving = processes.serve(*STUCK, "--max-in-flight", "2")
    server = serving.stdio()
    server.send(*[request("user.summary", {"login": "octocat"}, n) for n in (1, 2, 3)], cancel(3))
    assert server.receive_answer()["id"] == 3
    server.send(cancel(1), cancel(2))
    assert {answer["id"] for answer in server.receive_answers(2)} == {1, 2}


@pytest.mark.parametrize("kind", ["stdio", "unix"])
def test_reading_resumes_when_a_notification_leaves_the_full_queue(
    kind: str, processes: Processes, tmp_path: Path
) -> None:
    listeners = ["--stdio", "--socket", str(tmp_path / "socket")]
    slow = ["--max-in-flight", "1", "--sandbox-option", "latency=300"]
    server = processes.serve(*listeners, *slow)
    connection = server.stdio() if kind == "stdio" else server.connect(kind)
    for login in ("octocat", "github"):
        params = {"login": login}
        connection.send({"jsonrpc": "2.0", "method": "user.summary", "params": params})
    server.sandbox.wait_for(lambda stats: stats["requests"] > 0)
    connection.send(request("cache.stats"))
    assert "result" in connection.receive_answer()


def test_upstream_work_is_framed_by_begin_and_end_of_progress(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    for token in ("t", 7):
        login = {"t": "octocat", 7: "github"}[token]
        server.notifications.clear()
        server.result("user.summary", {"login": login, "workDoneToken": token})
        told = [n["params"] for n in server.notifications]
        assert {n["method"] for n in server.notifications} == {"$/progress"}
        assert {params["token"] for params in told} == {token}
        kinds = [params["value"]["kind"] for params in told]
        assert kinds[0] == "begin" and kinds[-1] == "end"
        assert set(kinds[1:-1]) <= {"report"}
        assert isinstance(told[0]["value"]["title"], str)
        percentages = [p["value"]["percentage"] for p in told if "percentage" in p["value"]]
        assert percentages == sorted(percentages) and all(0 <= p <= 100 for p in percentages)


def test_progress_begins_before_the_first_upstream_response(slow: Serving) -> None:
    server = slow.stdio()
    server.send(request("user.summary", {"login": "octocat", "workDoneToken": "t"}))
    message = server.receive()
    assert message is not None and message["method"] == "$/progress"
    assert message["params"]["value"]["kind"] == "begin"
    server.send(cancel(1))
    assert server.receive_answer()["error"]["code"] == -32800


def test_a_cached_result_sends_no_progress(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio()
    server.result("user.summary", {"login": "octocat"})
    server.result("user.summary", {"login": "octocat", "workDoneToken": "t"})
    assert server.notifications == []


def test_a_request_past_its_deadline_gives_1504(processes: Processes) -> None:
    serving = processes.serve(*STUCK, "--request-timeout", "0.3")
    error = serving.stdio().error("user.summary", {"login": "octocat"})
    assert (error["code"], error["data"]["kind"]) == (1504, "deadlineExceeded")
    assert error["data"]["seconds"] == 0.3 and error["data"]["retryable"] is True


@pytest.mark.parametrize(("before", "status"), [([], 1), ([request("shutdown")], 0)])
def test_exit_ends_a_stdio_server_as_in_lsp(
    before: Any, status: int, processes: Processes
) -> None:
    server = processes.popen("serve", "--sandbox")
    connection = server.stdio()
    connection.send(*before, {"jsonrpc": "2.0", "method": "exit"})
    assert [answer["result"] for answer in connection.rest()] == [None] * len(before)
    assert server.wait() == status


def test_after_shutdown_requests_are_refused(processes: Processes) -> None:
    requests = [request("shutdown"), request("cache.stats", None, 2)]
    done = processes.run("serve", "--sandbox", input=b"".join(map(framed, requests)))
    [first, second] = unframed(done.stdout)
    assert first["result"] is None
    assert (second["id"], second["error"]["code"]) == (2, -32600)
    assert done.returncode == 0


def test_an_lsp_client_is_accepted(processes: Processes) -> None:
    server = processes.popen("serve", "--sandbox").stdio("headers")
    hello = {"processId": None, "rootUri": "file:///", "capabilities": {"window": {}}}
    assert server.result("initialize", hello)["serverInfo"]["name"] == "gitxplorer"
    server.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
    server.send({"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "off"}})
    assert server.result("shutdown") is None
