"""The state of one connection: which response belongs to which request. Does no I/O."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Callable, Optional, Protocol, Union

from . import messages
from .call import Call
from .errors import ConnectionClosed, ProtocolError, RPCError
from .framing import Framing, decoder, encode
from .secrets import blotted, without_secrets

#: Receives the method and params of each notification, such as ``auth.changed``.
NotificationHandler = Callable[[str, Any], None]

#: Receives each message as it is sent (``>>``) or received (``<<``), as JSON without secrets.
MessageHandler = Callable[[str, str], None]


class Slot(Protocol):
    """Receives a response."""

    def succeed(self, value: Any) -> None:
        """Receives the result."""

    def fail(self, error: BaseException) -> None:
        """Receives the error."""

    def progressed(self, value: dict[str, Any]) -> None:
        """Receives one step of the progress."""


class Exchange:
    """Numbers requests, frames them, and passes each response to its slot.

    Methods may be called from any thread; ``receive`` from one at a time.
    """

    def __init__(self, framing: Framing) -> None:
        self._framing: Framing = framing
        self._decoder = decoder(framing)
        self._lock = threading.Lock()
        self._next = 1
        self._slots: dict[int, Slot] = {}
        self._tokens: dict[str, int] = {}
        self._handlers: list[NotificationHandler] = []
        self._message_handlers: list[MessageHandler] = []
        self._last_error: Optional[RPCError] = None
        self._closed: Optional[BaseException] = None

    @property
    def ending(self) -> str:
        """How the connection ended; empty while it is open."""
        return str(self._closed or "")

    def add_handler(self, handler: NotificationHandler) -> None:
        """Also passes notifications from the server to ``handler``."""
        self._handlers.append(handler)

    def add_message_handler(self, handler: MessageHandler) -> None:
        """Also passes every message from now on to ``handler``."""
        self._message_handlers.append(handler)

    def request(self, call: Call[Any], slot: Slot) -> tuple[int, bytes]:
        """Opens a request: its id, and the frame to send."""
        identifier, message = self._open(call, slot)
        return identifier, self._frame([identifier], message)

    def batch(self, calls: Sequence[tuple[Call[Any], Slot]]) -> tuple[list[int], bytes]:
        """Opens a batch: its ids in order, and the frame to send."""
        if not 0 < len(calls) <= messages.MAXIMUM_BATCH:
            raise ValueError(f"a batch has 1 to {messages.MAXIMUM_BATCH} calls, found {len(calls)}")
        opened = [self._open(call, slot) for call, slot in calls]
        identifiers = [identifier for identifier, _ in opened]
        return identifiers, self._frame(identifiers, [message for _, message in opened])

    def notification(self, method: str, params: Any) -> bytes:
        """The frame of a notification."""
        return self._frame([], messages.notification(method, params))

    def receive(self, data: bytes) -> None:
        """Takes bytes as they arrive; raises ProtocolError if they are not valid messages."""
        for body in self._decoder.feed(data):
            for watch in self._message_handlers:
                watch("<<", blotted(body.decode("utf-8", "replace")))
            for message in messages.from_bytes(body):
                if isinstance(message, messages.Response):
                    self._answered(message)
                else:
                    self._notified(message)

    def close(self, ending: str, cause: Optional[BaseException] = None) -> None:
        """Fails all open requests and all later ones.

        ``ending`` is a sentence; the last error without a request is added to it.
        """
        with self._lock:
            if self._closed is None:
                reason = f"{ending}: {self._last_error}" if self._last_error else ending
                self._closed = ConnectionClosed(reason)
                self._closed.__cause__ = cause or self._last_error
            error = self._closed
            slots = list(self._slots.values())
            self._slots.clear()
            self._tokens.clear()
        for slot in slots:
            slot.fail(error)

    def _open(self, call: Call[Any], slot: Slot) -> tuple[int, dict[str, Any]]:
        params = call.params
        with self._lock:
            if self._closed is not None:
                raise ConnectionClosed(str(self._closed)) from self._closed.__cause__
            identifier = self._next
            self._next += 1
            self._slots[identifier] = slot
            if call.on_progress is not None and (params is None or isinstance(params, dict)):
                params = {**(params or {}), "workDoneToken": f"progress-{identifier}"}
                self._tokens[params["workDoneToken"]] = identifier
        return identifier, messages.request(identifier, call.method, params)

    def _frame(self, identifiers: Sequence[int], message: Any) -> bytes:
        try:
            body = messages.to_bytes(message)
        except (TypeError, ValueError, RecursionError):
            for identifier in identifiers:
                self._take(identifier)
            raise
        for watch in self._message_handlers:
            watch(">>", blotted(messages.to_bytes(without_secrets(message)).decode()))
        return encode(self._framing, body)

    def _take(self, identifier: Optional[Union[int, str]]) -> Optional[Slot]:
        with self._lock:
            self._tokens.pop(f"progress-{identifier}", None)
            return self._slots.pop(identifier, None) if isinstance(identifier, int) else None

    def _answered(self, response: messages.Response) -> None:
        slot = self._take(response.id)
        if slot is not None and response.error is not None:
            slot.fail(response.error)
        elif slot is not None:
            slot.succeed(response.result)
        elif response.id is None and response.error is not None:
            self._unmatched(response.error)

    def _unmatched(self, error: RPCError) -> None:
        # An error without an id concerns a request that could not be read. It is not known
        # which one, so no open request can be waited for any longer.
        with self._lock:
            self._last_error = error
            slots = list(self._slots.values())
            self._slots.clear()
            self._tokens.clear()
        for slot in slots:
            slot.fail(error)

    def _notified(self, message: messages.Notification) -> None:
        if message.method != "$/progress":
            for handler in self._handlers:
                handler(message.method, message.params)
            return
        if not isinstance(message.params, dict):
            raise ProtocolError("a $/progress has no params")
        with self._lock:
            identifier = self._tokens.get(str(message.params.get("token")))
            slot = None if identifier is None else self._slots.get(identifier)
        if slot is not None:
            slot.progressed(message.params.get("value") or {})
