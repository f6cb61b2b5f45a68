"""Standard error that is slow or not read: nothing waits for it, and dropped lines are counted."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import socket
import termios
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from harness.clock import Clock
from harness.engines import free_port
from harness.mcp import cancelled, notification, tool_call
from harness.preload import compiled
from harness.processes import Processes, Serving
from harness.sandbox import Sandbox
from harness.wire import request

F_SETPIPE_SZ = 1031


class UnreadPipe:
    """A small pipe to which a process writes its log."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        fcntl.fcntl(self.writer, F_SETPIPE_SZ, 4096)

    def close_writer(self) -> None:
        os.close(self.writer)
        self.writer = -1

    def lines(self) -> Iterator[Any]:
        with os.fdopen(self.reader, "rb", closefd=False) as stream:
            yield from map(json.loads, stream)

    def close(self) -> None:
        for end in (self.reader, self.writer):
            if end >= 0:
                os.close(end)


@pytest.fixture
def pipe() -> Iterator[UnreadPipe]:
    pipe = UnreadPipe()
    yield pipe
    pipe.close()


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    """While it stands still, no time limit ends a server that does not end by itself."""
    return Clock(tmp_path)


FLAGS = ["--log-http", "--log-format", "json", "--cache", ":memory:"]

#: More responses than the pipe and the process have room for lines.
COUNT = 500


def ask(serving: Serving, kind: str, count: int, first: int = 1) -> None:
    """Makes ``count`` calls that ask upstream, and reads the responses."""
    server = serving.stdio()
    for start in range(0, count, 100):
        many: List[Any] = []
        for id in range(start, min(start + 100, count)):
            # Equal requests would become one.
            params: Any = {"owner": "octocat", "name": "Hello-World", "page": first + id}
            method = "repo.stargazers"
            if kind == "mcp":
                method, params = "tools/call", tool_call("repo_stargazers", params)
            many.append(request(method, params, id))
        server.send(*many)
        server.receive_answers(len(many))


@pytest.mark.parametrize("kind", ["serve", "mcp"])
def test_requests_are_answered_while_nobody_reads_the_log(
    kind: str, processes: Processes, pipe: UnreadPipe, clock: Clock
) -> None:
    sandbox = processes.start_sandbox("--rate-limit", "1000000")
    serving = processes.popen(
        kind, *FLAGS, "--api-url", sandbox.url, stderr=pipe.writer, environment=clock.environment
    )
    pipe.close_writer()
    ask(serving, kind, COUNT)
    lines = pipe.lines()
    told = 0
    for line in lines:
        if "dropped" in line:
            break
        assert line["message"].startswith("GET ")
        told += 1
    assert told > 0 and told + int(line["dropped"]) == sandbox.requests >= COUNT
    assert line["level"] == "warning" and f"{line['dropped']} lines were dropped" in line["message"]
    ask(serving, kind, 1, COUNT + 1)
    assert next(lines)["message"].startswith("GET ")
    clock.stop()
    serving.process.send_signal(signal.SIGTERM)
    assert serving.wait() == 0


@pytest.mark.parametrize("kind", ["serve", "mcp"])
@pytest.mark.parametrize("way", ["SIGTERM", "the end of the input"])
def test_the_end_does_not_wait_for_the_log(
    kind: str, way: str, processes: Processes, pipe: UnreadPipe, clock: Clock
) -> None:
    serving = processes.popen(
        kind, "--sandbox", *FLAGS, stderr=pipe.writer, environment=clock.environment
    )
    pipe.close_writer()
    ask(serving, kind, 50)
    clock.stop()
    if way == "SIGTERM":
        serving.process.send_signal(signal.SIGTERM)
    else:
        serving.stdio().end_input()
    assert serving.wait() == 0


def logged(serving: Serving) -> List[Dict[str, Any]]:
    """The lines of a server that ends."""
    serving.stdio().end_input()
    assert serving.wait() == 0
    return [json.loads(line) for line in serving.log.splitlines()]


LOGS = [*FLAGS, "--log-requests", "--log-level", "info"]


def test_each_request_is_logged_with_the_id_of_its_requests_to_github(processes: Processes) -> None:
    serving = processes.popen("serve", "--sandbox", *LOGS)
    server = serving.stdio()
    for _ in range(2):
        server.result("user.summary", {"login": "octocat"})
    assert server.error("user.summary", {"login": "no-such-user-0"})["code"] == 1404
    unknown = "no such\x1b method " + "x" * 1000
    assert server.error(unknown, ["private"])["code"] == -32601
    server.result("shutdown")
    assert server.error("users.random")["code"] == -32600
    lines = logged(serving)
    assert [lines[0]["message"], lines[-1]["message"]] == ["started", "ended"]
    assert lines[0]["addresses"] == "stdio" and lines[0]["cache"] == ":memory:"
    assert lines[0]["upstream"].startswith("http://127.0.0.1:") and lines[0]["version"]
    requests = [line for line in lines if line["label"] == "gitxplorer.requests"]
    assert all(line["connection"] == "stdio" and type(line["ms"]) is int for line in requests)
    first, again, failed, last, shutdown, refused = requests
    assert (first["method"], first["outcome"], first["source"]) == ("user.summary", "ok", "network")
    assert (again["outcome"], again["source"], again["upstream"]) == ("ok", "cache", 0)
    assert (failed["method"], failed["error"]) == ("user.summary", 1404)
    assert (last["method"], last["error"], last["upstream"]) == (unknown[:64] + "…", -32601, 0)
    assert (shutdown["method"], shutdown["outcome"]) == ("shutdown", "ok")
    assert (refused["method"], refused["error"]) == ("users.random", -32600)
    asked = [line["id"] for line in lines if line["label"] == "gitxplorer.http"]
    assert asked.count(first["id"]) == first["upstream"] == 2
    assert set(asked) == {first["id"], failed["id"]}
    assert not any("octocat" in str(line) or "private" in str(line) for line in requests)


