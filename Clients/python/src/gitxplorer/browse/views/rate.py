"""GitHub's rate limits."""

from __future__ import annotations

from datetime import datetime
from typing import Optional

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from ... import calls, types
from ..place import Place
from ..text import fit, moment, number, shown, span
from ..widgets.reading import Reading
from .view import View

_NAMES = {"core": "API requests", "search": "searches"}
_FIRST = ("core", "search")

#: Columns that a gauge may have, and those beside it: the padding and the scroll bar.
_WIDTH, _BESIDE = 60, 5


class RateView(View):
    """A gauge for each budget, and the time until it is full again."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._answer: Optional[types.RateStatus] = None

    def body(self) -> ComposeResult:
        """The gauges."""
        with Reading():
            yield Static(markup=False)

    def on_mount(self) -> None:
        """Updates the remaining time."""
        super().on_mount()
        self.set_interval(1, self._show)

    def on_resize(self) -> None:
        """Fits the gauges to the width."""
        self._show()

    async def load(self, refresh: bool) -> None:
        """Loads the limits, which costs nothing."""
        answer = await self.ask(calls.rate_status(refresh=refresh or None))
        self._answer = answer
        self.explorer.note_rate(answer)
        self._show()
        self.answered(answer["freshness"])

    def _show(self) -> None:
        if self._answer is not None:
            text = gauges(self._answer, self.size.width, self.explorer.clock())
            self.query_one(".body Static", Static).update(text)


def gauges(answer: types.RateStatus, width: int, now: datetime) -> Text:
    """The gauges; the two budgets that the explorer uses come first."""
    text = Text()
    if answer["authenticated"]:
        text.append("Signed in.\n", "bold green")
    else:
        text.append("Not signed in. ", "bold").append("L signs in, which allows more.\n")
    resources = answer["resources"]
    for name in [*_FIRST, *sorted(set(resources) - set(_FIRST))]:
        if name in resources and resources[name]["limit"]:
            _gauge(text, name, resources[name], min(_WIDTH, width - _BESIDE), now)
    return text


def _gauge(text: Text, name: str, rate: types.RateLimit, width: int, now: datetime) -> None:
    part = rate["remaining"] / rate["limit"] if rate["limit"] else 0.0
    full = round(width * min(1.0, max(0.0, part)))
    style = "green" if part > 0.25 else "yellow" if part > 0 else "red"
    title, left = _NAMES.get(name, shown(name)), f"{number(rate['remaining'])} left"
    whole = f"{number(rate['remaining'])} of {number(rate['limit'])} left"
    if cell_len(title) + 1 + len(whole) <= width:
        left = whole
    room = max(4, width - len(left) - 1)
    text.append(f"\n{fit(title, room)} ", "bold").append(left + "\n", style)
    text.append("━" * full, style).append("╌" * (width - full) + "\n", "dim")
    opens = moment(rate["resetAt"])
    if opens is not None:
        seconds = (opens - now).total_seconds()
        when = f"full again in {_clock(seconds)}" if seconds > 0 else "full again now"
        text.append(f"{when}\n", "dim")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else span(seconds)
