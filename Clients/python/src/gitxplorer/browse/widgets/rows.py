"""A list of many lines with a cursor, drawn line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Callable, Generic, Optional, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from ..text import fit

T = TypeVar("T")

_GAP = 2


@dataclass(frozen=True)
class Column(Generic[T]):
    """A column: its title, text and width, and the least width of the list at which it shows.

    ``share`` divides the width that the columns' ``cells`` leave.
    """

    title: str
    text: Callable[[T], str]
    cells: int = 0
    share: int = 0
    right: bool = False
    style: str = ""
    color: Optional[Callable[[T], str]] = None
    from_width: int = 0


class Rows(ScrollView, Generic[T], can_focus=True):
    """Items of one kind, one line each."""

    COMPONENT_CLASSES = {"rows--cursor", "rows--head"}
    BINDINGS = [
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("pageup,ctrl+b", "page(-1)", "Page up", show=False),
        Binding("pagedown,ctrl+f,space", "page(1)", "Page down", show=False),
        Binding("home", "edge(0)", "First", show=False),
        Binding("end,G", "edge(-1)", "Last", show=False),
        Binding("enter", "choose", "Open"),
    ]

    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """The item was chosen by Enter or a click."""

        def __init__(self, item: Any) -> None:
            super().__init__()
            self.item = item

    class NearEnd(Message):
        """The cursor or the window is close to the last item."""

    class Head(Message):
        """A click on a column's title."""

        def __init__(self, title: str) -> None:
            super().__init__()
            self.title = title

    def __init__(
        self, columns: Sequence[Column[T]], key: Callable[[T], object], *, id: Optional[str] = None
    ) -> None:
        super().__init__(id=id)
        self._columns = columns
        self._key = key
        self.items: Sequence[T] = ()
        self.empty = ""

    @property
    def current(self) -> Optional[T]:
        """The item under the cursor."""
        return self.items[self.cursor] if 0 <= self.cursor < len(self.items) else None

    def show(self, items: Sequence[T]) -> None:
        """Shows other items; the cursor stays on its item if it is among them."""
        before = self.current
        old = self.cursor
        self.items = items
        self._measure()
        where = old
        if before is not None:
            key = self._key(before)
            where = next((i for i, item in enumerate(items) if self._key(item) == key), old)
        self.cursor = max(0, min(where, len(items) - 1))
        self.call_after_refresh(self._follow)
        self.refresh(layout=True)

    def render_line(self, y: int) -> Strip:
        """The titles, or one item."""
        width = self.size.width
        if y == 0:
            return self._titles(width)
        index = y - 1 + self.scroll_offset.y
        base = self.rich_style
        if not self.items and y == 2:
            return Strip([Segment(fit(f" {self.empty}", width), base)], width)
        if index >= len(self.items):
            return Strip([Segment(" " * width, base)], width)
        pointed = index == self.cursor
        style = self.get_component_rich_style("rows--cursor") if pointed else base
        return self._line(self.items[index], width, style, pointed)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> Optional[bool]:
        """There may be nothing to open."""
        return action != "choose" or self.current is not None

    def action_move(self, step: int) -> None:
        """Moves one item up or down; beyond the ends it scrolls what is around the list."""
        target = max(0, min(len(self.items) - 1, self.cursor + step))
        if target == self.cursor:
            for around in self._around():
                around.scroll_relative(y=step, animate=False)
        self.cursor = target

    def action_page(self, step: int) -> None:
        """Moves one window up or down."""
        self.action_move(step * max(1, self._window - 1))

    def action_edge(self, index: int) -> None:
        """Moves to the first or the last item; there it scrolls what is around the list."""
        target = 0 if index == 0 else max(0, len(self.items) - 1)
        if target == self.cursor:
            for around in self._around():
                around.scroll_to(y=0 if index == 0 else around.max_scroll_y, animate=False)
        self.cursor = target

    def action_choose(self) -> None:
        """Opens the item under the cursor."""
        if self.current is not None:
            self.post_message(self.Chosen(self.current))

    def watch_cursor(self) -> None:
        """Keeps the cursor in the window."""
        self._follow()
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Posts NearEnd when scrolling, also by the wheel, gets close to the end."""
        super().watch_scroll_y(old_value, new_value)
        self._tell_end()

    def on_resize(self, event: events.Resize) -> None:
        """Columns depend on the width."""
        self._measure()
        self._follow()

    def on_click(self, event: events.Click) -> None:
        """Opens the clicked item, or reports a click on a title."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        event.stop()
        if offset.y == 0:
            self._click_head(offset.x)
            return
        index = offset.y - 1 + self.scroll_offset.y
        if index < len(self.items):
            self.cursor = index
            self.action_choose()

    def _click_head(self, x: int) -> None:
        at = 1
        for column, cells in self._layout(self.size.width):
            if at <= x < at + cells:
                self.post_message(self.Head(column.title))
            at += cells + _GAP

    @property
    def _window(self) -> int:
        return max(1, self.size.height - 1)

    def _measure(self) -> None:
        # The titles stay in place: one line more than the number of items.
        self.virtual_size = Size(self.size.width, len(self.items) + 1)

    def _follow(self) -> None:
        if not self.is_mounted or not self.size.height:
            return
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False)
        elif self.cursor >= top + self._window:
            self.scroll_to(y=self.cursor - self._window + 1, animate=False)
        # If the list is as high as its items, a parent scrolls.
        for around in self._around():
            inside = takewhile(lambda node: node is not around, self.ancestors_with_self)
            above = sum(node.virtual_region.y for node in inside if isinstance(node, Widget))
            line = Region(0, above + 1 + self.cursor - self.scroll_offset.y, 1, 1)
            around.scroll_to_region(line, animate=False, force=True)
        self._tell_end()

    def _around(self) -> Iterator[Widget]:
        """The parents that scroll with the cursor."""
        for parent in self.ancestors:
            if isinstance(parent, Widget) and getattr(parent, "follows", False):
                yield parent

    def _tell_end(self) -> None:
        last = max(self.cursor, self.scroll_offset.y + self._window)
        if self.items and last >= len(self.items) - self._window:
            self.post_message(self.NearEnd())

    def _layout(self, width: int) -> list[tuple[Column[T], int]]:
        columns = [column for column in self._columns if width >= column.from_width]
        rest = width - 2 - _GAP * (len(columns) - 1) - sum(column.cells for column in columns)
        shares = sum(column.share for column in columns)
        layout = []
        for column in columns:
            part = max(0, rest) * column.share // shares if column.share else 0
            rest, shares = rest - part, shares - column.share
            layout.append((column, column.cells + part))
        return layout

    def _titles(self, width: int) -> Strip:
        style = self.get_component_rich_style("rows--head")
        parts = [fit(c.title, cells, c.right) for c, cells in self._layout(width)]
        return Strip([Segment(fit(" " + "  ".join(parts), width), style)], width)

    def _line(self, item: T, width: int, style: Style, pointed: bool) -> Strip:
        segments = [Segment("▌" if pointed else " ", style)]
        taken = 1
        for column, cells in self._layout(width):
            if taken > 1:
                segments.append(Segment(" " * _GAP, style))
                taken += _GAP
            own = column.color(item) if column.color else column.style
            text = fit(column.text(item), cells, column.right)
            segments.append(Segment(text, style + Style.parse(own) if own else style))
            taken += cells
        segments.append(Segment(" " * max(0, width - taken), style))
        return Strip(segments).adjust_cell_length(width, style)
