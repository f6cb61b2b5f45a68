"""Instructions that one request costs, counted by valgrind: the same on a quiet machine and on a
busy one.

Of each script of requests two runs are counted, one longer than the other; what they differ by,
divided by the requests that they differ by, leaves out the start of the process.
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

TOLERANCE = 0.05
ACCEPTED = FOLDER / "instructions.json"

#: The flags of the load generator, the requests of the longer run, and bytes in each request.
SCRIPTS = {
    "headers, one at a time": (["--framing", "headers"], 2000, 0),
    "lines, one at a time": (["--framing", "lines"], 2000, 0),
    "headers, 64 under way": (["--depth", "64"], 4000, 0),
    "a message of 100,000 bytes": (["--framing", "headers"], 100, 100_000),
}


def count(workplace: Workplace, upstream: Upstream) -> Dict[str, int]:
    cache = str(workplace.files / "instructions.sqlite")
    upstream.call("user.summary", {"login": LOGIN}, cache)
    counts = {}
    for name, (flags, requests, padding) in SCRIPTS.items():
        message = {"method": "user.summary", "params": {"login": LOGIN}}
        path = workplace.requests("script.txt", {**message, "padding": "x" * padding})
        totals = [
            _total(workplace, upstream, cache, path, [*flags, "--requests", str(number)])
            for number in (requests // 10, requests)
        ]
        counts[name] = round((totals[1] - totals[0]) / (requests - requests // 10))
    return counts


def _total(
    workplace: Workplace, upstream: Upstream, cache: str, requests: str, flags: list
) -> int:
    command = [workplace.tool("load"), "--message", requests, "--warmup", "100", *flags, "--"]
    command += ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [workplace.server, "serve", *upstream.flags, "--cache", cache]
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
