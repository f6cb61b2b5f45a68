"""Text on a terminal: escaping, and width in columns."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from typing import Callable


#: Controls, format characters, line separators, private-use and unassigned code points.
_UNSAFE = frozenset(["Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"])
#: They join and color emoji, and terminals disagree on their width.
_EMOJI_FORMATS = str.maketrans("", "", "\u200d\ufe0e\ufe0f")
#: Marks that a letter may have; many more would cover the lines above and below.
_MARKS = 3


def escaped(text: str) -> str:
    """The text with JSON escapes for characters that move the cursor, color or reorder text.

    Names and descriptions are written by strangers. Line feeds stay, so JSON stays JSON.
    """
    return "".join(
        json.dumps(character)[1:-1]
        if character != "\n" and unicodedata.category(character) in _UNSAFE
        else character
        for character in text
    )


def clean(text: str) -> str:
    """The text escaped, on one line, without heaps of accents."""
    line = " ".join(text.translate(_EMOJI_FORMATS).split())
    return escaped(line if line.isascii() else _thinned(line))


def cleaned_lines(text: str) -> list[str]:
    """The lines of a text, each escaped and without heaps of accents; indentation stays."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    return [_cleaned(line.rstrip()) for line in lines]


def _cleaned(line: str) -> str:
    line = line.expandtabs(4).translate(_EMOJI_FORMATS)
    return escaped(line if line.isascii() else _thinned(line))


def _thinned(text: str) -> str:
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(character)
    return "".join(kept)


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


def wrap(line: str, columns: int, measure: Callable[[str], int] = width) -> Iterator[str]:
    """Pieces of a cleaned line that fit, broken at spaces where there are any.

    ``measure`` returns the columns of a character.
    """
    columns = max(2, columns)
    start, space, taken = 0, -1, 0
    for index, character in enumerate(line):
        taken += measure(character)
        if taken > columns:
            # The space at which the line is broken is dropped. An indentation is no such space.
            words = character != " " and line[start : max(start, space)].strip()
            end = space if words else index
            yield line[start:end]
            start = end + (line[end] == " ")
            taken = sum(map(measure, line[start : index + 1]))
            space = -1
        if character == " ":
            space = index
    yield line[start:]


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
