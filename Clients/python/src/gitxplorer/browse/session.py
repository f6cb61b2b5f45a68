"""The connection to the server: opened when first needed, and again after a loss."""

from __future__ import annotations

import asyncio
import os
from typing import Any, Callable, Optional, TypeVar

from ..aio import AsyncClient
from ..call import Call
from ..cli.arguments import with_progress
from ..errors import ConnectionClosed, GitXplorerError
from ..target import Target
from ..upstream import Upstream
from ..version import __version__

T = TypeVar("T")

_WORDS = 4096


class Session:
    """Keeps a connection to a server, and replaces it when it is lost.

    ``on_lost`` receives a sentence when a server ends by itself; ``on_notification`` receives
    every notification.
    """

    def __init__(
        self,
        target: Target,
        on_lost: Callable[[str], None],
        on_notification: Callable[[str, Any], None],
    ) -> None:
        self.target = target
        #: Whom the server asks, as it said at the beginning.
        self.upstream = Upstream()
        self._on_lost = on_lost
        self._on_notification = on_notification
        self._opening: Optional[asyncio.Task[AsyncClient]] = None
        self._watching: set[asyncio.Task[None]] = set()
        self._closed = False

    async def run(
        self, call: Call[T], on_progress: Optional[Callable[[dict[str, Any]], None]] = None
    ) -> T:
        """Runs a call; cancelling the task cancels the request at the server."""
        client = await self._client()
        result: T = await client.run(with_progress(call, on_progress))
        return result

    async def close(self) -> None:
        """Ends the connection, and the server if it was started here."""
        self._closed = True
        opening, self._opening = self._opening, None
        if opening is not None:
            try:
                await (await opening).close()
            except GitXplorerError:
                pass  # It had not been started.
        await asyncio.gather(*self._watching, return_exceptions=True)

    async def _client(self) -> AsyncClient:
        if self._closed:
            raise ConnectionClosed("the explorer is ending")
        if self._opening is None:
            self._opening = asyncio.ensure_future(self._open())
        opening = self._opening
        try:
            # The first task may be cancelled while others wait for the same server.
            return await asyncio.shield(opening)
        except GitXplorerError:
            if self._opening is opening:
                self._opening = None
            raise

    async def _open(self) -> AsyncClient:
        words = None
        if self.target.address is not None:
            client = await AsyncClient.connect(
                self.target.address, secret_file=self.target.secret_file
            )
        else:
            words = _LastWords()
            try:
                client = await AsyncClient.spawn(self.target.command, stderr=words.input)
            finally:
                words.close_input()
        client.on_notification(self._on_notification)
        watch = asyncio.ensure_future(self._watch(client, words))
        self._watching.add(watch)
        watch.add_done_callback(self._watching.discard)
        self.upstream = await _upstream(client)
        return client

    async def _watch(self, client: AsyncClient, words: Optional[_LastWords]) -> None:
        ending = await client.wait_closed()
        if self._closed:
            return
        self._opening = None
        await client.close()
        said = "" if words is None else words.last_line()
        said = f"{ending}: {said}" if said else ending
        self._on_lost(said[0].upper() + said[1:])


async def _upstream(client: AsyncClient) -> Upstream:
    try:
        return Upstream.of(await client.initialize({"name": "browse", "version": __version__}))
    except GitXplorerError:
        return Upstream()  # If the connection is lost, the next call says so.


class _LastWords:
    """A server's stderr: it must not reach the screen, and its last line may give the reason."""

    def __init__(self) -> None:
        self._output, self.input = os.pipe()
        os.set_blocking(self._output, False)
        self._kept = b""
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._output, self._take)

    def close_input(self) -> None:
        """After the start, the server has the only other end."""
        os.close(self.input)

    def last_line(self) -> str:
        """The last line that is not blank."""
        self._take()
        lines = [line for line in self._kept.decode("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else ""

    def _take(self) -> None:
        if self._output < 0:
            return
        try:
            data = os.read(self._output, _WORDS)
        except BlockingIOError:
            return
        self._kept = (self._kept + data)[-_WORDS:]
        if not data:
            self._loop.remove_reader(self._output)
            os.close(self._output)
            self._output = -1
