"""Runs the tests from the command line, all or some, and prints the results."""

from __future__ import annotations

import argparse
import json
import shlex
import signal
import socket
import subprocess
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Dict, Iterator, List
from urllib.parse import urlsplit

from ..environment import clean_environment
from .origin import Origin
from .results import ACCEPTED, PUBLISHED, Cache, Outcome, read, vain, write
from .runner import Result, Runner
from .suite import Test, load
from .table import PAGE, replaced, tables
from .trace import Trace

#: In seconds, for the whole run.
BOUND = 300

DESCRIPTION = """
Runs cache-tests against the proxy at BASE, or one that --proxy starts. Without either, the client
asks the origin itself. With --id, prints the messages of client and origin.
"""


def main() -> None:
    options = parse()
    tests = load()
    if options.origin_only:
        with Origin(options.origin or 0) as origin:
            print(f"listening on {origin.url}", flush=True)
            signal.pause()
    missing = [id for id in options.id if id not in tests]
    if missing:
        raise SystemExit(f"no such test: {' '.join(missing)}")
    signal.alarm(BOUND)
    chosen = [tests[id] for id in options.id] or list(tests.values())
    trace = Trace() if options.id else None
    start = time.monotonic()
    with ExitStack() as running:
        base = options.base
        if base is None or options.origin is not None:
            origin = running.enter_context(Origin(options.origin or 0, trace))
            if options.proxy:
                base = running.enter_context(proxy(options.proxy, origin.url))
            base = base or origin.url
        must_listen(base)
        at_once = 1 if options.id else options.at_once
        results = Runner(base, trace=trace).run(chosen, at_once)
    if options.save:
        text = json.dumps(dict(sorted(results.items())), indent=2, ensure_ascii=False)
        options.save.write_text(text + "\n")
    ours = Cache("GitXplorer", "", {id: Outcome.of(result) for id, result in results.items()})
    report(tests, chosen, results, ours)
    if options.accept and not options.id:
        write(ACCEPTED, [ours])
        page = PAGE.read_text() if PAGE.exists() else ""
        PAGE.write_text(replaced(page, tables(tests, ours, read(PUBLISHED))))
    print(f"{len(chosen)} tests in {time.monotonic() - start:.1f} s")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m harness.cache_tests", description=DESCRIPTION
    )
    parser.add_argument("base", metavar="BASE", nargs="?", help="URL of a proxy that runs")
    parser.add_argument(
        "--origin", metavar="PORT", type=int,
        help="start the origin on this port of 127.0.0.1; otherwise the proxy at BASE has one",
    )  # fmt: skip
    parser.add_argument(
        "--proxy", metavar="COMMAND",
        help="start this proxy, with the origin's URL for {origin}; "
        "its first line ends with its own URL",
    )  # fmt: skip
    parser.add_argument(
        "--id", action="append", default=[], help="run only this test; may be repeated"
    )
    parser.add_argument("--at-once", metavar="N", type=int, default=50, help="default: 50")
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="write results as the suite does"
    )
    parser.add_argument(
        "--accept", action="store_true",
        help=f"write {ACCEPTED.name}, and the tables of {PAGE.name}",
    )  # fmt: skip
    parser.add_argument("--origin-only", action="store_true", help="serve until SIGTERM")
    return parser.parse_args()


def must_listen(base: str) -> None:
    """Ends the program if nobody listens at the URL: that is no result."""
    address = urlsplit(base)
    try:
        socket.create_connection((address.hostname, address.port or 80)).close()
    except OSError as error:
        raise SystemExit(f"{base}: {error}") from None


@contextmanager
def proxy(command: str, origin: str) -> Iterator[str]:
    """Starts a proxy, gives its URL, and ends it."""
    words = shlex.split(command.replace("{origin}", origin))
    with ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory())
        environment = clean_environment(Path(folder))
        process = running.enter_context(
            subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
        )
        running.callback(process.terminate)
        assert process.stdout is not None
        line = process.stdout.readline()
        if "http://" not in line:
            raise SystemExit(f"not an address: {line!r}")
        yield line.split()[-1]


def report(
    tests: Dict[str, Test], chosen: List[Test], results: Dict[str, Result], ours: Cache
) -> None:
    """Prints the tests that are not passed, and how many of each kind have each outcome."""
    for test in chosen:
        result, outcome = results[test.id], ours.outcome(test.id)
        if result is not True or len(chosen) < len(tests):
            print(f"{test.kind} {outcome.value}: {test.id}\n    {test.name}")
        if result is not True:
            print(f"    {result[0]}: {result[1]}")
            others = vain(test, tests, ours)
            if others:
                print(f"    depends on {', '.join(others)}")
    for kind in ("required", "optimal", "check"):
        counts = Counter(ours.outcome(test.id).value for test in chosen if test.kind == kind)
        parts = [f"{count} {outcome}" for outcome, count in counts.most_common()]
        print(f"{kind} {sum(counts.values())}: {', '.join(parts)}")


if __name__ == "__main__":
    main()
