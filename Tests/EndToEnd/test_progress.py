"""The progress of long calls in `gitxplorer call`: a bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from typing import List, Tuple

import pytest

from harness.processes import Processes
from harness.terminal import shown_on

CLEAR = "\r\x1b[2K"
#: More than 500 repositories: seven requests.
LONG = ["repos.list", '["github", "organization", "stars", "desc", 1]']


def on_terminal(
    processes: Processes, *arguments: str, columns: int = 110
) -> Tuple[int, str, str]:
    """Runs a call with a terminal as stderr: exit status, stdout, and the terminal's input."""
    terminal, stderr = pty.openpty()
    fcntl.ioctl(stderr, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [processes.binary, "call", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**processes.environment, "TERM": "xterm"},
    )
    os.close(stderr)
    seen = shown_on(terminal)
    output, _ = process.communicate()
    return process.returncode, output.decode(), seen


def where(kind: str, processes: Processes) -> List[str]:
    if kind == "in process":
        return ["--sandbox"]
    serving = processes.serve("--socket", str(processes.folder / "socket"))
    return ["--connect", serving.addresses["unix"]]


@pytest.mark.parametrize("kind", ["in process", "connected"])
def test_a_bar_grows_on_the_terminal_and_is_erased(kind: str, processes: Processes) -> None:
    status, output, seen = on_terminal(processes, *where(kind, processes), *LONG)
    assert (status, json.loads(output)["owner"]["login"]) == (0, "github")
    first, *lines = seen.split(CLEAR)
    assert first == "" and lines[-1] == "" and "\n" not in seen
    shown = [re.match(r"^([█░]{24}) +(\d+)% Repositories of an account", x) for x in lines[:-1]]
    assert all(shown), lines
    shares = [int(match[2]) for match in shown if match]
    assert shares == sorted(shares) and (shares[0], shares[-1]) == (0, 100)
    assert [match[1].count("█") for match in shown if match] == [24 * n // 100 for n in shares]
    assert "7 of 7 requests answered" in lines[-2]


def test_a_bar_stays_on_one_line_of_a_narrow_terminal(processes: Processes) -> None:
    _, _, seen = on_terminal(processes, "--sandbox", *LONG, columns=40)
    assert {len(line) for line in seen.split(CLEAR)[1:-1]} == {39}


@pytest.mark.parametrize("kind", ["in process", "connected"])
def test_an_error_comes_after_the_bar(kind: str, processes: Processes) -> None:
    place = where(kind, processes)
    status, output, seen = on_terminal(processes, *place, "user.summary", '["no-such-user-0"]')
    assert (status, output) == (1, "")
    before, _, error = seen.rpartition(CLEAR)
    assert "Summary of an account" in before and json.loads(error)["code"] == 1404


@pytest.mark.parametrize("kind", ["in process", "connected"])
def test_a_pipe_gets_the_result_and_nothing_else(kind: str, processes: Processes) -> None:
    done = processes.run("call", *where(kind, processes), *LONG)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1 and json.loads(done.stdout)["total"] > 500


def test_log_lines_are_not_mixed_with_a_bar(processes: Processes) -> None:
    status, _, seen = on_terminal(processes, "--sandbox", "--log-http", "user.summary", '["octocat"]')
    assert status == 0 and "\x1b" not in seen and seen.count("GET ") == 2


@pytest.mark.parametrize("kind", ["in process", "connected"])
def test_a_stopped_terminal_does_not_stop_a_call(kind: str, processes: Processes) -> None:
    terminal, stderr = pty.openpty()
    # Like Ctrl-S.
    termios.tcflow(stderr, termios.TCOOFF)
    process = processes.popen(
        "call", *where(kind, processes), *LONG, environment={"TERM": "xterm"}, stderr=stderr
    ).process
    output, _ = process.communicate()
    assert (process.returncode, json.loads(output)["owner"]["login"]) == (0, "github")
    os.close(stderr)
    os.close(terminal)


def test_a_resumed_terminal_shows_the_bar_and_then_the_error(processes: Processes) -> None:
    terminal, stderr = pty.openpty()
    termios.tcflow(stderr, termios.TCOOFF)
    serving = processes.serve("--socket", str(processes.folder / "socket"))
    call = ["call", "--connect", serving.addresses["unix"], "user.summary", '["no-such-user-0"]']
    process = processes.popen(*call, environment={"TERM": "xterm"}, stderr=stderr).process
    termios.tcflow(stderr, termios.TCOON)
    os.close(stderr)
    before, _, error = shown_on(terminal).rpartition(CLEAR)
    assert process.wait() == 1
    assert "Summary of an account" in before and json.loads(error)["code"] == 1404
