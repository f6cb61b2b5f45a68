"""What the results of tests mean, as in the suite's `test-engine/lib/results.mjs`."""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, NamedTuple

from ..paths import TESTS

if TYPE_CHECKING:
    from .suite import Test

FOLDER = TESTS / "Judges" / "cache_tests"
#: The results of other caches, which the suite publishes.
PUBLISHED = FOLDER / "published.json"
#: The results of our proxy that we accept.
ACCEPTED = FOLDER / "accepted.json"


class Outcome(enum.Enum):
    """What happened when a test ran, apart from the other tests."""

    PASSED = "passed"
    FAILED = "failed"
    #: What had to be true before the question could be asked was not.
    SETUP = "setup"
    #: The proxy repeated a request, so that the result shows nothing.
    RETRY = "retry"
    #: No response in time.
    ABORTED = "aborted"
    UNTESTED = "untested"

    @classmethod
    def of(cls, result: Any) -> Outcome:
        """The outcome in the suite's own form: true, or an error's name and message."""
        if result is None:
            return cls.UNTESTED
        if result is True:
            return cls.PASSED
        name, message = result
        if name == "Setup":
            return cls.RETRY if message == "retry" else cls.SETUP
        return cls.ABORTED if name == "AbortError" else cls.FAILED


class Cache(NamedTuple):
    """The results of a cache. A test that is not among the outcomes is passed."""

    name: str
    version: str
    outcomes: Dict[str, Outcome]

    def outcome(self, id: str) -> Outcome:
        return self.outcomes.get(id, Outcome.PASSED)

    def number(self, tests: Iterable[Test], outcome: Outcome) -> int:
        return sum(self.outcome(test.id) is outcome for test in tests)

    def line(self) -> str:
        """One line of JSON. The ids of tests that are not passed stand under their outcome."""
        ids: Dict[str, List[str]] = {}
        for id, outcome in self.outcomes.items():
            if outcome is not Outcome.PASSED:
                ids.setdefault(outcome.value, []).append(id)
        value = {"name": self.name, "version": self.version, "outcomes": ids}
        return json.dumps(value, separators=(",", ":"))


def read(path: Path) -> List[Cache]:
    return [
        Cache(
            cache["name"], cache["version"],
            {id: Outcome(value) for value, ids in cache["outcomes"].items() for id in ids},
        )
        for cache in json.loads(path.read_text())
    ]  # fmt: skip


def write(path: Path, caches: Iterable[Cache]) -> None:
    lines = ",\n".join(cache.line() for cache in caches)
    path.write_text(f"[\n{lines}\n]\n")


def vain(test: Test, tests: Mapping[str, Test], cache: Cache) -> List[str]:
    """The tests that are not passed and without which this one shows nothing.

    The counts that the suite publishes take no account of them; its pages show such a test in gray.
    """
    found = []
    for id in test.depends_on:
        if cache.outcome(id) is not Outcome.PASSED or vain(tests[id], tests, cache):
            found.append(id)
    return found
