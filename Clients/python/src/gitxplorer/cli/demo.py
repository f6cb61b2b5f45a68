"""A tour of the four main methods: requests, results, and the speed of a repetition."""

from __future__ import annotations

import json
import time
from typing import Any, TextIO

from .. import calls
from ..call import Call
from ..client import Client
from ..upstream import Upstream
from .screen import Screen
from .table import number
from .text import clean, fit
from .views import VIEWS

_STOPS: list[tuple[str, Call[Any]]] = [
    ("Eight random users", calls.users_random(8)),
    ("The best repositories of octocat", calls.repos_list("octocat", limit=8)),
    ("github at a glance", calls.user_summary("github")),
    ("A search for users", calls.search_users("cat followers:>50", per_page=6)),
]


def demo(client: Client, output: TextIO) -> None:
    """Runs the tour; raises the errors of its calls."""
    server = client.initialize(client_info={"name": "gitxplorer demo"})
    guide = _Guide(client, output, clean(Upstream.of(server).name))
    name = server["serverInfo"]
    guide.say("bold", clean(f"{name['name']} {name['version']}") + f": {len(server['methods'])} methods")
    client.on_message(guide.note)
    for index, (title, call) in enumerate(_STOPS, 1):
        guide.head(f"{index}  {title}")
        result, _ = guide.ask(call)
        guide.show(VIEWS[call.method](result, guide.screen))
    guide.head(f"{len(_STOPS) + 1}  The same again, without asking GitHub")
    for title, call in _STOPS[1:3]:
        result, milliseconds = guide.ask(call)
        source = clean(result["freshness"]["source"])
        first = guide.times[call.method]
        guide.say("green", f"{title}: {source}, {milliseconds:.1f} ms (first {first:.1f} ms)")
    stats = client.cache_stats()
    guide.show(
        [
            f"The cache now holds {number(stats['entries'])} of GitHub's responses"
            f" and has been hit {number(stats['hits'])} times."
        ]
    )


class _Guide:
    """Prints the tour and records the times."""

    def __init__(self, client: Client, output: TextIO, upstream: str) -> None:
        self.screen = Screen.of(output, upstream)
        self.times: dict[str, float] = {}
        self._client = client
        self._output = output
        self._sent = ""
        self._received = 0

    def note(self, way: str, text: str) -> None:
        """Records the messages of the current call."""
        if way == ">>":
            self._sent = text
        else:
            self._received = len(text.encode())

    def ask(self, call: Call[Any]) -> tuple[Any, float]:
        """Runs a call and prints its request; returns the result and the milliseconds."""
        start = time.perf_counter()
        result = self._client.run(call)
        milliseconds = (time.perf_counter() - start) * 1000
        self.times.setdefault(call.method, milliseconds)
        self.say("cyan", ">> " + fit(clean(self._sent), self.screen.columns - 3))
        answer = json.dumps(result["freshness"]["source"])
        summary = f"{number(self._received)} bytes in {milliseconds:.1f} ms, source {answer}"
        self.say("dim", f"<< {summary}")
        return result, milliseconds

    def head(self, title: str) -> None:
        """Prints the heading of a section."""
        rule = "━" * max(0, self.screen.columns - len(title) - 4)
        self._output.write("\n")
        self.say("bold", f"━━ {title} {rule}")

    def say(self, style: str, line: str) -> None:
        """Prints one line."""
        self._output.write(self.screen.paint(style, line) + "\n")
        self._output.flush()

    def show(self, lines: list[str]) -> None:
        """Prints lines after a blank one."""
        self._output.write("\n" + "\n".join(lines) + "\n")
        self._output.flush()
