"""What all screens have in common: requests, progress, errors, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Optional, TypeVar, cast

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen

from ... import types
from ...call import Call
from ...errors import GitXplorerError, InvalidParams, NotFound, RPCError
from ..place import Kind, Place
from ..subject import Subject, of_item, of_place
from ..widgets.bar import Bar
from ..widgets.cards import Cards
from ..widgets.last_line import LastLine
from ..widgets.rows import Rows
from ..widgets.status import Status
from ..widgets.trouble import Trouble, advice, sentence
from ..work import Work, later

if TYPE_CHECKING:
    from ..app import Explorer

T = TypeVar("T")


class View(Screen[None]):
    """A place on the screen.

    It loads when it is first shown, and again on ``r``. Leaving it cancels its requests; coming
    back repeats those. A response changes only its own view.
    """

    #: Nothing: ``focus_body`` sets the focus.
    AUTO_FOCUS = ""

    #: Actions of the app that apply here, besides those that lead to other places.
    OFFERS: ClassVar[frozenset[str]] = frozenset()

    #: GitHub's name of the budget that this screen uses.
    BUDGET: ClassVar[str] = "core"

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self._turn = 0
        self._settled = False
        self._answered = False

    # Overridden by each screen.

    def body(self) -> ComposeResult:
        """The widgets between the first and the last lines."""
        raise NotImplementedError

    async def load(self, refresh: bool) -> None:
        """Sends the request, and shows the result."""
        raise NotImplementedError

    @property
    def complete(self) -> bool:
        """Whether the last load left nothing to ask for again when the screen comes back."""
        return True

    def offers(self, action: str) -> bool:
        """Whether an action of the app does something here, with what is shown."""
        if action == "reload":
            return not isinstance(self.error, InvalidParams)
        return action in self.OFFERS and self.has_body

    @property
    def has_body(self) -> bool:
        """Whether there is a result on the screen, and no error in its place."""
        return self._answered and not self.trouble.display

    @property
    def error(self) -> Optional[Exception]:
        """The error in place of the result, if there is one."""
        return self.trouble.error if self.is_mounted and self.trouble.display else None

    @property
    def is_nobody(self) -> bool:
        """Whether the error says that the place is about no account."""
        missing = isinstance(self.error, NotFound) and self.place.repository is None
        return missing or isinstance(self.error, InvalidParams)

    @property
    def is_loading(self) -> bool:
        """Whether there is neither a result nor an error yet."""
        return not self._answered and not self._settled

    def subject(self) -> Optional[Subject]:
        """The user or repository under the cursor, otherwise that of the place."""
        for items in self.query("Rows, Cards"):
            if isinstance(items, (Rows, Cards)) and items.display and items.current is not None:
                return of_item(items.current)
        return None if self.is_nobody else of_place(self.place)

    def way(self, kind: Kind) -> Optional[Place]:
        """Where the key for this kind of place leads from here."""
        subject = self.subject()
        if kind == "user" and (subject is None or subject.repository is None):
            # A user under the cursor has no owner, but the list that it is in may have one.
            subject = None if self.is_nobody else of_place(self.place)
        place = None if subject is None else subject.way(kind)
        return None if place == self.place else place

    # The frame.

    def compose(self) -> ComposeResult:
        """The frame and the body."""
        yield Bar(self.place.title)
        with Container(classes="body"):
            yield from self.body()
        yield Trouble()
        yield Status(self.explorer.clock, lambda: self.explorer.session.upstream.name)
        yield LastLine()

    @property
    def explorer(self) -> Explorer:
        """The app."""
        return cast("Explorer", self.app)

    @property
    def bar(self) -> Bar:
        """The first line."""
        return self.query_one(Bar)

    @property
    def status(self) -> Status:
        """The line above the keys."""
        return self.query_one(Status)

    @property
    def trouble(self) -> Trouble:
        """The error in place of the body."""
        return self.query_one(Trouble)

    @property
    def page(self) -> Optional[str]:
        """The page that ``o`` opens."""
        if self.trouble.display:
            return self.trouble.page
        subject = self.subject()
        return None if subject is None else subject.page

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Opens the page of an item."""
        self.explorer.go(of_item(event.item).place)

    def on_cards_chosen(self, event: Cards.Chosen) -> None:
        """Opens the user."""
        self.explorer.go(of_item(event.item).place)

    # Requests.

    def on_mount(self) -> None:
        """Hides the error."""
        self.trouble.display = False

    def on_screen_resume(self) -> None:
        """Loads, if there is no result yet."""
        self.bar.tell(self.explorer.budget(self.BUDGET))
        if not self._settled and not self._asking():
            self.reload(refresh=False)

    def leave(self) -> None:
        """Cancels the requests."""
        self._turn += 1
        self.workers.cancel_node(self)
        self.status.idle()

    def reload(self, refresh: bool = True) -> None:
        """Loads again."""
        self._settled = False
        self.begin(later(self._load, refresh), "load", "Asking")

    def begin(self, work: Work, group: str, title: str) -> None:
        """Starts work of this view, and cancels earlier work of the same group."""
        self._turn += 1
        self.status.busy(title)
        self.run_worker(later(self._guard, work, self._turn), group=group, exclusive=True)

    async def ask(self, call: Call[T], progress: bool = True) -> T:
        """Asks the server, with progress in the status line, which has room for one call."""
        return await self.explorer.session.run(call, self.status.progressed if progress else None)

    def answered(self, freshness: types.Freshness, note: str = "") -> None:
        """Shows the body."""
        self._answered = True
        had_focus = self.trouble.has_focus
        self.trouble.display = False
        self.query_one(".body").display = True
        if had_focus or self.focused is None:
            self.focus_body()
        self.status.answered(freshness, note)
        self.refresh_bindings()
        self.explorer.note_answer(freshness)

    def focus_body(self) -> None:
        """Focuses the list, without scrolling: its place may not be known yet."""
        for widget in self.query("Rows, Cards, Reading"):
            if widget.display:
                widget.focus(scroll_visible=False)

    def failed(self, error: Exception) -> None:
        """Shows an error in place of the body, or beneath it if there are results to keep."""
        self._settled = True
        if self._answered and self.query_one(".body").display:
            self.status.failed(sentence(error))
            said = advice(error) if isinstance(error, RPCError) else sentence(error)
            self.notify(said, severity="error")
        else:
            self.query_one(".body").display = False
            self.trouble.display = True
            self.trouble.tell(error, self.explorer.clock(), self.explorer.way_out)
            self.trouble.focus()
        self.refresh_bindings()
        self.explorer.note_error(error)
        self.explorer.settled(self)

    def lost(self, error: Exception) -> None:
        """Reports that the server has ended, unless a request of this view reports it."""
        if not self._asking():
            self.failed(error)

    async def _load(self, refresh: bool) -> None:
        await self.load(refresh)
        self._settled = self.complete
        self.explorer.settled(self)

    async def _guard(self, work: Work, turn: int) -> None:
        try:
            await work()
        except GitXplorerError as error:
            self.failed(error)
        finally:
            if turn == self._turn and self.is_attached:
                self.status.idle()

    def _asking(self) -> bool:
        return any(worker.node is self and worker.is_running for worker in self.workers)
