"""The ids of responses, and which request each of them answers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Optional


def is_same(one: Any, other: Any) -> bool:
    """Whether two ids are the same, with the same type: 1, 1.0, "1" and true are four ids."""
    return type(one) is type(other) and bool(one == other)


def is_alike(one: Any, other: Any) -> bool:
    """Whether two ids differ at most in their type, as 1, 1.0 and "1" do."""
    return key(one) == key(other)


def key(id: Any) -> str:
    """The same text for ids that differ at most in their type."""
    if isinstance(id, float) and id.is_integer():
        return str(int(id))
    return id if isinstance(id, str) else json.dumps(id)


def matching(id: Any, wanted: Iterable[Any]) -> Optional[int]:
    """The index of the id that a response answers: the same one, otherwise one that is alike."""
    ids = list(wanted)
    for fits in (is_same, is_alike):
        for index, other in enumerate(ids):
            if fits(id, other):
                return index
    return None


def id_of(message: Any) -> Any:
    """The id of a message; None if it has none."""
    return message.get("id") if isinstance(message, dict) else None


def is_response(message: Any) -> bool:
    """Whether a message is a response, whatever its id."""
    return isinstance(message, dict) and ("result" in message or "error" in message)


def ids_in(text: str) -> list[Any]:
    """The ids of the requests in a text: several in a batch, none in what is no request."""
    try:
        message = json.loads(text)
    except ValueError:
        return []
    members = message if isinstance(message, list) else [message]
    return [member["id"] for member in members if isinstance(member, dict) and "id" in member]
