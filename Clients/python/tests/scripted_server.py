"""A server in the test's own event loop, whose responses the test controls."""

from __future__ import annotations

import asyncio
import copy
import json
from pathlib import Path
from typing import Any, Callable, Optional, Union

from fake_results import RESULTS
from harness.patience import PATIENCE

Answer = Union[dict[str, Any], Callable[[dict[str, Any]], dict[str, Any]]]

LIMIT = {
    "code": 1429,
    "message": "GitHub's hourly limit is used up; try again at 13:00 UTC, or sign in.",
    "data": {
        "kind": "rateLimited",
        "retryable": True,
        "resource": "core",
        "resetAt": "2026-09-01T13:00:00Z",
        "retryAfterSeconds": 3300,
        "secondary": False,
    },
}


class ScriptedServer:
    """Answers each method from ``results``, unless it is held or fails."""

    def __init__(self, place: Path) -> None:
        self.path = place / "scripted"
        self.results: dict[str, Answer] = copy.deepcopy(RESULTS)
        self.errors: dict[str, dict[str, Any]] = {}
        self.held: set[str] = set()
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.cancelled: list[str] = []
        self._changed = asyncio.Condition()
        self._waiting: dict[Any, tuple[str, dict[str, Any], asyncio.StreamWriter]] = {}
        self._writers: list[asyncio.StreamWriter] = []
        self._server: Optional[asyncio.AbstractServer] = None

    @property
    def address(self) -> str:
        """The address for ``--connect``."""
        return f"unix:{self.path}"

    async def start(self) -> None:
        """Listens."""
        self._server = await asyncio.start_unix_server(self._serve, str(self.path))

    async def stop(self) -> None:
        """Closes all connections and stops listening."""
        if self._server is not None:
            self._server.close()
        self.path.unlink(missing_ok=True)
        await self.hang_up()

    async def hang_up(self) -> None:
        """Closes all connections."""
        writers, self._writers = self._writers, []
        for writer in writers:
            writer.close()

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Sends a notification."""
        for writer in self._writers:
            self._send(writer, {"method": method, "params": params})

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until a call or cancellation makes the condition true."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(condition), PATIENCE)

    def count(self, method: str) -> int:
        """How often a method was called."""
        return sum(name == method for name, _ in self.asked)

    def last(self, method: str) -> dict[str, Any]:
        """The params of the last call of a method."""
        return [params for name, params in self.asked if name == method][-1]

    async def release(self, method: str) -> None:
        """Answers the held calls of a method, and stops holding it."""
        self.held.discard(method)
        for identifier, (name, params, writer) in list(self._waiting.items()):
            if name == method:
                del self._waiting[identifier]
                self._answer(writer, identifier, name, params)

    async def release_one(self, method: str, **params: Any) -> None:
        """Answers the held calls with these params; others stay held."""
        for identifier, (name, asked, writer) in list(self._waiting.items()):
            if name == method and params.items() <= asked.items():
                del self._waiting[identifier]
                self._answer(writer, identifier, name, asked)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        while line := await reader.readline():
            message = json.loads(line)
            name, params = message["method"], message.get("params") or {}
            async with self._changed:
                if name == "$/cancelRequest":
                    waiting = self._waiting.pop(params["id"], None)
                    self.cancelled += [] if waiting is None else [waiting[0]]
                elif name in self.held:
                    self.asked.append((name, params))
                    self._waiting[message["id"]] = (name, params, writer)
                    self._progress(writer, params)
                else:
                    self.asked.append((name, params))
                    self._answer(writer, message["id"], name, params)
                self._changed.notify_all()
        writer.close()

    def _progress(self, writer: asyncio.StreamWriter, params: dict[str, Any]) -> None:
        if "workDoneToken" in params:
            value = {"kind": "report", "message": "page 1 of 2", "percentage": 50}
            progress = {"token": params["workDoneToken"], "value": value}
            self._send(writer, {"method": "$/progress", "params": progress})

    def _answer(
        self, writer: asyncio.StreamWriter, identifier: Any, name: str, params: dict[str, Any]
    ) -> None:
        if name in self.errors:
            self._send(writer, {"id": identifier, "error": self.errors[name]})
            return
        result = self.results[name]
        value = result(params) if callable(result) else result
        self._send(writer, {"id": identifier, "result": value})

    @staticmethod
    def _send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        if not writer.is_closing():
            writer.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
