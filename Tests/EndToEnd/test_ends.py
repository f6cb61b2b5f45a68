"""Servers that end at difficult moments or while nobody reads their output."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from harness.clock import Clock
from harness.files import Arrival
from harness.patience import STUCK
from harness.processes import Processes
from harness.waiting import until
from harness.relay import Relay
from harness.wire import SocketConnection, framed, request

SUMMARY = request("user.summary", {"login": "octocat"}, "slow")


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


@pytest.mark.parametrize("kind", ["stdio", "unix"])
def test_two_signals_in_quick_succession_count_as_one(
    kind: str, processes: Processes, tmp_path: Path, clock: Clock, held_github: Relay
) -> None:
    path = tmp_path / "socket"
    listener = [] if kind == "stdio" else ["--socket", str(path)]
    server = processes.serve(
        *held_github.upstream, *listener, sandbox=False, environment=clock.environment
    )
    connection = server.stdio() if kind == "stdio" else server.connect("unix")
    connection.send(SUMMARY, request("cache.stats", None, "read"))
    assert connection.receive_answer()["id"] == "read"
    # Like `timeout` and Vim's `job_stop`. The clock stands still, so a slow machine is no problem.
    clock.stop()
    server.process.send_signal(signal.SIGTERM)
    server.process.send_signal(signal.SIGTERM)
    server.facts.wait_for_rest()
    held_github.holds = False
    assert "result" in connection.receive_answer()
    assert server.wait() == 0
    assert not path.exists()


def test_a_later_signal_ends_the_server_at_once_and_removes_the_socket(
    processes: Processes, tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / "socket"
    server = processes.serve(
        *["--socket", str(path), *STUCK],
        environment=clock.environment,
    )
    with server.connect("unix") as connection:
        connection.send(SUMMARY, request("cache.stats", None, "read"))
        assert connection.receive_answer()["id"] == "read"
        clock.stop()
        server.process.terminate()
        until(lambda: not accepts(path))
        clock.pass_time(0.5)
        server.process.terminate()
        # An orderly end waits 5 s for the request, and its status is 0.
        assert server.wait() == 128 + signal.SIGTERM
        assert connection.rest() == []
    assert not path.exists()


def accepts(path: Path) -> bool:
    try:
        SocketConnection(f"unix:{path}").close()
    except (ConnectionRefusedError, FileNotFoundError):
        return False
    return True


def full_pipe() -> "tuple[int, int]":
    """A full pipe."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    return reader, writer


def begin_unread(command: str, processes: Processes) -> "subprocess.Popen[bytes]":
    """A server with running requests, whose stdout and stderr are not read."""
    _, writer = full_pipe()
    process = subprocess.Popen(
        [processes.binary, command, "--sandbox", "--log-http", "--log-level", "trace"],
        stdin=subprocess.PIPE, stdout=writer, stderr=writer, env=processes.environment,
    )  # fmt: skip
    processes._started.append(process)
    os.close(writer)
    assert process.stdin is not None
    for n in range(40):
        tool = {"name": "users_random", "arguments": {"seed": n, "fields": ["*"]}}
        call = (
            request("users.random", {"seed": n}, n)
            if command == "serve"
            else request("tools/call", tool, n)
        )
        process.stdin.write(framed(call))
    process.stdin.flush()
    return process


def test_the_end_does_not_wait_for_a_client_that_does_not_read(processes: Processes) -> None:
    # All of them concurrently, because each takes the drain time.
    commands = ["serve", "serve", "mcp", "mcp"]
    by_signal, by_input = [], []
    for number, command in enumerate(commands):
        (by_signal, by_input)[number % 2].append(begin_unread(command, processes))
    for process in by_signal:
        # Before the process handles signals itself, one would end it at once.
        wait_for_handler(process.pid)
        process.terminate()
    for process in by_input:
        assert process.stdin is not None
        process.stdin.close()
    for process in [*by_signal, *by_input]:
        assert process.wait() == 0


def wait_for_handler(pid: int) -> None:
    """Waits until the process has a handler for SIGTERM."""
    while True:
        status = Path(f"/proc/{pid}/status").read_text()
        caught = int(status.partition("SigCgt:")[2].split()[0], 16)
        if caught >> (signal.SIGTERM - 1) & 1:
            return


def test_connections_that_arrive_at_the_end_cause_no_complaint(
    processes: Processes, tmp_path: Path
) -> None:
    for number in range(6):
        path = tmp_path / f"socket-{number}"
        serving = [
            processes.popen("sandbox"),
            processes.serve("--socket", str(path), "--listen", "127.0.0.1:0"),
        ]
        assert serving[0].process.stdout is not None
        port = int(serving[0].process.stdout.readline().rsplit(b":", 1)[1])
        ports = [port, int(serving[1].addresses["tcp"].rsplit(":", 1)[1])]
        crowd = []
        for server, port in zip(serving, ports):
            for count in range(120):
                client = socket.socket()
                client.setblocking(False)
                client.connect_ex(("127.0.0.1", port))
                crowd.append(client)
                if count == 100:
                    server.process.terminate()
        for server in serving:
            assert server.wait() == 0 and server.log == ""
        for client in crowd:
            client.close()


def test_a_locked_directory_delays_neither_start_nor_end(
    processes: Processes, tmp_path: Path
) -> None:
    lock = os.open(tmp_path, os.O_RDONLY | os.O_CLOEXEC)
    fcntl.flock(lock, fcntl.LOCK_EX)
    server = processes.serve("--socket", str(tmp_path / "socket"))
    with server.connect("unix") as connection:
        assert "result" in connection.call("cache.stats")
    server.process.terminate()
    assert server.wait() == 0
    os.close(lock)


PLANT = """
import os, sys
kind, ready, victim, *command = sys.argv[1:]
planted = f"{ready}.{os.getpid()}.tmp"
os.mkfifo(planted) if kind == "pipe" else os.symlink(victim, planted)
os.execv(command[0], command)
"""


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_a_file_planted_under_a_temporary_name_is_left_alone(
    kind: str, processes: Processes, tmp_path: Path
) -> None:
    ready, victim = tmp_path / "ready", tmp_path / "victim"
    victim.write_text("precious")
    arrival = Arrival(ready)
    process = subprocess.Popen(
        [sys.executable, "-c", PLANT, kind, str(ready), str(victim), processes.binary]
        + ["serve", "--sandbox", "--ready-file", str(ready)],
        stdin=subprocess.PIPE, env=processes.environment,
    )  # fmt: skip
    processes._started.append(process)
    assert arrival.wait().startswith("stdio\n")
    assert victim.read_text() == "precious"


def test_naming_the_same_process_repeatedly_takes_one_thread(processes: Processes) -> None:
    server = processes.serve()
    connection = server.stdio()
    connection.result("initialize", {"processId": os.getpid()})
    threads = server.facts.threads
    for _ in range(300):
        connection.result("initialize", {"processId": os.getpid()})
    assert server.facts.threads <= threads + 2
