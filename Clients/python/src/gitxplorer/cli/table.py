"""Tables for people: aligned, no wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .screen import Screen
from .text import clean, fit, pad, width

_GAP = 2
_NARROWEST = 8
_PLAIN = Screen()


@dataclass(frozen=True)
class Column:
    """A column's title and layout; numbers are right-aligned, long text may be shortened.

    A ``spare`` column is left out of a table that is too wide, the first one first.
    """

    title: str
    right: bool = False
    shortens: bool = False
    spare: bool = False
    style: str = ""


def number(value: int) -> str:
    """A number with thousands separators."""
    return f"{value:,}"


def table(columns: Sequence[Column], rows: Sequence[Sequence[object]], screen: Screen) -> list[str]:
    """The lines of a table: titles, a rule, rows.

    A column that is empty in every row is left out. None is shown as an empty cell.
    """
    cells = [[_cell(value) for value in row] for row in rows]
    used = [i for i in range(len(columns)) if not rows or any(row[i] for row in cells)]
    widths = _widths(columns, cells, used, screen.columns)
    spare = [i for i in used if columns[i].spare]
    while spare and _total(widths) > screen.columns:
        used.remove(spare.pop(0))
        widths = _widths(columns, cells, used, screen.columns)
    columns = [columns[i] for i in used]
    cells = [[row[i] for i in used] for row in cells]
    titles = _line(columns, [fit(c.title, w) for c, w in zip(columns, widths)], widths)
    rule = (" " * _GAP).join("─" * w for w in widths)
    lines = [screen.paint("bold", titles.rstrip()), screen.paint("dim", rule)]
    for row in cells:
        fitted = [fit(cell, w) for cell, w in zip(row, widths)]
        lines.append(_line(columns, fitted, widths, screen).rstrip())
    return lines


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return clean(str(value))


def _widths(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], used: Sequence[int], limit: int
) -> list[int]:
    widths = [max([width(columns[i].title), *(width(row[i]) for row in cells)]) for i in used]
    excess = _total(widths) - limit
    # The last column first: a name matters more than a description.
    for place, i in reversed([*enumerate(used)]):
        if columns[i].shortens and excess > 0:
            cut = min(excess, max(0, widths[place] - _NARROWEST))
            widths[place] -= cut
            excess -= cut
    return widths


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _line(
    columns: Sequence[Column],
    cells: Sequence[str],
    widths: Sequence[int],
    screen: Screen = _PLAIN,
) -> str:
    parts: list[str] = []
    for column, cell, room in zip(columns, cells, widths):
        last = len(parts) == len(cells) - 1
        text = cell if last and not column.right else pad(cell, room, column.right)
        parts.append(screen.paint(column.style, text) if column.style else text)
    return (" " * _GAP).join(parts)
