"""Instructions that one request costs, counted by valgrind: the same on a quiet machine and on a
busy one.

Counted is what the thread of stdio does between two sleeps: reading, answering, writing. Of each
script of requests there are two runs, one longer than the other; what they differ by, divided by
the requests that they differ by, leaves out what a process does once.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Dict

from .machine import first_line
from .subjects import LOGIN
from .upstream import Upstream
from .workplace import FOLDER, Workplace

#: The function whose instructions count, with all that it calls.
COUNTED = "*StreamSession*step*"

TOLERANCE = 0.05
ACCEPTED = FOLDER / "instructions.json"

#: The flags of the load generator, and the requests of the longer run.
SCRIPTS = {
    "headers, one at a time": (["--framing", "headers"], 500),
    "lines, one at a time": (["--framing", "lines"], 500),
    "headers, 64 under way": (["--depth", "64"], 1000),
}


def count(workplace: Workplace, upstream: Upstream) -> Dict[str, int]:
    cache = str(workplace.files / "instructions.sqlite")
    upstream.call("user.summary", {"login": LOGIN}, cache)
    # Valgrind stumbles over Swift's debug information, and needs the names.
    subprocess.run(
        ["strip", "-g", "-o", str(workplace.files / "counted"), workplace.unstripped], check=True
    )
    counts = {}
    for name, (flags, requests) in SCRIPTS.items():
        message = {"method": "user.summary", "params": {"login": LOGIN}}
        path = workplace.requests("script.txt", message)
        once = workplace.write("once.txt", json.dumps({"jsonrpc": "2.0", "id": 1, **message}))
        totals = [
            _total(
                workplace,
                upstream,
                cache,
                path,
                [*flags, "--prelude", once, "--requests", str(number)],
            )
            for number in (requests // 10, requests)
        ]
        counts[name] = round((totals[1] - totals[0]) / (requests - requests // 10))
    return counts


def _total(
    workplace: Workplace, upstream: Upstream, cache: str, requests: str, flags: list
) -> int:
    # Valgrind takes its time on a busy machine.
    command = [workplace.tool("load"), "--message", requests, "--timeout", "600", *flags]
    command += ["--warmup", "50", "--"]
    command += ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [f"--toggle-collect={COUNTED}", str(workplace.files / "counted")]
    command += ["serve", *upstream.flags, "--cache", cache]
    # Else each process hashes with its own seed, and meets other collisions.
    environment = {"SWIFT_DETERMINISTIC_HASHING": "1", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-600:]}")
    return int(found.group(1))


def accept(counts: Dict[str, int]) -> None:
    accepted = {"compiler": first_line("swift", "--version"), "instructions": counts}
    ACCEPTED.write_text(json.dumps(accepted, indent=2) + "\n")


def check(counts: Dict[str, int]) -> bool:
    """Compares with what was accepted; both more and much less are to be looked at."""
    if not ACCEPTED.exists():
        print(f"{ACCEPTED.name}: nothing is accepted yet; run make bench-accept", file=sys.stderr)
        return False
    accepted = json.loads(ACCEPTED.read_text())
    if accepted["compiler"] != first_line("swift", "--version"):
        print(f"note: accepted with another compiler, {accepted['compiler']}", file=sys.stderr)
    is_fine = True
    for name, new in counts.items():
        old = accepted["instructions"].get(name)
        change = new / old - 1 if old else float("inf")
        is_within = abs(change) <= TOLERANCE
        is_fine = is_fine and is_within
        verdict = "" if is_within else f": more than {TOLERANCE:.0%} away"
        print(f"{name:30} {new:>9,} instructions a request, {change:+.1%}{verdict}")
    return is_fine
