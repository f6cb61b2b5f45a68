"""The exceptions: one for each kind of error that the server sends, and the client's own.

Generated from the server's method table by ``make schemas``; do not edit.
"""

from __future__ import annotations

from .error import ConnectError, ConnectionClosed, GitXplorerError, ProtocolError, RPCError


class ParseError(RPCError):
    """The message is not JSON, or its frame is broken."""


class InvalidRequest(RPCError):
    """The JSON is not a JSON-RPC 2.0 request."""


class MethodNotFound(RPCError):
    """There is no such method."""


class InvalidParams(RPCError):
    """A param is missing, unknown or does not match its schema."""


class InternalError(RPCError):
    """A defect of this server. The log has the details under ``incident``."""


class Unauthorized(RPCError):
    """Credentials are missing or not accepted, GitHub's or this server's."""


class Forbidden(RPCError):
    """GitHub does not let this identity see it."""


class NotFound(RPCError):
    """GitHub has no such user or repository."""


class RateLimited(RPCError):
    """GitHub's rate limit is used up."""


class UpstreamInvalid(RPCError):
    """GitHub answered with something other than the expected JSON."""


class UpstreamUnavailable(RPCError):
    """GitHub could not be reached."""


class DeadlineExceeded(RPCError):
    """The request took longer than the server allows."""


class Offline(RPCError):
    """It is not in the cache, and the server is offline."""


class Cancelled(RPCError):
    """The client cancelled the request."""


#: By code.
CLASSES: dict[int, type[RPCError]] = {
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

__all__ = [
    "Cancelled",
    "ConnectError",
    "ConnectionClosed",
    "DeadlineExceeded",
    "Forbidden",
    "GitXplorerError",
    "InternalError",
    "InvalidParams",
    "InvalidRequest",
    "MethodNotFound",
    "NotFound",
    "Offline",
    "ParseError",
    "ProtocolError",
    "RPCError",
    "RateLimited",
    "Unauthorized",
    "UpstreamInvalid",
    "UpstreamUnavailable",
]
