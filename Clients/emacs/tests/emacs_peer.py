"""The server's side of a connection with Emacs, played by the test itself."""

from __future__ import annotations

from typing import Any

from fake_results import RESULTS
from peer import Peer


class Server(Peer):
    """Answers by itself whom it asks, which is the first question on each connection."""

    #: Whom the server asks.
    upstream = {"name": "GitHub", "url": "https://github.com"}

    def take(self) -> dict[str, Any]:
        while (message := super().take())["method"] == "initialize":
            self.answer(message, {**RESULTS["initialize"], "upstream": self.upstream})
        return message
