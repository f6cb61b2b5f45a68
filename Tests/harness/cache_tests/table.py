"""The tables of results in `Documentation/proxy.md`."""

from __future__ import annotations

from typing import List, Mapping

from ..paths import REPOSITORY
from .results import Cache, Outcome
from .suite import Test

PAGE = REPOSITORY / "Documentation" / "proxy.md"
BEGIN, END = "<!-- cache-tests -->\n", "<!-- /cache-tests -->\n"

#: What the tables call the outcomes.
WORDS = {
    Outcome.PASSED: "passed", Outcome.FAILED: "failed", Outcome.SETUP: "not reached",
    Outcome.RETRY: "retried", Outcome.ABORTED: "no response", Outcome.UNTESTED: "untested",
}  # fmt: skip


def tables(tests: Mapping[str, Test], ours: Cache, others: List[Cache]) -> str:
    """How many tests each cache passes, and the required tests that ours does not pass."""
    caches = [ours, *others]
    required = [test for test in tests.values() if test.kind == "required"]
    optimal = [test for test in tests.values() if test.kind == "optimal"]
    heads = [f"{cache.name} {version(cache)}".strip() for cache in caches]
    rows = [["", *heads], ["---"] * (1 + len(caches))]
    for tested, outcome, name in (
        (required, Outcome.PASSED, f"required, of {len(required)}: passed"),
        (required, Outcome.FAILED, "required: failed"),
        (optimal, Outcome.PASSED, f"optimal, of {len(optimal)}: passed"),
    ):
        rows.append([name, *(str(cache.number(tested, outcome)) for cache in caches)])
    text = "".join(map(row, rows))
    left = [test for test in required if ours.outcome(test.id) is not Outcome.PASSED]
    if left:
        names = [cache.name for cache in caches]
        text += "\n" + row(["required test", *names]) + row(["---"] * (1 + len(caches)))
        for test in left:
            words = [WORDS[cache.outcome(test.id)] for cache in caches]
            text += row([f"`{test.id}`: {test.name}", *words])
    return text


def version(cache: Cache) -> str:
    """The version without what a distribution adds."""
    return cache.version.partition("-")[0].partition("+")[0]


def row(cells: List[str]) -> str:
    return f"| {' | '.join(cells)} |\n".replace("|  |", "| |")


def section(document: str) -> str:
    """The part of the document that this module writes."""
    _, begin, rest = document.partition(BEGIN)
    inside, end, _ = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE.name}: no section {BEGIN.strip()}")
    return inside


def replaced(document: str, text: str) -> str:
    """The document with another text in that part."""
    old = BEGIN + section(document) + END
    return document.replace(old, BEGIN + text + END)
