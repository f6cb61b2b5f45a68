"""Translates JSON Schema's patterns (ECMA-262, Unicode mode) for Python's ``re``."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, Tuple

_SPACE = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_WORD = "A-Za-z0-9_"

#: Tokens with another meaning in Python, outside of a character class and inside of one.
_OUTSIDE: Dict[str, str] = {
    # Python's `$` also matches before a last newline, and its `.` excludes only the newline.
    "$": r"\Z",
    ".": r"[^\n\r\u2028\u2029]",
    r"\d": "[0-9]",
    r"\D": "[^0-9]",
    r"\w": f"[{_WORD}]",
    r"\W": f"[^{_WORD}]",
    r"\s": f"[{_SPACE}]",
    r"\S": f"[^{_SPACE}]",
}
_INSIDE = {r"\d": "0-9", r"\w": _WORD, r"\s": _SPACE}


def python_pattern(source: str) -> str:
    """A pattern that matches the same texts with ``re.search``."""
    parts = []
    for token, is_inside in _tokens(source):
        if is_inside and token in (r"\D", r"\W", r"\S", r"\b"):
            raise ValueError(f"{source}: {token} in a class has no counterpart here")
        parts.append((_INSIDE if is_inside else _OUTSIDE).get(token, token))
    pattern = "".join(parts)
    re.compile(pattern)
    return pattern


def python_schema(schema: Any) -> Any:
    """A copy of a schema, with patterns translated for Python."""
    if isinstance(schema, list):
        return [python_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: python_pattern(value)
        if name == "pattern" and isinstance(value, str)
        else python_schema(value)
        for name, value in schema.items()
    }


def _tokens(source: str) -> Iterator[Tuple[str, bool]]:
    """The characters and escapes, each with whether it is in a character class."""
    is_inside = False
    for match in re.finditer(r"\\.|[\s\S]", source):
        token = match.group()
        yield token, is_inside and token != "]"
        if token == "[":
            is_inside = True
        elif token == "]":
            is_inside = False
