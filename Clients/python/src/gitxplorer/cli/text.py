"""Text on a terminal: what is safe to print, and how many columns it takes."""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """The text on one line, without what would move the cursor, colour or reorder it.

    Names and descriptions are written by strangers. Format characters and variation selectors
    are dropped too, since terminals disagree on their width.
    """
    kept = []
    for character in text:
        category = unicodedata.category(character)
        if category in ("Cc", "Zl", "Zp", "Zs"):
            kept.append(" ")
        elif category not in ("Cf", "Cs", "Cn", "Co") and character != "\ufe0f":
            kept.append(character)
    return " ".join("".join(kept).split())


def width(text: str) -> int:
    """Columns that cleaned text takes: two for wide characters, none for combining ones."""
    return sum(_width(character) for character in text)


def fit(text: str, columns: int) -> str:
    """The text, ended with ``…`` where it would take more than ``columns``."""
    if width(text) <= columns:
        return text
    taken, kept = 1, []
    for character in text:
        taken += _width(character)
        if taken > columns:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…" if columns > 0 else ""


def pad(text: str, columns: int, right: bool = False) -> str:
    """The text with spaces up to ``columns``, in front of it if ``right``."""
    spaces = " " * (columns - width(text))
    return spaces + text if right else text + spaces


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
