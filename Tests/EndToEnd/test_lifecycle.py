"""How a server ends: by signals, with its parent, and when idle."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from harness.clock import Clock
from harness.patience import STUCK
from harness.processes import Processes
from harness.relay import Relay
from harness.wire import framed, request

SUMMARY = request("user.summary", {"login": "octocat"}, "slow")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("kind", ["stdio", "unix"])
def test_a_signal_lets_running_requests_finish(
    number: int, kind: str, processes: Processes, tmp_path: Path, held_github: Relay
) -> None:
    listener = [] if kind == "stdio" else ["--socket", str(tmp_path / "socket")]
    clock = Clock(tmp_path)
    server = processes.serve(
        *held_github.upstream, *listener, sandbox=False, environment=clock.environment
    )
    connection = server.stdio() if kind == "stdio" else server.connect("unix")
    # A response to the second request shows that the first was read too.
    connection.send(SUMMARY, request("cache.stats", None, "read"))
    assert connection.receive_answer()["id"] == "read"
    # The drain time does not run out.
    clock.stop()
    server.process.send_signal(number)
    server.facts.wait_for_rest()
    held_github.holds = False
    answer = connection.receive_answer()
    assert answer["id"] == "slow" and "result" in answer
    assert connection.receive() is None
    assert server.wait() == 0


@pytest.mark.parametrize("kind", ["stdio", "unix"])
def test_exit_lets_running_requests_finish(
    kind: str, processes: Processes, tmp_path: Path, held_github: Relay
) -> None:
    listener = [] if kind == "stdio" else ["--socket", str(tmp_path / "socket")]
    clock = Clock(tmp_path)
    server = processes.serve(
        *held_github.upstream, *listener, sandbox=False, environment=clock.environment
    )
    connection = server.stdio() if kind == "stdio" else server.connect("unix")
    clock.stop()
    connection.send(SUMMARY, {"jsonrpc": "2.0", "method": "exit"}, request("cache.stats", id=2))
    server.facts.wait_for_rest()
    held_github.holds = False
    [answer] = connection.rest()
    assert answer["id"] == "slow" and "result" in answer
    assert kind == "unix" or server.wait() == 1


class Ending:
    """A server with running requests that take too long, and a way to end it."""

    def __init__(self, processes: Processes, *arguments: str, kind: str = "stdio") -> None:
        self.server = processes.serve(*STUCK, *arguments)
        self.connection = self.server.stdio() if kind == "stdio" else self.server.connect(kind)

    def send_requests(self) -> None:
        notification = {"jsonrpc": "2.0", "method": "user.summary", "params": {"login": "a"}}
        self.connection.send(SUMMARY, [request("rate.status", id=1), notification])
        # A response to the last request shows that all were read.
        self.connection.send(request("cache.stats", None, "read"))
        assert self.connection.receive_answer()["id"] == "read"

    def check(self, status: int) -> None:
        found = self.connection.rest()
        assert len(found) == 2
        [batch] = [answer for answer in found if isinstance(answer, list)]
        [single] = [answer for answer in found if isinstance(answer, dict)]
        assert [answer["id"] for answer in (single, *batch)] == ["slow", 1]
        assert {answer["error"]["code"] for answer in (single, *batch)} == {-32800}
        assert self.server.wait() == status


def test_requests_that_exceed_the_drain_time_are_cancelled_and_answered_however_the_server_ends(
    processes: Processes, tmp_path: Path
) -> None:
    cat = {"args": ["cat"], "stdin": subprocess.PIPE}
    with subprocess.Popen(**cat) as parent, subprocess.Popen(**cat) as named:
        # All of them concurrently, because each takes the drain time.
        by_input, by_exit, by_signal, by_named = (Ending(processes) for _ in range(4))
        by_socket_signal = Ending(processes, "--socket", str(tmp_path / "socket"), kind="unix")
        by_parent = Ending(processes, "--parent-pid", str(parent.pid))
        by_named.connection.result("initialize", {"processId": named.pid})
        endings = (by_input, by_exit, by_signal, by_named, by_socket_signal, by_parent)
        for ending in endings:
            ending.send_requests()
        by_input.connection.end_input()
        by_exit.connection.send({"jsonrpc": "2.0", "method": "exit"})
        by_signal.server.process.terminate()
        by_socket_signal.server.process.terminate()
        for process in (parent, named):
            # The standard streams stay open, so the server cannot notice the end by reading.
            process.communicate()
    for ending in endings:
        ending.check(status=1 if ending is by_exit else 0)


def test_a_server_without_connections_ends_after_its_idle_time(
    processes: Processes, tmp_path: Path
) -> None:
    path = tmp_path / "socket"
    server = processes.serve("--socket", str(path), "--idle-exit", "3")
    with server.connect("unix") as connection:
        assert "result" in connection.call("user.summary", {"login": "octocat"})
    assert server.wait() == 0
    assert not path.exists()


def test_a_server_with_stdio_does_not_end_for_lack_of_other_clients(
    processes: Processes, tmp_path: Path
) -> None:
    listeners = ["--stdio", "--socket", str(tmp_path / "socket")]
    server = processes.serve(*listeners, "--idle-exit", "0.001")
    stdio = server.stdio()
    for _ in range(20):
        with server.connect("unix") as connection:
            assert "result" in connection.call("cache.stats")
        assert "result" in stdio.call("cache.stats")


def test_the_server_ends_with_the_parent_given_by_flag(
    processes: Processes, tmp_path: Path
) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as parent:
        listener = ["--socket", str(tmp_path / "socket")]
        server = processes.serve(*listener, "--parent-pid", str(parent.pid))
        with server.connect("unix") as connection:
            assert "result" in connection.call("cache.stats")
        # Watching the parent takes no processor time.
        server.facts.wait_for_rest()
        assert parent.stdin is not None
        parent.stdin.close()
        parent.wait()
        assert server.wait() == 0
    assert not (tmp_path / "socket").exists()


def test_the_server_ends_with_the_process_named_in_initialize(processes: Processes) -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as parent:
        server = processes.serve()
        connection = server.stdio("headers")
        connection.result("initialize", {"processId": parent.pid})
        server.facts.wait_for_rest()
        assert parent.stdin is not None
        parent.stdin.close()
        parent.wait()
        assert connection.receive() is None
        assert server.wait() == 0


def test_the_process_of_a_socket_client_is_not_watched(
    processes: Processes, tmp_path: Path
) -> None:
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    server = processes.serve("--socket", str(tmp_path / "socket"))
    with server.connect("unix") as connection:
        connection.result("initialize", {"processId": gone.pid})
        assert "result" in connection.call("user.summary", {"login": "octocat"})


def test_the_ready_file_lists_where_the_server_listens(
    processes: Processes, tmp_path: Path
) -> None:
    path = tmp_path / "socket"
    server = processes.serve("--stdio", "--socket", str(path), "--listen", "127.0.0.1:0")
    assert server.addresses["stdio"] == "stdio"
    assert server.addresses["unix"] == f"unix:{path}"
    host, port = server.addresses["tcp"].removeprefix("tcp:").split(":")
    assert host == "127.0.0.1" and int(port) > 0
    assert server.addresses["sandbox"].startswith("sandbox:http://127.0.0.1:")
    assert [name for name in os.listdir(tmp_path) if name.endswith(".tmp")] == []


def test_the_ready_file_names_no_sandbox_if_there_is_none(processes: Processes) -> None:
    server = processes.serve("--api-url", "http://127.0.0.1:9", sandbox=False)
    assert server.addresses == {"stdio": "stdio"}


def test_the_sandbox_command_ends_at_a_signal(processes: Processes) -> None:
    serving = processes.popen("sandbox", "--seed", "2")
    assert serving.process.stdout is not None
    assert serving.process.stdout.readline().startswith(b"listening on http://127.0.0.1:")
    serving.process.terminate()
    assert serving.wait() == 0


def test_nothing_is_left_in_the_temporary_directory(processes: Processes, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    done = processes.run(
        "serve", "--sandbox", input=framed(SUMMARY), environment={"TMPDIR": str(folder)}
    )
    assert done.returncode == 0 and os.listdir(folder) == []
