"""Starts with too little memory, threads or descriptors: they work, or report the shortage."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Dict, Iterator, List

import pytest

from harness.facts import Facts
from harness.other_user import OtherUser, give, public_folder
from harness.preload import compiled
from harness.processes import Processes
from harness.waiting import until
from harness.wire import framed, request

COMMANDS: Dict[str, List[str]] = {
    "stdio": ["serve", "--sandbox"],
    "socket": ["serve", "--sandbox", "--socket", "socket"],
    "listen": ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--client-secret-file", "secret"],
    "mcp": ["mcp", "--sandbox"],
    "call": ["call", "--sandbox", "user.summary", '{"login": "octocat"}'],
    "cache": ["cache", "path"],
    "sandbox": ["sandbox"],
}

#: Bytes, threads and descriptors. The least lets the dynamic linker load the libraries.
LIMITS: Dict[str, List[int]] = {
    "memory": [megabytes << 20 for megabytes in (72, 104, 144, 168, 248, 328, 8192)],
    "threads": [1, 2, 5, 7, 9, 13, 17, 1000],
    "descriptors": [4, 5, 8, 12, 16, 28, 40, 400],
}

#: The flags of `prlimit`.
FLAGS = {"memory": "--as", "threads": "--nproc", "descriptors": "--nofile"}

#: The limit that each shortage's message says to raise.
REMEDIES = {"memory": "ulimit -v", "threads": "ulimit -u", "descriptors": "ulimit -n"}


class Outcome:
    """How a start ended: by itself, or by SIGTERM after it served."""

    def __init__(self, status: int, output: str, errors: str) -> None:
        self.status = status
        self.output = output
        self.errors = errors


def start(
    processes: Processes, user: OtherUser, command: List[str], folder: Path, limit: str
) -> Outcome:
    """Runs a command with input that ends. A server of sockets gets SIGTERM when it is ready."""
    ready = folder / "ready"
    server = command[0] == "serve" and len(command) > 2
    program = user.command("prlimit", limit, user.program, *command)
    process = subprocess.Popen(
        [*program, *(["--ready-file", "ready"] if server else [])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
        env={
            **processes.environment, "SWIFT_BACKTRACE": "enable=no",
            **{f"XDG_{kind}_HOME": str(folder) for kind in ("CACHE", "CONFIG", "STATE")},
        },
    )  # fmt: skip
    try:
        if command[0] == "sandbox":
            assert process.stdout is not None
            if process.stdout.readline():
                process.terminate()
        elif server:
            until(lambda: process.poll() is not None or ready.exists())
            if process.poll() is None:
                process.terminate()
        text = framed(request("user.summary", {"login": "octocat"}))
        output, errors = process.communicate(text if command[0] == "serve" else b"")
    finally:
        process.kill()
        process.wait()
    return Outcome(process.returncode, output.decode(), errors.decode())


@pytest.fixture
def folder() -> Iterator[Path]:
    with public_folder() as folder:
        yield folder
        give(folder, 0)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("kind", LIMITS)
def test_a_start_works_or_names_the_missing_resource(
    kind: str, name: str, processes: Processes, other_user: OtherUser, folder: Path
) -> None:
    worked = []
    for value in LIMITS[kind]:
        place = folder / str(value)
        place.mkdir()
        give(place, other_user.number)
        limit = f"{FLAGS[kind]}={value}"
        outcome = start(processes, other_user, COMMANDS[name], place, limit)
        worked.append(outcome.status == 0)
        if outcome.status == 0:
            continue
        assert outcome.status == 71, (value, outcome.errors)
        lines = outcome.errors.splitlines()
        assert len(lines) == 1 and lines[0].startswith("gitxplorer: "), (value, outcome.errors)
        assert REMEDIES[kind] in lines[0] and outcome.output == ""
    # The smallest limit is too little, and the largest is enough.
    assert not worked[0] and worked[-1]


def test_a_start_without_threads_reports_it_in_a_file(processes: Processes, tmp_path: Path) -> None:
    """Normally a thread writes lines to a file."""
    serving = processes.popen(
        *COMMANDS["cache"],
        environment={"LD_PRELOAD": str(compiled("threads", tmp_path)), "TEST_THREADS": "0"},
    )
    assert serving.wait() == 71
    assert serving.log.startswith("gitxplorer: ") and "ulimit -u" in serving.log


@pytest.mark.parametrize("count", [0, 1, 10, 11, 12, 13])
@pytest.mark.parametrize("name", ["stdio", "call"])
def test_sigterm_ends_a_start_that_waits_for_a_thread(
    name: str, count: int, processes: Processes, tmp_path: Path
) -> None:
    # The start first tries whether it can create threads, more of them with more processors.
    tried = (os.cpu_count() or 1) - 2
    process = subprocess.Popen(
        [processes.binary, *COMMANDS[name]],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={
            **processes.environment,
            "LD_PRELOAD": str(compiled("threads", tmp_path)),
            "TEST_THREADS": str(count + tried if count >= 10 else count),
        },
    )  # fmt: skip
    try:
        if count > 10:
            Facts(process.pid).wait_for_rest()
            process.terminate()
        _, errors = process.communicate()
    finally:
        process.kill()
        process.wait()
    assert process.returncode != -9
    if count <= 10:
        assert process.returncode == 71 and len(errors.splitlines()) == 1
