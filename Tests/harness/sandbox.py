"""The control requests of the sandbox (Documentation/sandbox.md, "Control")."""

from __future__ import annotations

import json
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict

from .waiting import until


class Sandbox:
    """A sandbox that runs at ``url``."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def stats(self) -> Dict[str, Any]:
        return self._ask("/_sandbox/stats")

    def wait_for(self, fact: Callable[[Dict[str, Any]], bool]) -> None:
        """Waits until ``fact`` is true of the stats."""
        until(lambda: fact(self.stats()))

    @property
    def requests(self) -> int:
        return self.stats()["requests"]

    def configure(self, **settings: Any) -> None:
        self._ask("/_sandbox/config", settings)

    def fault(self, kind: str, path: str = "*", times: Any = None) -> None:
        fault = {"path": path, "kind": kind}
        if times is not None:
            fault["times"] = times
        self.configure(faults=[fault])

    def mutate(self, **change: Any) -> None:
        self._ask("/_sandbox/mutate", change)

    def authorize(self, user_code: str, deny: bool = False) -> None:
        """Acts as the person who enters a device code."""
        self._ask("/_sandbox/authorize", {"userCode": user_code, "deny": deny})

    def reset(self) -> None:
        self._ask("/_sandbox/reset", {})

    def get(self, path: str) -> Any:
        """Sends a request as any client of GitHub would."""
        return self._ask(path)

    def post_form(self, path: str, form: Dict[str, str]) -> Dict[str, str]:
        """Sends a form, and reads a form as the response."""
        data = urllib.parse.urlencode(form).encode()
        question = urllib.request.Request(self.url + path, data, {"User-Agent": "tests"})
        with urllib.request.urlopen(question) as answer:
            return dict(urllib.parse.parse_qsl(answer.read().decode()))

    def get_with(self, path: str, token: str) -> str:
        """Sends the request with a token; returns the text of the body."""
        headers = {"User-Agent": "tests", "Authorization": f"Bearer {token}"}
        question = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(question) as answer:
            return answer.read().decode()

    def _ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"User-Agent": "tests", "Content-Type": "application/json"}
        question = urllib.request.Request(self.url + path, data=data, headers=headers)
        with urllib.request.urlopen(question) as answer:
            return json.load(answer)
