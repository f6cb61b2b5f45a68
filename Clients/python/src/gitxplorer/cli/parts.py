"""What several results show alike: bars, pages, origins, counts and times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from .screen import Screen
from .table import number
from .text import clean, pad, width

_SOURCES = {
    "network": "from {upstream}",
    "cache": "from the cache",
    "revalidated": "from the cache, confirmed by {upstream}",
    "stale": "from the cache, out of date: {upstream} could not be asked",
}


def bars(
    shares: Sequence[tuple[str, int, str, str]], screen: Screen, most: int = 8
) -> list[str]:
    """Bars of names: each with its size, an amount before it, and a note behind it."""
    shown = [(clean(name), size, amount, note) for name, size, amount, note in shares[:most]]
    names = max(width(name) for name, _, _, _ in shown)
    amounts = max(len(amount) for _, _, amount, _ in shown)
    longest = max(1, *(size for _, size, _, _ in shown))
    room = max(4, min(40, screen.columns - names - amounts - 20))
    lines = []
    for name, size, amount, note in shown:
        bar = screen.paint("green", "█" * max(1, round(room * size / longest)))
        before = f"{pad(name, names)}  {pad(amount, amounts, right=True)}"
        lines.append(f"{before}  {bar} {screen.paint('dim', note)}")
    if len(shares) > most:
        lines.append(screen.paint("dim", f"and {len(shares) - most} more"))
    return lines


def paging(result: Mapping[str, Any]) -> str:
    """The page, and the flag for the next one."""
    last = result.get("lastPage")
    of = f" of {number(last)}" if last else ""
    more = f"; continue with --page {result['nextPage']}" if result["nextPage"] else ""
    return f"Page {number(result['page'])}{of}{more}"


def origin(result: Mapping[str, Any], screen: Screen) -> str:
    """Where a result came from and when, and what was left out."""
    freshness = result["freshness"]
    source = _SOURCES.get(freshness["source"])
    source = source.format(upstream=screen.upstream) if source else clean(freshness["source"])
    line = f"{source}, {time(freshness['fetchedAt'])}"
    skipped = result.get("skipped")
    if skipped:
        line += f"; {count(skipped, 'malformed item', 'malformed items')} left out"
    return screen.paint("dim", line)


def count(value: int, one: str, many: str) -> str:
    """A number and its noun."""
    return f"{number(value)} {one if value == 1 else many}"


def date(time: Optional[str]) -> str:
    """The day of a time."""
    return clean(time)[:10] if time else ""


def time(time: str) -> str:
    """A time in UTC."""
    return clean(time).replace("T", " ")[:19] + " UTC"


def size(value: float) -> str:
    """A number of bytes, in at most nine characters up to a thousand gibibytes."""
    unit = "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if value < 1000:
            break
        value, unit = value / 1024, larger
    return f"{value:,.1f} {unit}" if value < 10 and unit != "bytes" else f"{value:,.0f} {unit}"
