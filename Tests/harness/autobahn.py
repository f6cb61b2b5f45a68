"""Runs Autobahn's cases against a WebSocket server that echoes messages.

`python -m harness.autobahn URL INCLUDE EXCLUDE` prints a JSON array with an object per case. It is a
process of its own, because the cases are found by changes to the interpreter.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from typing import Dict, Iterator, List

from harness.paths import REPOSITORY, TESTS

ECHO = REPOSITORY / ".build" / "debug" / "echo"
#: Performance takes long, and we offer no compression.
LONG = ["9.*"]
COMPRESSION = ["12.*", "13.*"]


@contextmanager
def echo_server() -> Iterator[str]:
    """The example's WebSocket server; gives its URL."""
    with subprocess.Popen(
        [ECHO, "--websocket", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().removeprefix("listening on ").strip()
        finally:
            server.kill()


def run_cases(url: str, include: List[str], exclude: List[str]) -> List[Dict[str, str]]:
    """The verdict of each case: `case`, `behavior`, `close` and the `reason`."""
    command = [
        sys.executable, "-m", "harness.autobahn", url, ",".join(include), ",".join(exclude)
    ]  # fmt: skip
    done = subprocess.run(command, cwd=TESTS, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def failures(verdicts: List[Dict[str, str]]) -> List[Dict[str, str]]:
    """The cases that the server does not pass to the letter."""
    good = {"OK", "INFORMATIONAL"}
    return [case for case in verdicts if {case["behavior"], case["close"]} - good]


def main() -> None:
    from kosoku import FailureError, run_fuzzingclient

    url, include, exclude = sys.argv[1:]
    try:
        results = asyncio.run(
            run_fuzzingclient(
                url, include.split(",") if include else None,
                exclude.split(",") if exclude else None, concurrency=4,
            )
        )  # fmt: skip
    except FailureError as error:
        results = error.results
    json.dump(
        [
            {
                "case": result.case_id,
                "behavior": result.behavior.value,
                "close": result.behavior_close.value,
                "reason": f"{result.result} {result.result_close}",
            }
            for result in results
        ],
        sys.stdout,
    )
    sys.stdout.flush()
    # After some of the long cases, kosoku's library aborts when the interpreter ends.
    os._exit(0)


if __name__ == "__main__":
    main()
