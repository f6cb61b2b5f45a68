"""Counts the instructions per request with valgrind, which a busy machine does not change.

For a request, it counts what the thread of stdio does between two sleeps: reading, answering,
writing. Each script of requests runs twice, once longer. The difference in instructions divided by
the difference in requests leaves out what a process does only once. For the start, it counts a whole
process that answers one request from a cache file.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Dict, List, Tuple

from .machine import first_line
from .subjects import LOGIN
from .upstream import Upstream
from .workplace import FOLDER, Workplace

#: The function whose instructions are counted, including its callees.
COUNTED = "*StreamLoop*turn*"

TOLERANCE = 0.05
NO_ENGINE = "redis://127.0.0.1:1"
ACCEPTED = FOLDER / "instructions.json"

#: The flags of the load generator, the requests of the longer run, and more flags of the server.
SCRIPTS: Dict[str, Tuple[List[str], int, List[str]]] = {
    "headers, one at a time": (["--framing", "headers"], 500, []),
    "lines, one at a time": (["--framing", "lines"], 500, []),
    "headers, 64 under way": (["--depth", "64"], 1000, []),
    # What is in memory needs no engine, so none runs.
    "headers, shared cache": (["--framing", "headers"], 500, ["--shared-cache", NO_ENGINE]),
}

#: Counted besides the scripts: the life of a process with one request.
START = "start, one response, end"


def count(workplace: Workplace, upstream: Upstream) -> Dict[str, int]:
    cache = _prepare(workplace, upstream)
    counts = {START: _of_start(workplace, upstream, cache)}
    for name, (flags, requests, served) in SCRIPTS.items():
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
                served,
            )
            for number in (requests // 10, requests)
        ]
        counts[name] = round((totals[1] - totals[0]) / (requests - requests // 10))
    return counts


def count_start(workplace: Workplace, upstream: Upstream) -> int:
    """The instructions of a process that answers one request from a cache file."""
    return _of_start(workplace, upstream, _prepare(workplace, upstream))


def _prepare(workplace: Workplace, upstream: Upstream) -> str:
    """Fills a cache file and returns its path; leaves the server to count in `counted`."""
    cache = str(workplace.files / "instructions.sqlite")
    upstream.call("user.summary", {"login": LOGIN}, cache)
    # Valgrind cannot read Swift's debug information, but needs the symbol names.
    subprocess.run(
        ["strip", "-g", "-o", str(workplace.files / "counted"), workplace.unstripped], check=True
    )
    return cache


def _callgrind(workplace: Workplace, upstream: Upstream, cache: str, *flags: str) -> List[str]:
    """The command of a server whose instructions are counted."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *flags]
    return [*command, str(workplace.files / "counted"), "serve", *upstream.flags, "--cache", cache]


def _environment(workplace: Workplace) -> Dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        # Otherwise each process hashes with its own seed, and meets other collisions.
        "SWIFT_DETERMINISTIC_HASHING": "1",
        # Without it, the server asks the password database.
        "HOME": "/",
        # Where the server makes the folder of a stored sign-in.
        "XDG_CONFIG_HOME": str(workplace.files / "config"),
    }


def _of_start(workplace: Workplace, upstream: Upstream, cache: str) -> int:
    request = {"jsonrpc": "2.0", "id": 1, "method": "user.summary", "params": {"login": LOGIN}}
    command = [*_callgrind(workplace, upstream, cache), "--framing", "lines"]
    done = subprocess.run(
        command, input=json.dumps(request) + "\n", capture_output=True, text=True,
        env=_environment(workplace),
    )  # fmt: skip
    if "result" not in json.loads(done.stdout or "{}"):
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr[-600:]}")
    return _collected(command, done)


def _collected(command: List[str], done: "subprocess.CompletedProcess[str]") -> int:
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-600:]}")
    return int(found.group(1))


def _total(
    workplace: Workplace,
    upstream: Upstream,
    cache: str,
    requests: str,
    flags: List[str],
    served: List[str],
) -> int:
    # Valgrind takes its time on a busy machine.
    command = [workplace.tool("load"), "--message", requests, "--timeout", "600", *flags]
    command += ["--warmup", "50", "--"]
    command += _callgrind(workplace, upstream, cache, f"--toggle-collect={COUNTED}") + served
    done = subprocess.run(command, capture_output=True, text=True, env=_environment(workplace))
    return _collected(command, done)


def accept(counts: Dict[str, int]) -> None:
    accepted = {"compiler": first_line("swift", "--version"), "instructions": counts}
    ACCEPTED.write_text(json.dumps(accepted, indent=2) + "\n")


def check(counts: Dict[str, int]) -> bool:
    """Compares with what was accepted; both more and much less need a look."""
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
        print(f"{name:30} {new:>10,} instructions, {change:+.1%}{verdict}")
    return is_fine
