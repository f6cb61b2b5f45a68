"""`kill -9` at any moment: the file is sound, and has everything that was reported as stored.

`make soak` kills thirty times, `make test` three times.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

from harness.processes import Processes
from harness.wire import Connection, request

ROUNDS = 30 if os.environ.get("GITXPLORER_SOAK") else 3

#: Requests under way at once.
WINDOW = 16


def params(number: int) -> Dict[str, Any]:
    return {"seed": number, "count": 20}


class Load:
    """A load of requests, some of them always under way, and their reported freshness."""

    def __init__(self, server: Connection, first: int) -> None:
        self.server = server
        self.next = first
        self.open = 0
        #: Which requests' answers were said to be stored, and when.
        self.stored: List[Tuple[int, float]] = []

    @property
    def age(self) -> float:
        """Seconds since the first answer that was said to be stored."""
        return time.monotonic() - self.stored[0][1] if self.stored else 0

    def run(self, count: int) -> None:
        """Goes on until so many more are answered."""
        for _ in range(count):
            while self.open < WINDOW:
                self.server.send(request("users.random", params(self.next), self.next))
                self.next += 1
                self.open += 1
            answer = self.server.receive_answer()
            self.open -= 1
            if answer["result"]["freshness"]["expiresAt"] is not None:
                self.stored.append((answer["id"], time.monotonic()))


@pytest.mark.bound(60 + 20 * ROUNDS)
def test_nothing_said_to_be_stored_is_lost_beyond_the_last_second(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox("--rate-limit", "100000000")
    flags = ["--api-url", sandbox.url, "--cache", str(tmp_path / "cache.sqlite")]
    draw = random.Random(6)
    first = 1
    for _ in range(ROUNDS):
        victim = processes.serve(*flags, sandbox=False)
        load = Load(victim.stdio(), first)
        # Until there is something to lose, and then to some moment or other.
        while load.age < 1.2 or draw.random() < 0.8:
            load.run(draw.randrange(1, 40))
        first = load.next
        victim.process.kill()
        killed = time.monotonic()
        victim.wait()
        done = processes.run("cache", "check", "--cache", str(tmp_path / "cache.sqlite"))
        assert (done.returncode, done.stdout) == (0, b"ok\n")
        heir = processes.serve(*flags, "--offline", sandbox=False)
        server = heir.stdio()
        kept = [number for number, date in load.stored if killed - date > 1]
        for number in kept:
            assert "result" in server.call("users.random", params(number)), number
        assert kept and heir.log == ""
        server.end_input()
        assert heir.wait() == 0
