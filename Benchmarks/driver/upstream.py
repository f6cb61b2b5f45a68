"""GitHub for the time of the benchmark: the sandbox, and what is asked of it."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Dict, List

from .workplace import Workplace


class Upstream:
    """`gitxplorer sandbox` without latency, as a process of its own."""

    def __init__(self, workplace: Workplace) -> None:
        self.workplace = workplace
        process = workplace.start(
            workplace.server, "sandbox", "--rate-limit", "100000000", "--port", "0"
        )
        assert process.stdout is not None
        self.url = process.stdout.readline().strip().removeprefix("listening on ")

    @property
    def flags(self) -> List[str]:
        return ["--api-url", self.url]

    def call(self, method: str, params: Dict[str, Any], cache: str) -> Any:
        """One method, in a process of its own."""
        done = subprocess.run(
            [
                self.workplace.server,
                "call",
                *self.flags,
                "--cache",
                cache,
                method,
                json.dumps(params),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout)
