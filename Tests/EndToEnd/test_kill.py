"""After `kill -9` at any moment the file is valid and still has everything that was in it.

`make soak` kills thirty times, `make test` three times.
"""

from __future__ import annotations

import os
import random
from contextlib import closing
from pathlib import Path
from typing import Any, Dict, List

import pytest

from harness.cache_file import connect
from harness.patience import PATIENCE
from harness.processes import Processes
from harness.wire import Connection, request

ROUNDS = 30 if os.environ.get("GITXPLORER_SOAK") else 3

#: Concurrent requests.
WINDOW = 16


def params(number: int) -> Dict[str, Any]:
    return {"seed": number, "count": 20}


class Load:
    """A steady load of concurrent requests."""

    def __init__(self, server: Connection, first: int) -> None:
        self.server = server
        self.next = first
        self.open = 0
        #: The requests whose results were reported as stored.
        self.stored: List[int] = []

    def run(self, count: int) -> None:
        """Continues until ``count`` more requests have been answered."""
        for _ in range(count):
            while self.open < WINDOW:
                self.server.send(request("users.random", params(self.next), self.next))
                self.next += 1
                self.open += 1
            self._take(self.server.receive_answer())

    def flush(self) -> None:
        """Requests the statistics, which are sent after everything so far is in the file."""
        self.server.send(request("cache.stats", None, "stats"))
        while (answer := self.server.receive_answer())["id"] != "stats":
            self._take(answer)

    def _take(self, answer: Dict[str, Any]) -> None:
        self.open -= 1
        if answer["result"]["freshness"]["expiresAt"] is not None:
            self.stored.append(answer["id"])


def rows(path: Path) -> int:
    """The results in the file."""
    with closing(connect(path)) as file:
        return file.execute("SELECT count(*) FROM result").fetchone()[0]


@pytest.mark.bound(PATIENCE * ROUNDS)
def test_flushed_responses_survive_a_kill_and_others_are_written_without_a_flush(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox("--rate-limit", "100000000")
    path = tmp_path / "cache.sqlite"
    flags = ["--api-url", sandbox.url, "--cache", str(path)]
    draw = random.Random(6)
    first = 1
    for _ in range(ROUNDS):
        victim = processes.serve(*flags, sandbox=False)
        load = Load(victim.stdio(), first)
        while not load.stored or draw.random() < 0.8:
            load.run(draw.randrange(1, 40))
        kept = list(load.stored)
        load.flush()
        flushed = rows(path)
        while rows(path) <= flushed or draw.random() < 0.8:
            load.run(draw.randrange(1, 40))
        first = load.next
        victim.process.kill()
        victim.wait()
        done = processes.run("cache", "check", "--cache", str(path))
        assert (done.returncode, done.stdout) == (0, b"ok\n")
        heir = processes.serve(*flags, "--offline", sandbox=False)
        server = heir.stdio()
        for number in kept:
            assert "result" in server.call("users.random", params(number)), number
        assert heir.log == ""
        server.end_input()
        assert heir.wait() == 0
