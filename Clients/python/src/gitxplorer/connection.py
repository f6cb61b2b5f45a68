"""What the blocking client is besides the server's methods."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Optional, TypeVar, Union

from . import calls, types
from .address import UnixAddress, parse_address, read_secret
from .call import Call, Options, ProgressHandler, Unpack
from .errors import ConnectionClosed, ProtocolError
from .exchange import Exchange, MessageHandler, NotificationHandler
from .framing import Framing
from .pending import PendingCall
from .streams import ENDING_TIME, ProcessStream, SocketStream, Stream

T = TypeVar("T")
C = TypeVar("C", bound="Connection")


class Connection:
    """A connection to a GitXplorer server, which any number of threads may share."""

    def __init__(self, stream: Stream, *, framing: Framing = "lines") -> None:
        self._stream = stream
        self._exchange = Exchange(framing)
        self._writing = threading.Lock()
        self._closing = threading.Lock()
        self._closed = False
        self._reader = threading.Thread(target=self._read, name="gitxplorer-reader", daemon=True)
        self._reader.start()

    @classmethod
    def spawn(
        cls: type[C],
        command: Union[str, Sequence[str]] = ("gitxplorer", "serve"),
        *,
        framing: Framing = "lines",
        env: Optional[Mapping[str, str]] = None,
        stderr: Optional[Any] = None,
    ) -> C:
        """Starts a server and connects to its stdin and stdout.

        ``command`` is a list of arguments, or a string that is split as a shell would. The
        server's log goes to ``stderr``, by default to this process's own. Raises ConnectError.
        """
        words = shlex.split(command) if isinstance(command, str) else list(command)
        return cls(ProcessStream(words, env, stderr), framing=framing)

    @classmethod
    def connect(
        cls: type[C],
        address: str,
        *,
        secret: Optional[str] = None,
        secret_file: Optional[Union[str, Path]] = None,
        framing: Framing = "lines",
        timeout: Optional[float] = 10,
    ) -> C:
        """Connects to a running server at ``unix:PATH`` or ``tcp:HOST:PORT``.

        TCP needs a secret: a string, or the contents of a file, by default the server's own.
        ``timeout`` is in seconds. Raises ConnectError, and Unauthorized for a wrong secret.
        """
        where = parse_address(address)
        if isinstance(where, UnixAddress):
            return cls(SocketStream(where, timeout), framing=framing)
        word = secret if secret is not None else read_secret(secret_file)
        client = cls(SocketStream(where, timeout), framing=framing)
        try:
            client.run(calls.session_authenticate(word, timeout=timeout))
        except BaseException:
            client.close()
            raise
        return client

    def call(
        self,
        method: str,
        params: Any = None,
        *,
        on_progress: Optional[ProgressHandler] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls any method by its name; ``params`` is a dict, a list or None."""
        return self.run(Call[Any](method, params, on_progress, timeout))

    def run(self, call: Call[T]) -> T:
        """Runs a call of ``gitxplorer.calls`` and returns its result or raises its error.

        After the call's timeout it is cancelled, and TimeoutError is raised.
        """
        pending = self.submit(call)
        try:
            return pending.result(call.timeout)
        except BaseException:
            pending.cancel()
            raise

    def submit(self, call: Call[T]) -> PendingCall[T]:
        """Sends a call and returns at once; the returned object waits for the response."""
        pending = self._pending(call)
        identifier, frame = self._exchange.request(call, pending)
        pending.sent_as(identifier)
        self._write(frame)
        return pending

    def batch(self, calls: Sequence[Call[Any]], *, timeout: Optional[float] = None) -> list[Any]:
        """Sends up to 100 calls as one message and returns their results in the same order.

        A call that fails has its RPCError in place of a result.
        """
        slots = [self._pending(call) for call in calls]
        identifiers, frame = self._exchange.batch(list(zip(calls, slots)))
        for identifier, slot in zip(identifiers, slots):
            slot.sent_as(identifier)
        self._write(frame)
        try:
            return [slot.outcome(timeout) for slot in slots]
        except BaseException:
            for slot in slots:
                slot.cancel()
            raise

    def notify(self, method: str, params: Any = None) -> None:
        """Sends a notification, which has no response."""
        self._write(self._exchange.notification(method, params))

    def on_notification(self, handler: NotificationHandler) -> None:
        """Calls ``handler(method, params)`` for each notification from the server.

        It runs in the reading thread, so it must not call this client and wait.
        """
        self._exchange.add_handler(handler)

    def on_message(self, handler: MessageHandler) -> None:
        """Calls ``handler(">>" or "<<", text)`` for each message from now on, without secrets."""
        self._exchange.add_message_handler(handler)

    def close(self) -> None:
        """Ends the connection after the responses to all requests so far.

        A server that does not end by itself within a few seconds is stopped.
        """
        with self._closing:
            if self._closed:
                return
            self._closed = True
            try:
                self._stream.end_output()
            except OSError:
                pass  # The server has already ended.
            self._reader.join(timeout=ENDING_TIME)
            self._stream.close()
            self._exchange.close("the client was closed")

    def __enter__(self: C) -> C:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def stargazers(
        self, owner: str, name: str, **options: Unpack[Options]
    ) -> Iterator[types.Stargazer]:
        """All users who starred a repository, oldest star first.

        The next page is requested when it is needed, here and in the methods below.
        """
        return self._pages("stargazers", calls.repo_stargazers, owner, name, **options)

    def followers(self, login: str, **options: Unpack[Options]) -> Iterator[types.User]:
        """All users who follow a user."""
        return self._pages("users", calls.user_followers, login, **options)

    def following(self, login: str, **options: Unpack[Options]) -> Iterator[types.User]:
        """All users whom a user follows."""
        return self._pages("users", calls.user_following, login, **options)

    def starred(self, login: str, **options: Unpack[Options]) -> Iterator[types.StarredRepository]:
        """All repositories that a user starred, newest star first."""
        return self._pages("repositories", calls.user_starred, login, **options)

    def found_users(self, query: str, **options: Unpack[Options]) -> Iterator[types.FoundUser]:
        """All users that a search finds, best match first; GitHub returns at most 1000."""
        return self._pages("users", calls.search_users, query, **options)

    def found_repositories(
        self, query: str, **options: Unpack[Options]
    ) -> Iterator[types.Repository]:
        """All repositories that a search finds, best match first; GitHub returns at most 1000."""
        return self._pages("repositories", calls.search_repositories, query, **options)

    def _pages(
        self, items: str, make: Callable[..., Call[Any]], *subject: str, **options: Any
    ) -> Iterator[Any]:
        page: Optional[int] = 1
        while page is not None:
            result = self.run(make(*subject, page=page, per_page=100, **options))
            yield from result[items]
            page = result["nextPage"]

    def _pending(self, call: Call[T]) -> PendingCall[T]:
        if threading.current_thread() is self._reader:
            raise RuntimeError("a notification handler must not wait for its own client")
        return PendingCall(self._cancel, call.on_progress)

    def _cancel(self, identifier: int) -> None:
        try:
            self.notify("$/cancelRequest", {"id": identifier})
        except ConnectionClosed:
            pass  # The call has already failed.

    def _write(self, frame: bytes) -> None:
        with self._writing:
            try:
                self._stream.write(frame)
            except (OSError, ValueError) as error:
                # A closed pipe raises ValueError.
                ending = f"the server is gone{self._stream.ending()}"
                self._exchange.close(ending, error)
                raise ConnectionClosed(ending) from error

    def _read(self) -> None:
        ending = "the server closed the connection"
        cause: Optional[BaseException] = None
        try:
            while True:
                data = self._stream.read()
                if not data:
                    break
                self._exchange.receive(data)
        except ProtocolError as error:
            ending, cause = str(error), error
        except (OSError, ValueError) as error:
            cause = error
        except Exception as error:  # An error in a notification handler.
            ending, cause = f"a notification handler raised {error!r}", error
        self._exchange.close(ending + self._stream.ending(), cause)
