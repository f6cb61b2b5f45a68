"""`bench upstream`: what GitHub is asked for one user's summary, and by whom.

Counts are the sandbox's own (`/_sandbox/stats`), all in one run. End-to-end tests assert those
of GitXplorer: `Tests/EndToEnd/test_upstream_requests.py`.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Dict, List, Optional, Type

from .workplace import Workplace

# Workplace has put Tests on the path.
from harness.processes import Processes  # isort: skip
from harness.sandbox import Sandbox  # isort: skip

from .clients import (  # isort: skip
    CLIENTS,
    Client,
    Gh,
    GitXplorer,
    PyGithub,
    PyGithubLargePages,
    WideGitXplorer,
    used,
)

LOGIN = "exactly-250"
LARGE = "exactly-1000"
LATENCY = 50
RUNS = 5


class Count:
    """What a sandbox was asked between two looks."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.before = sandbox.stats()

    def __str__(self) -> str:
        now = self.sandbox.stats()
        asked, confirmed, size = (
            now[name] - self.before[name] for name in ("requests", "notModified", "bodyBytes")
        )
        if confirmed == asked and asked > 0:
            return f"{asked}, all 304"
        return f"{asked}, {size // 1000} kB" if asked else "0"


class Run:
    """All that is measured of one client."""

    def __init__(self, kind: Type[Client], processes: Processes, folder: Path) -> None:
        self.kind = kind
        self.processes = processes
        self.folder = folder
        self.rows: Dict[str, str] = {}

    def measure(self) -> Dict[str, str]:
        self.one_after_the_other()
        self.at_once()
        return self.rows

    def client(self, name: str, *flags: str) -> Client:
        sandbox = self.processes.start_sandbox("--rate-limit", "1000000", *flags)
        client = self.kind(sandbox, self.processes, self.folder / name)
        client.start()
        return client

    def one_after_the_other(self) -> None:
        client = self.client("one")
        sandbox = client.sandbox

        def ask(row: str, expected: int) -> None:
            count = Count(sandbox)
            stars = client.total_stars(LOGIN)
            wrong = "" if stars == expected else f"; {expected - stars} star short"
            self.rows[row] = f"{count}{wrong}"

        truth = client.total_stars(LOGIN)
        client.stop()
        client = self.client("again")
        sandbox = client.sandbox
        ask("cold", truth)
        ask("again at once", truth)
        client.stop()
        client.start()
        ask("after a restart", truth)
        spent = used(sandbox)
        client.pass_time(client.lifetime + 1)
        ask("after its time", truth)
        self.rows["of the hourly limit, after its time"] = str(used(sandbox) - spent)
        name = sandbox.get(f"/users/{LOGIN}/repos?per_page=1")[0]
        sandbox.mutate(repo=name["full_name"], stars=name["stargazers_count"] + 1)
        client.pass_time(61)
        ask("a minute after a repository gained a star", truth + 1)
        client.stop()

    def at_once(self) -> None:
        client = self.client("crowd", "--latency", str(LATENCY))
        before = client.sandbox.requests
        assert len(set(client.total_stars_at_once(LOGIN, 50))) == 1
        self.rows["50 askers at once"] = str(client.sandbox.requests - before)
        client.stop()


def wall_times(
    kind: Type[Client], processes: Processes, folder: Path, connected: bool, runs: int = RUNS
) -> List[float]:
    """Milliseconds that a summary of a user with 1,000 repositories takes, none of them known.

    With `connected` the client has asked for somebody else before: it has its connections, its
    libraries and its files.
    """
    times: List[float] = []
    sandbox = processes.start_sandbox("--rate-limit", "1000000", "--latency", str(LATENCY))
    for number in range(runs):
        client = kind(sandbox, processes, folder / f"large-{number}")
        client.start()
        if connected:
            client.total_stars(LOGIN)
        begin = time.perf_counter()
        client.total_stars(LARGE)
        times.append((time.perf_counter() - begin) * 1000)
        client.stop()
    return times


def table(columns: Dict[str, Dict[str, str]]) -> str:
    names = list(columns)
    lines = ["| | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]
    for row in columns[names[0]]:
        lines.append(f"| {row} | " + " | ".join(columns[name][row] for name in names) + " |")
    return "\n".join(lines)


def run(workplace: Workplace, readme: Optional[Path]) -> None:
    """Prints counts and times, and puts the counts into the file between their markers."""
    text = counts(workplace.processes, workplace.files)
    print(text, flush=True)
    print(times(workplace.processes, workplace.files))
    if readme:
        begin, end = "<!-- bench-upstream -->\n", "<!-- /bench-upstream -->\n"
        head, rest = readme.read_text().split(begin)
        readme.write_text(head + begin + text + "\n" + end + rest.split(end)[1])


def counts(processes: Processes, folder: Path) -> str:
    return table(
        {kind.name: Run(kind, processes, folder / kind.__name__).measure() for kind in CLIENTS}
    )


def times(processes: Processes, folder: Path) -> str:
    """Not written anywhere: they are those of this machine, and of what else it does."""
    lines = [f"1,000 repositories, median and least of {RUNS}, in round trips of {LATENCY} ms:"]
    for kind in (GitXplorer, WideGitXplorer, PyGithub, PyGithubLargePages, Gh):
        for connected, state in ((False, "started just before"), (True, "connected")):
            place = folder / f"{kind.__name__}-large-{connected}"
            times = wall_times(kind, processes, place, connected)
            median, least = statistics.median(times), min(times)
            lines.append(
                f"  {kind.name}, {state}: {median / LATENCY:.1f} ({median:.0f} ms), "
                f"{least / LATENCY:.1f} ({least:.0f} ms)"
            )
    return "\n".join(lines)
