"""Runs the ledger's scripts, as a server sends them, on an engine with a simulated clock.

Servers ask, answer late, die and lose the engine's keys, in an order drawn from a seed. A plain
GitHub counts what it gets. Nothing waits: thousands of steps take a second or two.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

import pytest

from harness.clock import Clock
from harness.engines import ENGINES, Engine, EngineConnection, Engines, Monitor
from harness.fleet import Fleet
from harness.processes import Processes
from harness.waiting import until

#: The ledger's limits (`EngineLedger`).
AT_ONCE, PER_MINUTE = 90, 900
RESERVATION = 25
KEYS = ["gx1:{b}:b", "gx1:{b}:f", "gx1:{b}:p"]


@pytest.fixture(scope="module")
def scripts(
    module_processes: Processes, tmp_path_factory: pytest.TempPathFactory
) -> Tuple[str, str]:
    """The sources of the scripts that admit and settle a request."""
    engines = Engines(tmp_path_factory.mktemp("e"))
    engine = engines.start(name=sorted(ENGINES)[0])
    monitor = Monitor(engine)
    folder = tmp_path_factory.mktemp("f")
    fleet = Fleet(module_processes, module_processes.start_sandbox(), engine.url, folder)
    (server,) = fleet.start()
    with fleet.connect(server) as connection:
        connection.result("search.users", {"query": "tom"})
    # The requests are settled, too.
    until(
        lambda: fleet.shared(server)["fills"] == 1
        and not any(key.endswith(":f") for key in engine.keys())
    )
    sources = {words[1] for words in monitor.commands() if words[0] == "EVAL"}
    monitor.close()
    engines.end()
    (admit,) = [source for source in sources if "'granted'" in source]
    (settle,) = [source for source in sources if "'settled'" in source]
    return admit, settle


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    # A second of the simulation may take longer than a second on a busy machine.
    return Clock(tmp_path_factory.mktemp("c"), stands=True)


@pytest.fixture(scope="module")
def connection(
    clock: Clock, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EngineConnection]:
    """A connection to a Redis with that clock, which the Valkey of the wheel does not support."""
    folder = tmp_path_factory.mktemp("e")
    engine = Engine(ENGINES["redis"], folder, environment=clock.environment)
    yield engine.connect()
    engine.stop()


class GitHub:
    """One budget: ``limit`` requests per window, which begins with the first of them."""

    def __init__(self, limit: int, window: int) -> None:
        self.limit = limit
        self.window = window
        self.reset = 0
        self.remaining = limit
        self.times: List[float] = []
        self.in_flight = self.most_in_flight = self.windows = 0
        #: The number of refusals by window.
        self.refusals: List[int] = []

    def take(self, now: float) -> Tuple[int, int, int]:
        """Counts a request, and returns the reset, remaining and limit of the response."""
        if now >= self.reset:
            self.reset, self.remaining = int(now) + self.window, self.limit
            self.windows += 1
        self.times.append(now)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        if self.remaining == 0:
            self.refusals.append(self.windows)
        else:
            self.remaining -= 1
        return self.reset, self.remaining, self.limit

    @property
    def most_in_a_minute(self) -> int:
        most = first = 0
        for last, time in enumerate(self.times):
            while time - self.times[first] >= 60:
                first += 1
            most = max(most, last - first + 1)
        return most


class Simulation:
    """Servers that send every request that the ledger admits."""

    def __init__(
        self, seed: int, connection: EngineConnection, clock: Clock, scripts: Tuple[str, str],
        github: GitHub, deaths: float = 0, losses: float = 0,
    ) -> None:  # fmt: skip
        self.random = random.Random(seed)
        self.connection = connection
        self.clock = clock
        self.connection("DEL", *KEYS)
        self.admit, self.settle = scripts
        self.github = github
        self.deaths, self.losses = deaths, losses
        self.lost = self.granted = 0
        self.second = 0
        #: Responses by the second in which they arrive: id, content, whether the server has died.
        self.answers: Dict[int, List[Tuple[str, Tuple[int, int, int], bool]]] = {}

    def run(self, seconds: int, callers: int) -> None:
        for self.second in range(seconds):
            self.clock.advance(1)
            steps = [lambda one=one: self.answer(*one) for one in self.answers.pop(self.second, [])]
            steps += [self.ask] * callers
            self.random.shuffle(steps)
            for step in steps:
                step()
            if self.random.random() < self.losses:
                self.lost += 1
                self.connection("DEL", *KEYS)

    def ask(self) -> None:
        self.granted += 1
        name = str(self.granted)
        time, reply, *_ = self.connection(
            "EVAL", self.admit, 3, *KEYS, name, RESERVATION * 1000, AT_ONCE, PER_MINUTE
        )
        if reply != b"granted":
            return
        told = self.github.take(int(time) / 1e6)
        end = self.second + 1 + int(self.random.expovariate(0.3)) % 20
        dies = self.random.random() < self.deaths
        self.answers.setdefault(end, []).append((name, told, dies))

    def answer(self, name: str, told: Tuple[int, int, int], dies: bool) -> None:
        self.github.in_flight -= 1
        if dies:
            return
        reset, remaining, limit = told
        now = int(self.connection("TIME")[0])
        self.connection(
            "EVAL", self.settle, 2, KEYS[1], KEYS[0], name, reset,
            max(0, reset - now) * 1000, remaining, limit, "",
        )  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("limit", "window"), [(5000, 3600), (100, 60)])
def test_without_faults_github_refuses_nothing(
    seed: int, limit: int, window: int, connection: EngineConnection, clock: Clock,
    scripts: Tuple[str, str],
) -> None:  # fmt: skip
    github = GitHub(limit, window)
    Simulation(seed, connection, clock, scripts, github).run(seconds=200, callers=30)
    assert github.refusals == []
    assert github.most_in_flight <= AT_ONCE
    assert github.most_in_a_minute <= PER_MINUTE
    # The limits are used up: each window entirely, or 900 requests in each 70 seconds.
    assert len(github.times) >= 0.9 * min(limit * (200 // window + 1), PER_MINUTE * 200 / 70)


@pytest.mark.parametrize("seed", range(2))
def test_a_small_limit_is_exceeded_only_until_it_is_known(
    seed: int, connection: EngineConnection, clock: Clock, scripts: Tuple[str, str]
) -> None:
    """GitHub allows 30 searches per minute, and more servers ask at once in each minute."""
    github = GitHub(30, 60)
    Simulation(seed, connection, clock, scripts, github).run(seconds=200, callers=60)
    assert set(github.refusals) <= {1}
    assert len(github.refusals) <= AT_ONCE


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("limit", "window"), [(5000, 3600), (30, 60)])
def test_losing_all_keys_exceeds_the_limits_at_most_once(
    seed: int, limit: int, window: int, connection: EngineConnection, clock: Clock,
    scripts: Tuple[str, str],
) -> None:  # fmt: skip
    """Servers also die and leave their reservations behind."""
    github = GitHub(limit, window)
    simulation = Simulation(seed, connection, clock, scripts, github, deaths=0.02, losses=0.01)
    simulation.run(seconds=200, callers=30)
    # An engine without data admits no more than its limit of concurrent requests.
    times = simulation.lost + 1
    assert len(github.refusals) <= AT_ONCE * times
    assert github.most_in_flight <= AT_ONCE * times
    assert github.most_in_a_minute <= PER_MINUTE * times
