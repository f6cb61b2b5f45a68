"""The exceptions: one class for each thing a caller may do differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional


class GitXplorerError(Exception):
    """Any error of this package."""


class ConnectError(GitXplorerError):
    """The server could not be started or reached."""


class ConnectionClosed(GitXplorerError):
    """The connection ended before the response arrived."""


class ProtocolError(GitXplorerError):
    """The other side sent something that is not JSON-RPC in the chosen framing."""


class RPCError(GitXplorerError):
    """An error response of the server; ``str()`` of it is one sentence."""

    def __init__(self, code: int, message: str, data: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data: dict[str, Any] = dict(data or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickling would call BaseException with ``args``, which has only the message.
        return type(self), (self.code, self.message, self.data)

    @property
    def kind(self) -> str:
        """The error's name, such as `notFound`; empty if the server sent none."""
        return str(self.data.get("kind", ""))

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return self.data.get("retryable") is True

    @property
    def profile_url(self) -> Optional[str]:
        """A page about the user or repository that can be opened instead."""
        return _text(self.data.get("profileUrl"))


class ParseError(RPCError):
    """The message was not JSON within the server's limits."""


class InvalidRequest(RPCError):
    """The message was JSON, but not a valid request."""


class MethodNotFound(RPCError):
    """There is no such method."""

    @property
    def suggestion(self) -> Optional[str]:
        """The most similar name that exists."""
        return _text(self.data.get("suggestion"))


class InvalidParams(RPCError):
    """The params do not fit the method's schema."""

    @property
    def errors(self) -> list[dict[str, str]]:
        """Each violation as ``{"path": a JSON Pointer, "message": a sentence}``."""
        return list(self.data.get("errors", []))


class InternalError(RPCError):
    """A defect of the server; ``data["incident"]`` is in its log."""


class Unauthorized(RPCError):
    """Bad or missing credentials: GitHub's, or the server's own secret."""


class Forbidden(RPCError):
    """GitHub refuses this resource."""


class NotFound(RPCError):
    """GitHub has no such user or repository."""

    @property
    def resource(self) -> Optional[str]:
        """What was not found."""
        return _text(self.data.get("resource"))


class RateLimited(RPCError):
    """GitHub's limit is used up."""

    @property
    def retry_after(self) -> float:
        """Seconds until another request may succeed."""
        return float(self.data.get("retryAfterSeconds", 60))

    @property
    def reset_at(self) -> Optional[str]:
        """When the limit is renewed, in RFC 3339, if GitHub said so."""
        return _text(self.data.get("resetAt"))


class UpstreamInvalid(RPCError):
    """GitHub sent something other than the expected JSON."""


class UpstreamUnavailable(RPCError):
    """GitHub could not be reached."""


class DeadlineExceeded(RPCError):
    """The request took longer than the server allows."""


class Offline(RPCError):
    """The server runs offline, and its cache has no response."""


class Cancelled(RPCError):
    """The request was cancelled."""


_CLASSES: dict[int, type[RPCError]] = {
    -32700: ParseError,
    -32600: InvalidRequest,
    -32601: MethodNotFound,
    -32602: InvalidParams,
    -32603: InternalError,
    1401: Unauthorized,
    1403: Forbidden,
    1404: NotFound,
    1429: RateLimited,
    1502: UpstreamInvalid,
    1503: UpstreamUnavailable,
    1504: DeadlineExceeded,
    1510: Offline,
    -32800: Cancelled,
}


def error_from(member: Any) -> RPCError:
    """Makes the exception for the ``error`` member of a response."""
    if not isinstance(member, dict):
        return RPCError(0, f"the server sent an error that is not an object: {member!r}")
    code = member.get("code")
    data = member.get("data")
    number = code if isinstance(code, int) else 0
    make = _CLASSES.get(number, RPCError)
    return make(number, str(member.get("message", "")), data if isinstance(data, dict) else None)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None
