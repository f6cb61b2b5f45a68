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
        self.url = workplace.processes.start_sandbox("--rate-limit", "100000000").url

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
