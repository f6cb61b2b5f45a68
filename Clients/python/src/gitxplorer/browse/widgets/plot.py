"""A repository's stars over time, as an area of blocks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timezone

from rich.text import Text
from textual.widget import Widget

from ... import types
from ..text import day, fit, moment, short, shown

_EIGHTHS = " ▁▂▃▄▅▆▇█"

#: Columns that the counts and the gap beside them take, and those of a date.
_COUNTS, _DATE = 6, 10


class Plot(Widget):
    """The number of stars at each time, with counts at the left and dates below.

    Between two points the line is straight. What GitHub does not list is dim.
    """

    def __init__(self) -> None:
        super().__init__()
        self._curve = Curve([])
        self._complete = True

    def show(self, history: types.StarHistory) -> None:
        """Shows another history."""
        self._curve, self._complete = Curve(history["points"]), history["complete"]
        self.refresh()

    def render(self) -> Text:
        """The area, in the available size."""
        columns, lines = self.size.width - _COUNTS, self.size.height - 1
        text = Text(no_wrap=True)
        if columns < 1 or lines < 1 or not self._curve.stars:
            return text
        heights = self._curve.heights(columns, 8 * lines)
        known = columns if self._complete else self._curve.before_last(columns)
        for line in reversed(range(lines)):
            text.append(self._count(line, lines), "dim")
            cells = "".join(_EIGHTHS[max(0, min(8, height - 8 * line))] for height in heights)
            text.append(cells[:known], "yellow").append(cells[known:] + "\n", "dim yellow")
        return text.append(" " * _COUNTS + self._curve.dates(columns), "dim")

    def _count(self, line: int, lines: int) -> str:
        """What is written beside a line, counted from the bottom."""
        marked = {lines - 1: max(self._curve.stars), 0: 0}
        count = short(marked[line]) if line in marked else ""
        return fit(count, _COUNTS - 1, right=True) + " "


class Curve:
    """Points of a curve; times that cannot be read are evenly spaced."""

    def __init__(self, points: Sequence[types.StarPoint]) -> None:
        moments = [moment(point["at"]) for point in points]
        read = [each.timestamp() for each in moments if each is not None]
        self.readable = len(read) == len(points)
        times = read if self.readable else [float(index) for index in range(len(points))]
        ordered = sorted(zip(times, points), key=lambda pair: pair[0])
        self.times = [time for time, _ in ordered]
        self.stars = [max(0, point["stars"]) for _, point in ordered]
        self._labels = [day(point["at"]) or shown(point["at"]) for _, point in ordered]

    def heights(self, columns: int, most: int) -> list[int]:
        """The height in each column; ``most`` is that of the greatest number."""
        top = max(1, *self.stars)
        step = (self.times[-1] - self.times[0]) / max(1, columns - 1)
        values = [self.at(self.times[0] + step * column) for column in range(columns - 1)]
        # The last column is the last point, whatever the rounding.
        values.append(self.stars[-1])
        return [max(value > 0, round(most * value / top)) for value in values]

    def at(self, time: float) -> float:
        """The number of stars at a time."""
        after = bisect_right(self.times, time)
        if after == 0 or after == len(self.times):
            return self.stars[min(after, len(self.times) - 1)]
        before, start, end = after - 1, self.times[after - 1], self.times[after]
        part = (time - start) / (end - start)
        return self.stars[before] + part * (self.stars[after] - self.stars[before])

    def before_last(self, columns: int) -> int:
        """The number of columns up to the last point but one."""
        whole = self.times[-1] - self.times[0]
        part = (self.times[-2] - self.times[0]) / whole if whole else 0.0
        return round(part * columns) if len(self.times) > 1 else columns

    def dates(self, columns: int) -> str:
        """The first and the last date, and the one between them if there is room."""
        first, last = (fit(label, _DATE) for label in (self._labels[0], self._labels[-1]))
        if columns < 2 * _DATE + 1:
            return fit(last, columns, right=True)
        middle = ""
        if self.readable and columns >= 4 * _DATE and self.times[0] < self.times[-1]:
            time = datetime.fromtimestamp((self.times[0] + self.times[-1]) / 2, timezone.utc)
            middle = time.strftime("%Y-%m-%d")
        return first + middle.center(columns - 2 * _DATE) + last
