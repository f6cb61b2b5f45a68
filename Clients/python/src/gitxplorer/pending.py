"""A request that has been sent, and its response."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, Callable, Generic, Optional, TypeVar, Union

from .call import ProgressHandler
from .errors import RPCError

T = TypeVar("T")


class PendingCall(Generic[T]):
    """The future response to one request or batch, as ``Client.submit`` returns it.

    Progress handlers run in the thread that waits in ``result``, in order and before it returns,
    so they may use the client.
    """

    def __init__(
        self, cancel: Callable[[int], None], on_progress: Optional[ProgressHandler] = None
    ) -> None:
        self._identifier: Optional[int] = None
        self._cancel = cancel
        self._on_progress = on_progress
        self._changed = threading.Condition()
        self._progress: deque[dict[str, Any]] = deque()
        self._value: Any = None
        self._error: Optional[BaseException] = None
        self._done = False

    def result(self, timeout: Optional[float] = None) -> T:
        """Waits for the response, at most ``timeout`` seconds, and returns or raises it.

        Raises TimeoutError if it has not arrived; the request continues.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._changed:
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not self._changed.wait_for(lambda: self._done or self._progress, left):
                    raise TimeoutError(f"no response within {timeout} seconds")
                step = self._progress.popleft() if self._progress else None
            if step is None:
                break
            if self._on_progress is not None:
                self._on_progress(step)
        if self._error is not None:
            raise self._error
        result: T = self._value
        return result

    def outcome(self, timeout: Optional[float] = None) -> Union[T, RPCError]:
        """Like ``result``, but an error response of the server is returned, not raised."""
        try:
            return self.result(timeout)
        except RPCError as error:
            return error

    def done(self) -> bool:
        """Whether the response has arrived."""
        with self._changed:
            return self._done

    def cancel(self) -> None:
        """Cancels the request: ``result`` raises Cancelled, or returns if it was too late."""
        if self._identifier is not None and not self.done():
            self._cancel(self._identifier)

    def sent_as(self, identifier: int) -> None:
        """Sets the request's id. Called by the client that sends it."""
        self._identifier = identifier

    def progressed(self, value: dict[str, Any]) -> None:
        """Receives one step of the progress. Called by the connection's reader."""
        with self._changed:
            self._progress.append(value)
            self._changed.notify_all()

    def succeed(self, value: Any) -> None:
        """Receives the result. Called by the connection's reader."""
        self._finish(value, None)

    def fail(self, error: BaseException) -> None:
        """Receives the error. Called by the connection's reader."""
        self._finish(None, error)

    def _finish(self, value: Any, error: Optional[BaseException]) -> None:
        with self._changed:
            if not self._done:
                self._value, self._error, self._done = value, error, True
                self._changed.notify_all()
