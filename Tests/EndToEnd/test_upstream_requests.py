"""The number of requests to GitHub for a summary, as in the table of Documentation/costs.md.

`make bench-upstream` prints them next to those of other clients, with the times.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

import pytest

from harness.clock import Clock
from harness.processes import Processes
from harness.sandbox import Sandbox
from harness.wire import Connection, request

#: Profile and three pages.
PARAMS = {"login": "exactly-250"}
TOKEN = {"GITXPLORER_TOKEN": "ghp_any"}


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


class Upstream:
    """Counts the requests to a sandbox since the last call of ``asked``."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._before = sandbox.stats()

    def asked(self) -> Dict[str, int]:
        """The number of requests, and of those answered with 304."""
        before, self._before = self._before, self._sandbox.stats()
        return {name: self._before[name] - before[name] for name in ("requests", "notModified")}


def both(requests: int, notModified: int = 0) -> Dict[str, int]:
    return {"requests": requests, "notModified": notModified}


def start(
    processes: Processes, sandbox: Sandbox, *flags: str, environment: Dict[str, str] = TOKEN
) -> Connection:
    flags = ("--api-url", sandbox.url, *flags)
    return processes.serve(*flags, sandbox=False, environment=environment).stdio()


def used(server: Connection) -> int:
    return server.result("rate.status")["resources"]["core"]["used"]


def test_a_cold_summary_takes_4_requests_and_the_next_one_none(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    upstream = Upstream(sandbox)
    server = start(processes, sandbox)
    assert server.result("user.summary", PARAMS)["totalRepositories"] == 250
    assert upstream.asked() == both(4)
    server.result("user.summary", PARAMS)
    # This method has the same responses, but another result.
    assert server.result("repos.list", {**PARAMS, "kind": "user", "limit": 3})["total"] == 250
    assert upstream.asked() == both(0)


def test_after_expiry_a_signed_in_summary_takes_4_conditional_requests_and_no_limit(
    processes: Processes, clock: Clock
) -> None:
    sandbox = processes.start_sandbox()
    server = start(processes, sandbox, environment={**TOKEN, **clock.environment})
    first = server.result("user.summary", PARAMS)
    spent = used(server)
    upstream = Upstream(sandbox)
    for _ in range(2):
        clock.advance(61)
        second = server.result("user.summary", PARAMS)
        assert upstream.asked() == both(4, 4)
        assert second["freshness"]["source"] == "revalidated"
        assert second["totalStars"] == first["totalStars"]
    assert used(server) == spent == 4


def test_anonymous_responses_last_five_minutes_because_a_304_costs(
    processes: Processes, clock: Clock
) -> None:
    sandbox = processes.start_sandbox()
    server = start(processes, sandbox, environment=clock.environment)
    server.result("user.summary", PARAMS)
    spent = used(server)
    upstream = Upstream(sandbox)
    clock.advance(280)
    assert server.result("user.summary", PARAMS)["freshness"]["source"] == "cache"
    assert upstream.asked() == both(0)
    clock.advance(21)
    assert server.result("user.summary", PARAMS)["freshness"]["source"] == "revalidated"
    assert upstream.asked() == both(4, 4)
    assert used(server) == spent + 4


def test_50_concurrent_callers_send_4_requests_in_all(processes: Processes, tmp_path: Path) -> None:
    sandbox = processes.start_sandbox("--latency", "300")
    flags = ["--api-url", sandbox.url, "--socket", str(tmp_path / "socket")]
    serving = processes.serve(*flags, sandbox=False, environment=TOKEN)
    upstream = Upstream(sandbox)
    connections = [serving.connect("unix") for _ in range(50)]
    for connection in connections:
        connection.send(request("user.summary", PARAMS))
    answers: List[Dict[str, Any]] = [connection.receive_answer() for connection in connections]
    assert {answer["result"]["totalRepositories"] for answer in answers} == {250}
    assert upstream.asked() == both(4)
    stats = connections[0].result("cache.stats")
    assert stats["requestsSpared"] == 49 * 4
    for connection in connections:
        connection.close()


def test_after_a_restart_a_summary_takes_no_requests(processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    flags = ["--api-url", sandbox.url, "user.summary", '["exactly-250"]']
    for expected in (both(4), both(0), both(0)):
        upstream = Upstream(sandbox)
        assert processes.run("call", *flags, environment=TOKEN).returncode == 0
        assert upstream.asked() == expected


def test_after_one_new_star_only_the_changed_page_is_transferred(
    processes: Processes, clock: Clock
) -> None:
    sandbox = processes.start_sandbox()
    server = start(processes, sandbox, environment={**TOKEN, **clock.environment})
    before = server.result("user.summary", PARAMS)
    cold = sandbox.stats()["bodyBytes"]
    starred = before["topRepositories"][0]
    sandbox.mutate(repo=starred["fullName"], stars=starred["stars"] + 1)
    clock.advance(61)
    upstream = Upstream(sandbox)
    after = server.result("user.summary", PARAMS)
    assert after["totalStars"] == before["totalStars"] + 1
    assert upstream.asked() == both(4, 3)
    # One page of three.
    assert 0 < sandbox.stats()["bodyBytes"] - cold < cold / 2


@pytest.mark.parametrize(
    ("unanswered", "count"),
    [("/users/*", 2), ("/user/11000/repos", 9)],
    ids=["profile and first page", "then all other pages"],
)
def test_requests_are_sent_concurrently(unanswered: str, count: int, processes: Processes) -> None:
    sandbox = processes.start_sandbox()
    server = start(processes, sandbox, "--upstream-concurrency", "16", "--cache", ":memory:")
    # A request without a response keeps running, so it is counted.
    sandbox.fault("timeout", unanswered)
    server.send(request("user.summary", {"login": "exactly-1000"}))
    sandbox.wait_for(lambda stats: stats["inFlight"] >= count)
    assert sandbox.stats()["maxInFlight"] == count
