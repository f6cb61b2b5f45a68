"""The exceptions that no kind of error of the server has, and the one that all kinds are."""

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

    @property
    def token_url(self) -> Optional[str]:
        """The page that makes tokens, if the server cannot sign in by code."""
        return _text(self.data.get("tokenUrl"))

    @property
    def suggestion(self) -> Optional[str]:
        """The existing name that is nearest to an unknown method's."""
        return _text(self.data.get("suggestion"))

    @property
    def errors(self) -> list[dict[str, str]]:
        """Each violation of a schema as ``{"path": a JSON Pointer, "message": a sentence}``."""
        return list(self.data.get("errors", []))

    @property
    def resource(self) -> Optional[str]:
        """What was not found, or the limit that is used up."""
        return _text(self.data.get("resource"))

    @property
    def retry_after(self) -> float:
        """Seconds until another request may succeed, a minute if the server does not say."""
        return float(self.data.get("retryAfterSeconds", 60))

    @property
    def reset_at(self) -> Optional[str]:
        """When the limit is renewed, in RFC 3339, if GitHub said so."""
        return _text(self.data.get("resetAt"))


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None
