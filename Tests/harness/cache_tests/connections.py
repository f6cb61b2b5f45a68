"""Connections to a server, which are kept and used again as `node` does."""

from __future__ import annotations

import asyncio
import re
from typing import List, Optional

from .http import Head

#: How long `node` keeps a connection without a request, in seconds.
IDLE = 4.0
#: By how many seconds it is ahead of the end that a server has announced.
AHEAD = 2.0


class Connection:
    """A connection, with the time at which it must no longer be used again."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.expiry = 0.0
        #: Ends if something comes while the client has asked for nothing, such as the end.
        self.surprise: Optional["asyncio.Task[bytes]"] = None

    async def is_usable(self, now: float) -> bool:
        """Ends the idle time. False if the connection is over."""
        assert self.surprise is not None
        if self.surprise.done():
            return False
        self.surprise.cancel()
        await asyncio.wait([self.surprise])
        return now < self.expiry

    def close(self) -> None:
        if self.surprise is not None:
            self.surprise.cancel()
        self.writer.close()


class Connections:
    """The connections to one server."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self._idle: List[Connection] = []

    async def take(self, new: bool = False) -> Connection:
        """The oldest idle connection, or a new one."""
        while self._idle and not new:
            connection = self._idle.pop(0)
            if await connection.is_usable(asyncio.get_running_loop().time()):
                return connection
            connection.close()
        return Connection(*await asyncio.open_connection(self.host, self.port))

    def keep(self, connection: Connection, head: Head) -> None:
        """Keeps a connection after a whole response for as long as the head allows."""
        announced = re.search(r"timeout=(\d+)", head.get("keep-alive") or "")
        seconds = int(announced[1]) - AHEAD if announced else IDLE
        connection.expiry = asyncio.get_running_loop().time() + seconds
        connection.surprise = asyncio.ensure_future(connection.reader.read(1))
        self._idle.append(connection)

    def close(self) -> None:
        for connection in self._idle:
            connection.close()
        self._idle = []
