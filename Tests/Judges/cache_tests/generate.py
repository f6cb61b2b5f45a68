#!/usr/bin/env python3
"""Writes the tests and the published results of https://github.com/http-tests/cache-tests.

    generate.py REPOSITORY [COMMIT]

reads a clone of the suite, by default at HEAD, and writes these files beside this script:

- `suite.json` has the suite's tests as they are, one a line.
- `published.json` has, for some caches, the tests that they did not pass.
- `LICENSE` is the suite's.

The suite's tests are JavaScript modules, so this needs `node`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1]))

from harness.cache_tests.results import PUBLISHED, Cache, Outcome, write  # noqa: E402

#: The published results that our documentation compares with, by the names of their files.
CACHES = ["apache.json", "squid.json", "varnish.json", "nginx.json"]

EXPORT = """
import suites from './tests/index.mjs'
import caches from './results/index.mjs'
console.log(JSON.stringify({ suites, caches }))
"""


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def suite_text(suites: List[Dict[str, Any]], commit: str) -> str:
    """The suites, with a line for each test."""
    parts = []
    for suite in suites:
        head = compact({name: value for name, value in suite.items() if name != "tests"})
        tests = ",\n".join(compact(test) for test in suite["tests"])
        parts.append(f'{head[:-1]},"tests":[\n{tests}\n]}}')
    return f'{{"commit":"{commit}","suites":[\n{",".join(parts)}\n]}}\n'


def published(folder: Path, caches: List[Dict[str, str]], ids: List[str]) -> List[Cache]:
    """The results of each cache in `CACHES`, which are files in the folder."""
    about = {cache["file"]: cache for cache in caches}
    found = []
    for file in CACHES:
        results = json.loads((folder / file).read_text())
        outcomes = {id: Outcome.of(results.get(id)) for id in ids}
        found.append(Cache(about[file]["name"], about[file]["version"], outcomes))
    return found


def main() -> None:
    git = ["git", "-C", sys.argv[1]]
    commit = subprocess.run(
        [*git, "rev-parse", sys.argv[2] if len(sys.argv) > 2 else "HEAD"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = subprocess.run(
            [*git, "archive", commit], check=True, capture_output=True
        ).stdout
        subprocess.run(["tar", "x", "-C", name], input=archive, check=True)
        exported = json.loads(
            subprocess.run(
                ["node", "--no-warnings", "--input-type=module", "-e", EXPORT],
                cwd=folder, check=True, capture_output=True,
            ).stdout
        )  # fmt: skip
        suites = exported["suites"]
        ids = [
            test["id"] for suite in suites for test in suite["tests"]
            if not test.get("browser_only")
        ]  # fmt: skip
        (FOLDER / "suite.json").write_text(suite_text(suites, commit))
        write(PUBLISHED, published(folder / "results", exported["caches"], ids))
        (FOLDER / "LICENSE").write_bytes((folder / "LICENSE").read_bytes())


if __name__ == "__main__":
    main()
