"""Messages for display: without tokens and without the server's client secret."""

from __future__ import annotations

import re
from typing import Any

BLOT = "<secret>"

#: The methods that carry secrets, and those of their params that are not secret.
_OPEN_PARAMS: dict[str, frozenset[str]] = {
    "auth.login": frozenset(["scopes"]),
    "session.authenticate": frozenset(),
}

#: The forms of GitHub's tokens.
_TOKEN = re.compile(r"(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]+")


def blotted(text: str) -> str:
    """The text with ``<secret>`` in place of everything that looks like a GitHub token."""
    return _TOKEN.sub(BLOT, text)


def without_secrets(message: Any) -> Any:
    """A request or batch without the texts in the params of a sign-in."""
    if isinstance(message, list):
        return [without_secrets(item) for item in message]
    kept = _OPEN_PARAMS.get(message.get("method", ""))
    if kept is None or "params" not in message:
        return message
    return {**message, "params": _blotted_texts(message["params"], kept)}


def _blotted_texts(value: Any, kept: frozenset[str]) -> Any:
    if isinstance(value, str):
        return BLOT
    if isinstance(value, (list, tuple)):
        return [_blotted_texts(item, kept) for item in value]
    if isinstance(value, dict):
        return {
            name: item if name in kept else _blotted_texts(item, kept)
            for name, item in value.items()
        }
    return value
