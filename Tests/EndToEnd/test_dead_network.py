"""Without a network, stored results are returned and other requests fail quickly."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict

import pytest

from harness.blackhole import Blackhole
from harness.clock import Clock
from harness.processes import Processes
from harness.waiting import until
from harness.wire import Connection, request

OCTOCAT = {"login": "octocat"}
SEEN = [
    ("user.summary", OCTOCAT),
    ("user.summary", {"login": "exactly-250"}),
    ("repos.list", OCTOCAT),
    ("repos.list", {"login": "github", "limit": 3}),
    ("search.users", {"query": "octocat"}),
    ("repo.stargazers", {"owner": "octocat", "name": "Hello-World", "page": 3}),
    ("user.avatar", OCTOCAT),
    ("users.random", {"seed": 4}),
    ("users.random", {"seed": 4, "count": 3, "sort": "followers", "avatars": "inline"}),
]
UNSEEN = [
    ("user.summary", {"login": "exactly-100"}),
    ("repos.list", {"login": "exactly-100"}),
    ("search.users", {"query": "never asked"}),
    ("repo.stargazers", {"owner": "octocat", "name": "Hello-World", "page": 4}),
    ("user.avatar", {"login": "exactly-100"}),
    ("users.random", {"seed": 5}),
]


def content(result: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in result.items() if name != "freshness"}


def check(server: Connection, seen: Dict[int, Any], source: str, code: int) -> None:
    for number, (method, params) in enumerate(SEEN):
        result = server.result(method, params)
        assert result["freshness"]["source"] == source, (method, params)
        assert content(result) == seen[number]
    for method, params in UNSEEN:
        assert server.error(method, params)["code"] == code, (method, params)


@pytest.mark.parametrize(
    ("flags", "code"), [([], 1503), (["--offline"], 1510)], ids=["dead network", "offline"]
)
@pytest.mark.parametrize("token", ["", "ghp_any"], ids=["anonymous", "signed in"])
def test_everything_ever_fetched_is_answered(
    token: str, flags: list, code: int, processes: Processes, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    environment = {**clock.environment, "GITXPLORER_TOKEN": token}
    sandbox = processes.start_sandbox("--rate-limit", "1000")
    always = ["--api-url", sandbox.url]
    first = processes.serve(*always, sandbox=False, environment=environment)
    server = first.stdio()
    seen = {number: content(server.result(*call)) for number, call in enumerate(SEEN)}
    server.end_input()
    assert first.wait() == 0
    if not flags:
        processes.stop_sandbox(sandbox)
    asked = sandbox.requests if flags else 0
    server = processes.serve(*always, *flags, sandbox=False, environment=environment).stdio()
    if flags:
        # They have not expired, and an offline server returns them too.
        check(server, seen, "cache", code)
    clock.advance(86_400)
    check(server, seen, "stale", code)
    if flags:
        assert sandbox.requests == asked


def test_a_dead_network_costs_one_timeout_in_all(
    processes: Processes, tmp_path: Path
) -> None:
    sandbox = processes.start_sandbox("--rate-limit", "1000")
    clock = Clock(tmp_path)
    serving = processes.serve(
        *["--api-url", sandbox.url, "--upstream-timeout", "1", "--log-http"],
        sandbox=False, environment=clock.environment,
    )  # fmt: skip
    server = serving.stdio()
    first = server.result("user.summary", OCTOCAT)
    processes.stop_sandbox(sandbox)
    blackhole = Blackhole(sandbox.port)
    clock.stop()
    server.send(request("user.summary", {"login": "github"}))
    for attempt in (1, 2):
        until(lambda: serving.log.count("outcome=") >= 2 * attempt)
        # From now on the server waits before it requests the profile and the first page again.
        serving.facts.wait_for_rest()
        clock.pass_time(10)
    error = server.receive_answer()["error"]
    assert (error["code"], error["data"]["cause"]) == (1503, "timeout")
    for number in range(20):
        again = server.error("user.summary", {"login": f"exactly-{number}"})
        assert {**again["data"], "profileUrl": ""} == {**error["data"], "profileUrl": ""}
        stale = server.result("user.summary", {**OCTOCAT, "maxAge": 0})
        assert (stale["freshness"]["source"], content(stale)) == ("stale", content(first))
    # The next request to the network is that of the first call after two seconds.
    clock.pass_time(2)
    server.error("user.summary", {"login": "probing"})
    until(lambda: "/users/probing" in serving.log)
    asked = [line for line in serving.log.splitlines() if "outcome=" in line]
    assert len([line for line in asked if "/users/github" not in line]) == 1, asked
    blackhole.close()
    processes.start_sandbox("--port", str(sandbox.port))
    # A request with `refresh` finds the network at once, and so do all later ones.
    refreshed = server.result("user.summary", {**OCTOCAT, "refresh": True})
    assert refreshed["freshness"]["source"] == "revalidated"
    # One request: with many at once, a busy machine might need more than the time limit for some,
    # and their retries would wait for a clock that stands still.
    assert server.result("user.followers", {"login": "github"})["freshness"]["source"] == "network"


def test_if_connections_are_refused_every_request_tries_for_itself(
    processes: Processes,
) -> None:
    sandbox = processes.start_sandbox()
    server = processes.serve("--api-url", sandbox.url, sandbox=False).stdio()
    processes.stop_sandbox(sandbox)
    # The first one tries three times, the others once.
    for attempts in (3, 1, 1):
        data = server.error("user.summary", OCTOCAT)["data"]
        assert (data["cause"], data["attempts"]) == ("connect", attempts)
    processes.start_sandbox("--port", str(sandbox.port))
    assert server.result("user.summary", OCTOCAT)["freshness"]["source"] == "network"


def test_a_list_known_to_have_grown_is_returned_as_stale(
    processes: Processes, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    sandbox = processes.start_sandbox()
    server = processes.serve(
        "--api-url", sandbox.url, sandbox=False, environment=clock.environment
    ).stdio()
    server.result("user.summary", {"login": "exactly-100"})
    sandbox.mutate(user="exactly-100", repositories=101)
    clock.advance(301)
    # Only the profile is requested again; its count is 101.
    server.result("user.avatar", {"login": "exactly-100"})
    processes.stop_sandbox(sandbox)
    summary = server.result("user.summary", {"login": "exactly-100"})
    assert summary["freshness"]["source"] == "stale"
    assert (summary["user"]["publicRepositories"], summary["totalRepositories"]) == (101, 100)
