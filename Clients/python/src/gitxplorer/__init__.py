"""Client of the GitXplorer server: GitHub users and repositories over JSON-RPC.

For example::

    from gitxplorer import Client

    with Client.spawn(["gitxplorer", "serve", "--sandbox"]) as client:
        for user in client.users_random(5)["users"]:
            print(user["login"], user["profileUrl"])
"""

from . import calls, types
from .aio import AsyncClient
from .calls import Call
from .client import Client
from .errors import (
    Cancelled,
    ConnectError,
    ConnectionClosed,
    DeadlineExceeded,
    Forbidden,
    GitXplorerError,
    InternalError,
    InvalidParams,
    InvalidRequest,
    MethodNotFound,
    NotFound,
    Offline,
    ParseError,
    ProtocolError,
    RateLimited,
    RPCError,
    Unauthorized,
    UpstreamInvalid,
    UpstreamUnavailable,
)
from .pending import PendingCall
from .version import __version__

__all__ = [
    "AsyncClient",
    "Call",
    "Cancelled",
    "Client",
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
    "PendingCall",
    "ProtocolError",
    "RPCError",
    "RateLimited",
    "Unauthorized",
    "UpstreamInvalid",
    "UpstreamUnavailable",
    "__version__",
    "calls",
    "types",
]
