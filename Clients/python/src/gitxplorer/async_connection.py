"""What the client for asyncio is besides the server's methods."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Optional, TypeVar, Union

from . import calls, types
from .address import UnixAddress, parse_address, read_secret
from .call import Call, Options, ProgressHandler, Unpack
from .errors import ConnectError, ConnectionClosed, ProtocolError, RPCError
from .exchange import Exchange, MessageHandler, NotificationHandler
from .framing import Framing
from .opening import Opening
from .peer import check_peer
from .streams import ENDING_TIME

T = TypeVar("T")
C = TypeVar("C", bound="AsyncConnection")


class AsyncConnection:
    """A connection to a GitXplorer server, for one event loop."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        framing: Framing = "lines",
        process: Optional[asyncio.subprocess.Process] = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._process = process
        self._exchange = Exchange(framing)
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    def spawn(
        cls: type[C],
        command: Union[str, Sequence[str]] = ("gitxplorer", "serve"),
        *,
        framing: Framing = "lines",
        env: Optional[Mapping[str, str]] = None,
        stderr: Optional[Any] = None,
    ) -> Opening[C]:
        """Starts a server and connects to its stdin and stdout; see ``Client.spawn``."""
        return Opening(cls._spawn(command, framing, env, stderr))

    @classmethod
    async def _spawn(
        cls: type[C],
        command: Union[str, Sequence[str]],
        framing: Framing,
        env: Optional[Mapping[str, str]],
        stderr: Optional[Any],
    ) -> C:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=pipe, stdout=pipe, stderr=stderr, env=env
            )
        except OSError as error:
            reason = error.strerror or error
            raise ConnectError(f"{words[0]} cannot be started: {reason}") from None
        if process.stdout is None or process.stdin is None:
            raise ConnectError("the server's pipes are missing")
        return cls(process.stdout, process.stdin, framing=framing, process=process)

    @classmethod
    def connect(
        cls: type[C],
        address: str,
        *,
        secret: Optional[str] = None,
        secret_file: Optional[Union[str, Path]] = None,
        framing: Framing = "lines",
        timeout: Optional[float] = 10,
    ) -> Opening[C]:
        """Connects to ``unix:PATH`` or ``tcp:HOST:PORT``; see ``Client.connect``."""
        return Opening(cls._connect(address, secret, secret_file, framing, timeout))

    @classmethod
    async def _connect(
        cls: type[C],
        address: str,
        secret: Optional[str],
        secret_file: Optional[Union[str, Path]],
        framing: Framing,
        timeout: Optional[float],
    ) -> C:
        where = parse_address(address)
        word = ""
        if not isinstance(where, UnixAddress):
            word = secret if secret is not None else read_secret(secret_file)
        try:
            if isinstance(where, UnixAddress):
                opening = asyncio.open_unix_connection(where.path)
            else:
                opening = asyncio.open_connection(where.host, where.port)
            reader, writer = await asyncio.wait_for(opening, timeout)
        except (OSError, asyncio.TimeoutError) as error:
            reason = getattr(error, "strerror", None) or error or "timed out"
            raise ConnectError(f"no server answers at {address}: {reason}") from None
        if isinstance(where, UnixAddress):
            try:
                check_peer(writer.get_extra_info("socket"), where.path)
            except ConnectError:
                writer.close()
                raise
        client = cls(reader, writer, framing=framing)
        if not isinstance(where, UnixAddress):
            try:
                await client.run(calls.session_authenticate(word, timeout=timeout))
            except BaseException:
                await client.close()
                raise
        return client

    async def call(
        self,
        method: str,
        params: Any = None,
        *,
        on_progress: Optional[ProgressHandler] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls any method by its name; ``params`` is a dict, a list or None."""
        return await self.run(Call[Any](method, params, on_progress, timeout))

    async def run(self, call: Call[T]) -> T:
        """Runs a call of ``gitxplorer.calls`` and returns its result or raises its error.

        After the call's timeout it is cancelled, and TimeoutError is raised.
        """
        slot = _Slot(call.on_progress)
        identifier, frame = self._exchange.request(call, slot)
        result: T = (await self._answers([identifier], [slot], frame, call.timeout))[0]
        if isinstance(result, BaseException):
            raise result
        return result

    async def batch(
        self, calls: Sequence[Call[Any]], *, timeout: Optional[float] = None
    ) -> list[Any]:
        """Sends up to 100 calls as one message and returns their results in the same order.

        A call that fails has its RPCError in place of a result.
        """
        slots = [_Slot(call.on_progress) for call in calls]
        identifiers, frame = self._exchange.batch(list(zip(calls, slots)))
        results = await self._answers(identifiers, slots, frame, timeout)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, RPCError):
                raise result
        return results

    async def notify(self, method: str, params: Any = None) -> None:
        """Sends a notification, which has no response."""
        await self._write(self._exchange.notification(method, params))

    def on_notification(self, handler: NotificationHandler) -> None:
        """Calls ``handler(method, params)`` for each notification from the server."""
        self._exchange.add_handler(handler)

    def on_message(self, handler: MessageHandler) -> None:
        """Calls ``handler(">>" or "<<", text)`` for each message from now on."""
        self._exchange.add_message_handler(handler)

    async def close(self) -> None:
        """Ends the connection after the responses to all requests so far.

        A server that does not end by itself within a few seconds is stopped.
        """
        if self._writer.can_write_eof() and not self._reading.done():
            try:
                self._writer.write_eof()
            except OSError:
                pass  # The server has already ended.
        await asyncio.wait([self._reading], timeout=ENDING_TIME)
        self._reading.cancel()
        self._writer.close()
        if self._process is not None:
            await _end(self._process)
        self._exchange.close("the client was closed")

    async def wait_closed(self) -> str:
        """Waits until either side has ended the connection; returns how, in a sentence."""
        await asyncio.wait([self._reading])
        return self._exchange.ending

    async def __aenter__(self: C) -> C:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    def stargazers(
        self, owner: str, name: str, **options: Unpack[Options]
    ) -> AsyncIterator[types.Stargazer]:
        """All users who starred a repository, oldest star first; see ``Client.stargazers``."""
        return self._pages("stargazers", calls.repo_stargazers, owner, name, **options)

    def followers(self, login: str, **options: Unpack[Options]) -> AsyncIterator[types.User]:
        """All users who follow a user."""
        return self._pages("users", calls.user_followers, login, **options)

    def following(self, login: str, **options: Unpack[Options]) -> AsyncIterator[types.User]:
        """All users whom a user follows."""
        return self._pages("users", calls.user_following, login, **options)

    def starred(
        self, login: str, **options: Unpack[Options]
    ) -> AsyncIterator[types.StarredRepository]:
        """All repositories that a user starred, newest star first."""
        return self._pages("repositories", calls.user_starred, login, **options)

    def found_users(
        self, query: str, **options: Unpack[Options]
    ) -> AsyncIterator[types.FoundUser]:
        """All users that a search finds, best match first; see ``Client.found_users``."""
        return self._pages("users", calls.search_users, query, **options)

    def found_repositories(
        self, query: str, **options: Unpack[Options]
    ) -> AsyncIterator[types.Repository]:
        """All repositories that a search finds; see ``Client.found_repositories``."""
        return self._pages("repositories", calls.search_repositories, query, **options)

    async def _pages(
        self, items: str, make: Callable[..., Call[Any]], *subject: str, **options: Any
    ) -> AsyncIterator[Any]:
        page: Optional[int] = 1
        while page is not None:
            result = await self.run(make(*subject, page=page, per_page=100, **options))
            for item in result[items]:
                yield item
            page = result["nextPage"]

    async def _answers(
        self,
        identifiers: Sequence[int],
        slots: Sequence[_Slot],
        frame: bytes,
        timeout: Optional[float],
    ) -> list[Any]:
        futures = [slot.future for slot in slots]
        try:
            return await asyncio.wait_for(self._exchanged(frame, futures), timeout)
        except BaseException as error:
            for identifier, slot in zip(identifiers, slots):
                if not slot.answered:
                    self._cancel(identifier)
            if isinstance(error, asyncio.TimeoutError):
                raise TimeoutError(f"no response within {timeout} seconds") from None
            raise

    async def _exchanged(self, frame: bytes, futures: Sequence[asyncio.Future[Any]]) -> list[Any]:
        await self._write(frame)
        return list(await asyncio.gather(*futures, return_exceptions=True))

    def _cancel(self, identifier: int) -> None:
        # Not awaited, because the waiting task itself is being cancelled.
        if not self._writer.is_closing():
            self._writer.write(self._exchange.notification("$/cancelRequest", {"id": identifier}))

    async def _write(self, frame: bytes) -> None:
        try:
            self._writer.write(frame)
            await self._writer.drain()
        except (OSError, RuntimeError) as error:
            # The task that reads soon knows how the server ended.
            await asyncio.wait([self._reading], timeout=ENDING_TIME)
            self._exchange.close("the server is gone", error)
            raise ConnectionClosed(self._exchange.ending) from error

    async def _read(self) -> None:
        ending = "the server closed the connection"
        cause: Optional[BaseException] = None
        try:
            while True:
                data = await self._reader.read(65536)
                if not data:
                    break
                self._exchange.receive(data)
        except ProtocolError as error:
            ending, cause = str(error), error
        except OSError as error:
            cause = error
        except Exception as error:  # An error in a notification handler.
            ending, cause = f"a notification handler raised {error!r}", error
        if self._process is not None and cause is None:
            ending += f" (exit status {await self._process.wait()})"
        self._exchange.close(ending, cause)


class _Slot:
    """Receives the response to one call."""

    def __init__(self, on_progress: Optional[ProgressHandler]) -> None:
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.answered = False
        self._on_progress = on_progress

    def succeed(self, value: Any) -> None:
        self.answered = True
        if not self.future.done():
            self.future.set_result(value)

    def fail(self, error: BaseException) -> None:
        self.answered = True
        if not self.future.done():
            self.future.set_exception(error)

    def progressed(self, value: dict[str, Any]) -> None:
        if self._on_progress is not None:
            try:
                self._on_progress(value)
            except Exception as error:
                self.fail(error)  # Raised in the caller; the connection continues.


async def _end(process: asyncio.subprocess.Process) -> None:
    for force in (process.terminate, process.kill):
        try:
            await asyncio.wait_for(process.wait(), ENDING_TIME)
            return
        except asyncio.TimeoutError:
            force()
    await process.wait()
