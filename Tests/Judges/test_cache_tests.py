"""cache-tests, by which caches are compared, judges the proxy.

`make cache-tests` accepts other results, and writes them to the proxy's page.
"""

from __future__ import annotations

from collections import Counter
from typing import Dict

import pytest

from harness.cache_tests import table
from harness.cache_tests.origin import Origin
from harness.cache_tests.results import ACCEPTED, PUBLISHED, Cache, Outcome, read
from harness.cache_tests.runner import Result, Runner
from harness.cache_tests.suite import load
from harness.processes import Processes

TESTS = load()
REQUIRED = [test for test in TESTS.values() if test.kind == "required"]

#: In seconds. The suite's own program waits for 10, which is not much on a busy machine.
TIMEOUT = 60


@pytest.fixture(scope="module")
def accepted() -> Cache:
    """The results that we accept."""
    (cache,) = read(ACCEPTED)
    return cache


@pytest.fixture(scope="module")
def results(module_processes: Processes, accepted: Cache) -> Dict[str, Result]:
    """The result of each test.

    A test with another outcome than the accepted one runs again: some responses are fresh for a few
    seconds, in which a busy machine may not finish.
    """
    with Origin() as origin:
        serving = module_processes.popen(
            *["proxy", "--listen", "127.0.0.1:0", "--api-url", origin.url, "--cache", ":memory:"]
        )
        assert serving.process.stdout is not None
        line = serving.process.stdout.readline().decode()
        assert line.startswith("listening on http://127.0.0.1:"), line
        runner = Runner(line.split()[-1], TIMEOUT)
        results = runner.run(TESTS.values())
        again = [TESTS[id] for id in different(results, accepted)]
        return {**results, **runner.run(again)}


def different(results: Dict[str, Result], accepted: Cache) -> Dict[str, Result]:
    """The results that we have not accepted."""
    return {
        id: result for id, result in results.items()
        if Outcome.of(result) is not accepted.outcome(id)
    }  # fmt: skip


def test_at_least_145_of_160_required_tests_are_passed(results: Dict[str, Result]) -> None:
    assert len(REQUIRED) == 160
    assert sum(results[test.id] is True for test in REQUIRED) >= 145


def test_all_results_are_the_accepted_ones(results: Dict[str, Result], accepted: Cache) -> None:
    assert different(results, accepted) == {}


def test_the_page_has_the_accepted_results(accepted: Cache) -> None:
    text = table.tables(TESTS, accepted, read(PUBLISHED))
    assert table.section(table.PAGE.read_text()) == text


def test_the_runner_finds_without_a_cache_what_the_suites_own_program_finds() -> None:
    with Origin() as origin:
        results = Runner(origin.url, TIMEOUT).run(TESTS.values(), at_once=len(TESTS))
    counts = Counter(Outcome.of(results[test.id]).value for test in REQUIRED)
    assert counts == {"passed": 93, "failed": 25, "setup": 42}
