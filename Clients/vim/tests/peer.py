"""The server's side of a connection, played by the test itself."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any, Optional

from fake_results import RESULTS
from harness.patience import PATIENCE


class Peer:
    """Listens on a socket, reads an editor's requests, and answers when the test says so."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.listener.settimeout(PATIENCE)
        self.connection: Optional[socket.socket] = None
        self.source: Any = None

    def close(self) -> None:
        """Closes the connection and stops listening."""
        self.hang_up()
        self.listener.close()

    def hang_up(self) -> None:
        """Closes the connection; the next request opens another one."""
        if self.connection is not None:
            self.source.close()
            self.connection.close()
            self.connection = None

    def take(self) -> dict[str, Any]:
        """The next message, on a new connection if there is none."""
        if self.connection is None:
            self.connect()
        length = int(self.source.readline().split(b":")[1])
        while self.source.readline().strip():
            pass
        message: dict[str, Any] = json.loads(self.source.read(length))
        return message

    def connect(self) -> None:
        """Accepts a connection, and waits for its first bytes."""
        while True:
            self.connection, _ = self.listener.accept()
            self.connection.settimeout(PATIENCE)
            # An editor may check whether anybody listens before it sends anything.
            if self.connection.recv(1, socket.MSG_PEEK):
                break
            self.connection.close()
        self.source = self.connection.makefile("rb")

    def expect(self, method: str, **params: Any) -> dict[str, Any]:
        """The next message, which must have this method and these params, among others."""
        message = self.take()
        given = message.get("params") or {}
        assert message["method"] == method, message
        assert {name: given.get(name) for name in params} == params, message
        return message

    def send(self, **members: Any) -> None:
        """Sends a message."""
        self.say(json.dumps({"jsonrpc": "2.0", **members}, ensure_ascii=False))

    def say(self, text: str) -> None:
        """Sends a text unchanged, even if it is not a valid message."""
        assert self.connection is not None
        body = text.encode()
        self.connection.sendall(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def answer(self, message: dict[str, Any], result: Any = None) -> None:
        """Answers a request, by default with the result in ``fake_results``."""
        self.send(id=message["id"], result=RESULTS[message["method"]] if result is None else result)

    def refuse(self, message: dict[str, Any], text: str, **data: Any) -> None:
        """Answers a request with an error."""
        error = {"code": 1000, "message": text, "data": {"retryable": False, **data}}
        self.send(id=message["id"], error=error)

    def serve(self, method: str, result: Any = None, **params: Any) -> dict[str, Any]:
        """Expects a request and answers it."""
        message = self.expect(method, **params)
        self.answer(message, result)
        return message


class Server(Peer):
    """Says by itself whom it asks, which is the first question on each connection."""

    #: The result of `initialize`.
    about = {**RESULTS["initialize"], "upstream": {"name": "GitHub", "url": "https://github.com"}}

    def take(self) -> dict[str, Any]:
        while (message := super().take())["method"] == "initialize":
            self.answer(message, self.about)
        return message
