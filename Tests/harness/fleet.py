"""Servers that share an engine, each with its own cache file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from .processes import Processes, Serving
from .sandbox import Sandbox
from .wire import Connection, SocketConnection, request

SECRET = "ghp_sharedsharedsharedsharedshared0123"
TOKEN = {"GITXPLORER_TOKEN": SECRET}


class Fleet:
    """Servers that share the engine at ``url``; without one they share nothing."""

    def __init__(
        self, processes: Processes, sandbox: Sandbox, url: Optional[str], folder: Path
    ) -> None:
        self.processes = processes
        self.sandbox = sandbox
        self.url = url
        self.folder = folder
        self.servers: List[Serving] = []

    def start(
        self,
        count: int = 1,
        *flags: str,
        environment: Optional[Dict[str, str]] = None,
        cache: str = ":memory:",
    ) -> List[Serving]:
        started = []
        for _ in range(count):
            socket = self.folder / f"s{len(self.servers)}"
            serving = self.processes.serve(
                *["--api-url", self.sandbox.url, "--socket", str(socket), "--cache", cache],
                *(["--shared-cache", self.url] if self.url else []),
                *flags,
                sandbox=False,
                environment=TOKEN if environment is None else environment,
            )
            self.servers.append(serving)
            started.append(serving)
        return started

    def connect(self, server: Serving) -> SocketConnection:
        return server.connect("unix")

    def shared(self, server: Serving) -> Dict[str, Any]:
        with self.connect(server) as connection:
            return connection.result("cache.stats")["shared"]

    def log(self) -> str:
        return "".join(server.log for server in self.servers)


def ask_all(
    connections: Sequence[Connection], params: Any, method: str = "user.summary"
) -> List[Any]:
    """Sends the same request on all connections before it reads any response."""
    for connection in connections:
        connection.send(request(method, params))
    return [connection.receive_answer() for connection in connections]
