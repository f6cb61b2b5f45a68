"""JSON-RPC 2.0 messages: requests to bytes, and bytes to responses and notifications."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Optional, Union

from .errors import CLASSES, ProtocolError, RPCError

#: The most calls in a batch.
MAXIMUM_BATCH = 100


@dataclass(frozen=True)
class Response:
    """The response to one request: a result, or an error."""

    id: Optional[Union[int, str]]
    result: Any
    error: Optional[RPCError]


@dataclass(frozen=True)
class Notification:
    """A notification from the server."""

    method: str
    params: Any


Message = Union[Response, Notification]


def request(identifier: int, method: str, params: Any) -> dict[str, Any]:
    """A request; params of None are left out."""
    return {"jsonrpc": "2.0", "id": identifier, **_body(method, params)}


def notification(method: str, params: Any) -> dict[str, Any]:
    """A notification; params of None are left out."""
    return {"jsonrpc": "2.0", **_body(method, params)}


def to_bytes(message: Any) -> bytes:
    """A message or batch as JSON on one line.

    Raises ValueError for NaN and infinities, which JSON does not have.
    """
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    # A lone surrogate has no UTF-8; "replace" turns it into a question mark.
    return text.encode("utf-8", "replace")


def from_bytes(body: bytes) -> list[Message]:
    """The messages in one frame: one, or those of a batch."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"the server sent a message that is not JSON: {error}") from None
    return [_message(item) for item in value] if isinstance(value, list) else [_message(value)]


def error_from(member: Any) -> RPCError:
    """Makes the exception for the ``error`` member of a response."""
    if not isinstance(member, dict):
        return RPCError(0, f"the server sent an error that is not an object: {member!r}")
    code = member.get("code")
    data = member.get("data")
    number = code if isinstance(code, int) else 0
    make = CLASSES.get(number, RPCError)
    return make(number, str(member.get("message", "")), data if isinstance(data, dict) else None)


def _body(method: str, params: Any) -> dict[str, Any]:
    return {"method": method} if params is None else {"method": method, "params": params}


def _message(value: Any) -> Message:
    if not isinstance(value, dict):
        raise ProtocolError(f"expected a JSON-RPC message, found {str(value)[:80]!r}")
    if "method" in value:
        return Notification(str(value["method"]), value.get("params"))
    if "error" in value:
        return Response(value.get("id"), None, error_from(value["error"]))
    if "result" in value:
        return Response(value.get("id"), value["result"], None)
    raise ProtocolError("a message has none of method, result and error")