def test_a_tools_request_is_logged_under_the_name_of_its_method(processes: Processes) -> None:
    serving = processes.popen("mcp", "--sandbox", *LOGS)
    server = serving.stdio()
    server.send(notification("notifications/initialized"))
    for login in ("octocat", "no-such-user-0"):
        server.call("tools/call", tool_call("user_summary", {"login": login}))
    found = [line for line in logged(serving) if line["label"] == "gitxplorer.requests"]
    assert [line["method"] for line in found] == ["user.summary"] * 2
    assert (found[0]["source"], found[0]["upstream"], found[1]["error"]) == ("network", 2, 1404)


@pytest.mark.parametrize("kind", ["serve", "mcp"])
def test_a_cancelled_request_is_logged_as_cancelled(kind: str, processes: Processes) -> None:
    sandbox = processes.start_sandbox("--latency", "600000")
    serving = processes.popen(kind, "--api-url", sandbox.url, *LOGS)
    server = serving.stdio()
    octocat = {"login": "octocat"}
    if kind == "mcp":
        server.send(request("tools/call", tool_call("user_summary", octocat)))
    else:
        server.send(request("user.summary", octocat))
    sandbox.wait_for(lambda stats: stats["inFlight"] > 0)
    server.send(cancelled(1) if kind == "mcp" else notification("$/cancelRequest", {"id": 1}))
    sandbox.wait_for(lambda stats: stats["inFlight"] == 0)
    (line,) = [line for line in logged(serving) if line["label"] == "gitxplorer.requests"]
    assert (line["method"], line["error"]) == ("user.summary", -32800) and line["upstream"] > 0


def test_an_unread_complaint_does_not_keep_a_command_from_ending(
    processes: Processes, pipe: UnreadPipe
) -> None:
    os.write(pipe.writer, b"x" * 4096)
    serving = processes.popen("serve", "--no-such-flag", stderr=pipe.writer)
    assert serving.wait() == 64


@pytest.mark.parametrize("kind", ["serve", "mcp"])
def test_requests_are_answered_while_the_terminal_is_stopped(
    kind: str, processes: Processes, clock: Clock
) -> None:
    ours, theirs = pty.openpty()
    termios.tcflow(theirs, termios.TCOOFF)
    serving = processes.popen(kind, "--sandbox", *FLAGS, stderr=theirs, environment=clock.environment)
    ask(serving, kind, 50)
    termios.tcflow(theirs, termios.TCOON)
    os.close(theirs)
    with os.fdopen(ours, "rb") as terminal:
        assert json.loads(terminal.readline())["message"].startswith("GET ")
    clock.stop()
    serving.process.send_signal(signal.SIGTERM)
    assert serving.wait() == 0


@pytest.mark.parametrize("way", ["stdio", "unix", "mcp"])
def test_requests_are_answered_while_the_log_file_is_slow(
    way: str, processes: Processes, tmp_path: Path
) -> None:
    fifo, log = tmp_path / "fifo", tmp_path / "log"
    os.mkfifo(fifo)
    environment = {
        "LD_PRELOAD": str(compiled("slow_stderr", tmp_path)),
        "TEST_STDERR_FIFO": str(fifo),
    }
    with log.open("wb") as file:
        if way == "unix":
            flags = [*FLAGS, "--socket", str(tmp_path / "socket")]
            serving = processes.serve(*flags, environment=environment, stderr=file)
            server = serving.connect("unix")
            for page in range(50):
                params = {"owner": "octocat", "name": "Hello-World", "page": 1 + page}
                server.send(request("repo.stargazers", params, page))
                server.receive_answers(1)
        else:
            kind = "mcp" if way == "mcp" else "serve"
            flags = ["--sandbox", *FLAGS]
            serving = processes.popen(kind, *flags, environment=environment, stderr=file)
            ask(serving, kind, 50)
    assert log.read_bytes() == b""
    writer = os.open(fifo, os.O_WRONLY)
    serving.process.send_signal(signal.SIGTERM)
    assert serving.wait() == 0
    os.close(writer)
    lines = [json.loads(line)["message"] for line in log.read_text().splitlines()]
    assert len(lines) >= 50 and all(line.startswith("GET ") for line in lines), lines


def test_the_end_does_not_wait_for_a_slow_file(processes: Processes, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    environment = {
        "LD_PRELOAD": str(compiled("slow_stderr", tmp_path)),
        "TEST_STDERR_FIFO": str(fifo),
    }
    with (tmp_path / "log").open("wb") as file:
        serving = processes.popen("serve", "--no-such-flag", environment=environment, stderr=file)
        assert serving.wait() == 64


def test_a_sandbox_on_a_stopped_terminal_answers_and_ends(
    processes: Processes, clock: Clock
) -> None:
    ours, theirs = pty.openpty()
    termios.tcflow(theirs, termios.TCOOFF)
    port = free_port()
    serving = processes.popen(
        "sandbox", "--port", str(port), stdout=theirs, environment=clock.environment
    )
    while not accepts(port):
        assert serving.process.poll() is None
    assert Sandbox(f"http://127.0.0.1:{port}").get("/users/octocat")["login"] == "octocat"
    clock.stop()
    serving.process.send_signal(signal.SIGTERM)
    assert serving.wait() == 0
    os.close(ours)
    os.close(theirs)


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        time.sleep(0.01)  # Nothing tells that it listens: its terminal is stopped.
        return False
    return True
