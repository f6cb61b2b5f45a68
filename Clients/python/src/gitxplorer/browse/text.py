"""Untrusted text for the screen: escaped, on one line, and of a known width."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Optional

from rich.cells import cell_len, set_cell_size

from ..cli.text import clean

#: Cells that a passing sentence may take.
_BRIEF = 160


def shown(text: Optional[str]) -> str:
    """The text on one line; characters that move, color or reorder text are escaped."""
    return clean(text or "")


def fit(text: str, columns: int, right: bool = False) -> str:
    """Exactly ``columns`` cells: filled with spaces, or ended with ``…``."""
    length = cell_len(text)
    if length <= columns:
        spaces = " " * (columns - length)
        return spaces + text if right else text + spaces
    if columns <= 0:
        return ""
    cut = set_cell_size(text, columns - 1).rstrip()
    return set_cell_size(cut + "…", columns)


def whole_words(text: str, columns: int) -> str:
    """The words that fit, and ``…`` in place of the others; a longer word is cut."""
    if cell_len(text) <= columns:
        return text
    cut = set_cell_size(text, max(0, columns - 2)).rpartition(" ")[0]
    return f"{cut} …" if cut else fit(text, columns)


def brief(text: str) -> str:
    """At most some lines of it."""
    return whole_words(text, _BRIEF)


def number(value: int) -> str:
    """With thousands separators."""
    return f"{value:,}"


def short(value: int) -> str:
    """A number in at most four characters or so: 999, 1.2k, 34k, 5.6M."""
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if value >= size:
            scaled = value / size
            return f"{scaled:.1f}{unit}" if scaled < 10 else f"{scaled:.0f}{unit}"
    return str(value)


def count(value: int, one: str, many: str = "") -> str:
    """A number and its noun."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def moment(text: Optional[str]) -> Optional[datetime]:
    """A time of the protocol; None if there is none or it cannot be read."""
    try:
        time = datetime.fromisoformat((text or "").replace("Z", "+00:00"))
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def day(text: Optional[str]) -> str:
    """The date of a time."""
    time = moment(text)
    return time.strftime("%Y-%m-%d") if time else ""


def span(seconds: float) -> str:
    """A rough duration, for people."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(0, int(seconds))} s"


def ago(time: Optional[datetime], now: datetime) -> str:
    """The time since a moment, for people."""
    if time is None:
        return "at some time"
    seconds = (now - time).total_seconds()
    return "just now" if seconds < 5 else f"{span(seconds)} ago"
