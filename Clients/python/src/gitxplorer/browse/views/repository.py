"""A repository at a glance: facts, star history, languages and README."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Optional, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Static

from ... import calls, types
from ...call import Call, Options
from ...errors import GitXplorerError, NotFound, RPCError
from ..place import Place
from ..subject import Subject, of_repository
from ..text import count, shown
from ..widgets.languages import Languages, by_bytes
from ..widgets.part import Part
from ..widgets.plot import Plot
from ..widgets.reading import Reading
from ..widgets.readme import Readme
from ..widgets.trouble import advice
from .facts import facts
from .view import View

T = TypeVar("T")

#: From best to worst.
_SOURCES = ("network", "revalidated", "cache", "stale")

#: Each costs a request at most, of which GitHub allows 60 per hour without a token.
_POINTS = 8

_BEYOND = "Only the first 40,000 stars are listed; the dim part is estimated."
_NO_README = "It has no README."
_CUT = "Only the beginning is here. o opens the repository on GitHub."


class Sheet(Reading):
    """The page, which scrolls as a whole; Enter opens the owner."""

    BINDINGS = [Binding("enter", "app.visit('user')", show=False)]


class RepositoryView(View):
    """Asks for all parts side by side, and shows each as it arrives."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._repository: Optional[types.Repository] = None
        self._freshness: list[types.Freshness] = []
        self._complete = True
        #: The part at which the page begins, until it is there.
        self._begins_at = place.part
        self.facts = Part(shown(place.subject), Static(markup=False, classes="facts"))
        self.history = Part(
            "Star history", Plot(), Static(_BEYOND, markup=False, classes="beneath")
        )
        self.languages = Part("Languages", Languages("No language is known."))
        self.readme = Part("README", Readme())

    def body(self) -> ComposeResult:
        """From top to bottom; the history beside the languages if there is room."""
        with Sheet():
            yield self.facts
            with Container(classes="halves"):
                yield self.history
                yield self.languages
            yield self.readme

    def on_mount(self) -> None:
        """Lets the keys scroll from the beginning."""
        super().on_mount()
        self.focus_body()

    def subject(self) -> Optional[Subject]:
        """The repository, by its present name once that is known."""
        known = self._repository
        return super().subject() if known is None else of_repository(known)

    @property
    def complete(self) -> bool:
        """Whether no part failed."""
        return self._complete

    async def load(self, refresh: bool) -> None:
        """Loads all parts. If none can be shown, an error takes the place of the whole page."""
        owner, _, name = self.place.subject.partition("/")
        options: Options = {"refresh": refresh or None}
        self._freshness = []
        parts = (self.facts, self.history, self.readme)
        errors = await asyncio.gather(
            self._fill(self.facts, calls.repo_summary(owner, name, **options), self._summarize),
            self._fill(
                self.history,
                calls.repo_star_history(owner, name, points=_POINTS, **options),
                self._plot,
            ),
            self._fill(self.readme, calls.repo_readme(owner, name, **options), self._read),
        )
        if not self.facts.arrived:
            self.languages.display = False
        failed = [error for error in errors if error is not None]
        for error in failed:
            self.explorer.note_error(error)
        lost = [error for error in failed if not isinstance(error, RPCError)]
        # A part that was shown before stays, and its error is shown beneath the page.
        kept = [error for part, error in zip(parts, errors) if error and part.arrived]
        if lost or kept or len(failed) == len(parts):
            raise [*lost, *kept, *failed][0]
        reasons: set[str] = set()
        for part, fault in zip(parts, errors):
            if fault is not None:
                reason = self._reason(part, fault)
                part.say("Not known." if reason in reasons else reason)
                reasons.add(reason)
        self._complete = reasons <= {_NO_README}
        self._begin()

    async def _fill(
        self, part: Part, call: Call[T], show: Callable[[T], None]
    ) -> Optional[GitXplorerError]:
        """Loads a part; returns the error, which takes its place unless it was shown before."""
        if not part.arrived:
            part.say("…")
        try:
            # The history takes the most requests. Three calls would move the bar back and forth.
            answer: Any = await self.ask(call, progress=part is self.history)
        except GitXplorerError as error:
            reason = self._reason(part, error)
            if reason == _NO_README or not part.arrived:
                part.say(reason)
            return error
        show(answer)
        self._freshness.append(answer["freshness"])
        self.answered(_worst(self._freshness))
        return None

    def _begin(self) -> None:
        """Scrolls to where the page begins, unless somebody has scrolled it."""
        sheet, begins_at, self._begins_at = self.query_one(Sheet), self._begins_at, ""
        if begins_at and not sheet.scroll_y:
            part = self.readme if begins_at == "readme" else self.history
            self.call_after_refresh(sheet.scroll_to_widget, part, animate=False, top=True)

    def _reason(self, part: Part, error: GitXplorerError) -> str:
        return _NO_README if part is self.readme and isinstance(error, NotFound) else advice(error)

    def _summarize(self, summary: types.RepositorySummary) -> None:
        self._repository = summary["repository"]
        self.facts.entitle(shown(self._repository["fullName"]))
        self.facts.query_one(".facts", Static).update(facts(summary))
        self.facts.reveal()
        self.languages.query_one(Languages).show(by_bytes(summary["languages"]))
        self.languages.reveal()
        self.languages.display = True

    def _plot(self, history: types.StarHistory) -> None:
        self.history.entitle(f"Star history: {count(history['stars'], 'star')}")
        if history["stars"] and history["points"]:
            self.history.query_one(Plot).show(history)
            self.history.reveal()
            self.history.query_one(".beneath").display = not history["complete"]
        else:
            self.history.say("Nobody has starred it yet.")

    def _read(self, readme: types.Readme) -> None:
        self.readme.entitle(shown(readme["path"]))
        if not readme["text"].strip():
            self.readme.say("It is empty.")
            return
        self.readme.query_one(Readme).show(readme["text"])
        self.readme.reveal(_CUT if readme["truncated"] else "")


def _worst(all_: list[types.Freshness]) -> types.Freshness:
    """The worst source and the oldest time."""
    known = [each["source"] for each in all_ if each["source"] in _SOURCES]
    worst = max(known, key=_SOURCES.index, default=all_[0]["source"])
    return {**all_[0], "source": worst, "fetchedAt": min(each["fetchedAt"] for each in all_)}
