"""The tests of the suite."""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple

from .results import FOLDER

SUITE = FOLDER / "suite.json"

#: What the suite calls a request's configuration: what the client sends, what the origin answers,
#: and what both must receive.
Config = Dict[str, Any]


class Test(NamedTuple):
    """A test for proxies."""

    id: str
    #: A sentence, in Markdown.
    name: str
    #: `required`, `optimal`, or `check`, which is neither right nor wrong.
    kind: str
    #: The tests without which this one shows nothing.
    depends_on: List[str]
    requests: List[Config]


def load() -> Dict[str, Test]:
    """The tests for proxies by id, in the suite's order."""
    suites = json.loads(SUITE.read_text())["suites"]
    return {
        test["id"]: Test(
            test["id"], test["name"], test.get("kind", "required"), test.get("depends_on", []),
            test["requests"],
        )
        for suite in suites
        for test in suite["tests"]
        if not test.get("browser_only")
    }  # fmt: skip
