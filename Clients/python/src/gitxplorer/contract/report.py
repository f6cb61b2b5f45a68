"""Reports of a run, for people and for programs."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TextIO

from ..cli.screen import Screen
from ..cli.text import clean
from .promise import Broken, Check, Promise, Skipped
from .session import Session

#: The number of failed checks per promise that a text report shows in full.
_SHOWN = 3
#: The longest text of a message in a text report.
_LONGEST = 1000


#: What is not checked, and why.
LeftOut = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Outcome:
    """A promise, the number of its checks, those that found it broken, and those not made."""

    promise: Promise
    checks: int
    broken: Sequence[tuple[Check, Broken]]
    #: Each with the reason.
    skipped: Sequence[tuple[Check, str]] = ()

    @property
    def is_open(self) -> bool:
        """Whether it is neither known to be kept nor to be broken."""
        return bool(self.skipped) and not self.broken


class Report(Protocol):
    """A format for reports; each function returns whole lines."""

    def outcome(self, outcome: Outcome) -> str:
        """The lines for one promise, as soon as it has been checked."""

    def end(self, outcomes: Sequence[Outcome], left_out: LeftOut) -> str:
        """The lines after all promises."""


def tell(
    checks: Sequence[Check],
    session: Session,
    report: Report,
    stream: TextIO,
    left_out: LeftOut = (),
) -> int:
    """Runs the checks, prints the outcome of each promise, and returns the number of broken ones.

    Raises ConnectError if the server cannot be started or reached.
    """
    outcomes = []
    for promise, group in itertools.groupby(checks, lambda check: check.promise):
        count, broken, skipped = 0, [], []
        for check in group:
            count += 1
            try:
                check.run(session)
            except Broken as found:
                broken.append((check, found))
            except Skipped as reason:
                skipped.append((check, str(reason)))
        outcomes.append(Outcome(promise, count, broken, skipped))
        stream.write(report.outcome(outcomes[-1]))
        stream.flush()
    stream.write(report.end(outcomes, [*left_out, *_not_made(outcomes)]))
    return sum(bool(outcome.broken) for outcome in outcomes)


def _not_made(outcomes: Sequence[Outcome]) -> LeftOut:
    """The checks that were skipped: for each reason the promises, and how many of their checks."""
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        reasons = [reason for _, reason in outcome.skipped]
        for reason in dict.fromkeys(reasons):
            count = f"{reasons.count(reason)} of {outcome.checks}"
            found.setdefault(reason, []).append(f"{outcome.promise.name} ({count})")
    return [(", ".join(names), reason) for reason, names in found.items()]


class TextReport:
    """For people: a line for each promise, followed by the evidence if it is broken."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def outcome(self, outcome: Outcome) -> str:
        promise, paint = outcome.promise, self._screen.paint
        if outcome.is_open:
            return f"{paint('yellow', 'open')}    {promise.sentence}\n"
        if not outcome.broken:
            return f"{paint('green', 'kept')}    {promise.sentence}\n"
        lines = [f"{paint('yellow', 'BROKEN')}  {paint('bold', promise.sentence)}"]
        lines.append(f'        {promise.name}; protocol.md, "{promise.section}"')
        for check, broken in outcome.broken[:_SHOWN]:
            lines.append("")
            if check.subject:
                lines.append(f"        {paint('cyan', clean(check.subject))}")
            lines.append(f"          sent      {_shown(broken.sent)}")
            lines.append(f"          came      {_shown(broken.came)}")
            lines.append(f"          expected  {_shown(broken.expected)}")
        others = [clean(check.subject) for check, _ in outcome.broken[_SHOWN:]]
        if others:
            lines += ["", f"        The same holds for: {', '.join(others)}"]
        return "\n".join([*lines, "", ""])

    def end(self, outcomes: Sequence[Outcome], left_out: LeftOut) -> str:
        names = [outcome.promise.name for outcome in outcomes if outcome.broken]
        unknown = sum(outcome.is_open for outcome in outcomes)
        kept = len(outcomes) - len(names) - unknown
        lines = ["", *(["Not checked:"] if left_out else [])]
        lines += [f"  {what}, because {reason}" for what, reason in left_out]
        opened = f", {unknown} open" if unknown else ""
        lines += ["", f"{counted(len(outcomes))}: {kept} kept, {len(names)} broken{opened}."]
        if names:
            again = " ".join(f"--only {name}" for name in names)
            lines.append(f"To check the broken ones again, add: {again}")
        return "\n".join([*lines, ""])


class JSONReport:
    """For programs: one JSON object, with every promise and whole messages."""

    def outcome(self, outcome: Outcome) -> str:
        return ""

    def end(self, outcomes: Sequence[Outcome], left_out: LeftOut) -> str:
        promises = [_object(outcome) for outcome in outcomes]
        skipped = [{"what": what, "because": reason} for what, reason in left_out]
        return json.dumps({"promises": promises, "notChecked": skipped}) + "\n"


def counted(promises: int) -> str:
    """A number of promises, in words."""
    return f"{promises} {'promise' if promises == 1 else 'promises'}"


def _object(outcome: Outcome) -> dict[str, object]:
    return {
        "name": outcome.promise.name,
        "sentence": outcome.promise.sentence,
        "section": outcome.promise.section,
        "checks": outcome.checks,
        "skipped": [check.subject for check, _ in outcome.skipped],
        "broken": [
            {
                "subject": check.subject,
                "sent": broken.sent,
                "came": broken.came,
                "expected": broken.expected,
            }
            for check, broken in outcome.broken
        ],
    }


def _shown(text: str) -> str:
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}… ({len(text)} characters; --json has all)"
    return clean(text)
