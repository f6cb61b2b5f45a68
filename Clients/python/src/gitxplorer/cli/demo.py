"""A tour of the four questions: what is sent, what comes back, and how fast the second time."""

from __future__ import annotations

import json
import time
from typing import Any, TextIO

from .. import calls
from ..calls import Call
from ..client import Client
from .screen import Screen
from .table import number
from .text import fit
from .views import VIEWS

_STOPS: list[tuple[str, Call[Any]]] = [
    ("Eight users, drawn by chance", calls.users_random(8)),
    ("The best repositories of octocat", calls.repos_list("octocat", limit=8)),
    ("github at a glance", calls.user_summary("github")),
    ("A search for users", calls.search_users("cat followers:>50", per_page=6)),
]


def demo(client: Client, output: TextIO) -> None:
    """Shows the tour; raises what a call raises."""
    guide = _Guide(client, output)
    server = client.initialize(client_info={"name": "gitxplorer demo"})
    name = server["serverInfo"]
    guide.say("bold", f"{name['name']} {name['version']}: {len(server['methods'])} methods")
    client.on_message(guide.note)
    for index, (title, call) in enumerate(_STOPS, 1):
        guide.head(f"{index}  {title}")
        result, _ = guide.ask(call)
        guide.show(VIEWS[call.method](result, guide.screen))
    guide.head(f"{len(_STOPS) + 1}  The same again: nobody asks GitHub")
    for title, call in _STOPS[1:3]:
        result, milliseconds = guide.ask(call)
        source = result["freshness"]["source"]
        first = guide.times[call.method]
        guide.say("green", f"{title}: {source}, {milliseconds:.1f} ms (first {first:.1f} ms)")
    stats = client.cache_stats()
    guide.show(
        [
            f"The cache now holds {number(stats['entries'])} answers of GitHub"
            f" and was hit {number(stats['hits'])} times."
        ]
    )


class _Guide:
    """Prints the tour and keeps the times."""

    def __init__(self, client: Client, output: TextIO) -> None:
        self.screen = Screen.of(output)
        self.times: dict[str, float] = {}
        self._client = client
        self._output = output
        self._sent = ""
        self._received = 0

    def note(self, way: str, text: str) -> None:
        """Remembers the messages of the call under way."""
        if way == ">>":
            self._sent = text
        else:
            self._received = len(text.encode())

    def ask(self, call: Call[Any]) -> tuple[Any, float]:
        """Runs a call and shows its request; gives the result and its milliseconds."""
        start = time.perf_counter()
        result = self._client.run(call)
        milliseconds = (time.perf_counter() - start) * 1000
        self.times.setdefault(call.method, milliseconds)
        self.say("cyan", ">> " + fit(self._sent, self.screen.columns - 3))
        answer = json.dumps(result["freshness"]["source"])
        summary = f"{number(self._received)} bytes in {milliseconds:.1f} ms, source {answer}"
        self.say("dim", f"<< {summary}")
        return result, milliseconds

    def head(self, title: str) -> None:
        """Begins a stop of the tour."""
        rule = "━" * max(0, self.screen.columns - len(title) - 4)
        self._output.write("\n")
        self.say("bold", f"━━ {title} {rule}")

    def say(self, style: str, line: str) -> None:
        """One line."""
        self._output.write(self.screen.paint(style, line) + "\n")
        self._output.flush()

    def show(self, lines: list[str]) -> None:
        """Lines with a blank one before them."""
        self._output.write("\n" + "\n".join(lines) + "\n")
        self._output.flush()
