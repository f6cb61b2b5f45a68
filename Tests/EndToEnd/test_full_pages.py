"""GitHub's ETag does not cover `Link`: a list that fills whole pages and grows keeps every known
ETag, and so does one that loses what it had gained."""

from __future__ import annotations

from pathlib import Path
from typing import Dict

import pytest

from harness.clock import Clock
from harness.processes import Processes

TOKEN = {"GITXPLORER_TOKEN": "ghp_any"}


@pytest.mark.parametrize(
    ("full", "environment"), [(100, TOKEN), (200, TOKEN), (300, TOKEN), (100, {})]
)
def test_a_summary_after_expiry_has_every_repository(
    full: int, environment: Dict[str, str], processes: Processes, tmp_path: Path
) -> None:
    clock = Clock(tmp_path)
    sandbox = processes.start_sandbox("--rate-limit", "1000")
    server = processes.serve(
        *["--api-url", sandbox.url],
        sandbox=False, environment={**environment, **clock.environment},
    ).stdio()  # fmt: skip
    login = f"exactly-{full}"
    # The list grows by one page and by two, which no known page reveals.
    for count in (full, full + 1, full, full - 1, full, full + 100, full + 101, full - 100):
        sandbox.mutate(user=login, repositories=count)
        clock.advance(301)
        summary = server.result("user.summary", {"login": login})
        assert summary["totalRepositories"] == summary["user"]["publicRepositories"] == count
        repositories = server.result("repos.list", {"login": login, "limit": 1000})
        assert repositories["total"] == len(repositories["repositories"]) == count
        assert summary["totalStars"] == sum(r["stars"] for r in repositories["repositories"])


def test_a_list_that_grew_is_complete_although_its_known_pages_are_confirmed(
    processes: Processes, tmp_path: Path
) -> None:
    """GitHub confirms all known pages although the list has grown by a page."""
    clock = Clock(tmp_path)
    sandbox = processes.start_sandbox()
    server = processes.serve(
        "--api-url", sandbox.url, sandbox=False, environment={**TOKEN, **clock.environment}
    ).stdio()
    server.result("user.summary", {"login": "exactly-200"})
    sandbox.mutate(user="exactly-200", repositories=201)
    clock.advance(61)
    before = sandbox.stats()
    assert server.result("user.summary", {"login": "exactly-200"})["totalRepositories"] == 201
    after = sandbox.stats()
    # The profile and the third page are new; both known pages were confirmed.
    assert after["requests"] - before["requests"] == 4
    assert after["notModified"] - before["notModified"] == 2
