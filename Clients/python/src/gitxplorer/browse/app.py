"""The explorer app: its keys, its history, and its server."""

from __future__ import annotations

import asyncio
import signal
from datetime import datetime, timezone
from time import monotonic
from typing import Any, Callable, ClassVar, Optional, cast

from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.widgets import Input

from .. import calls, types
from ..errors import ConnectionClosed, GitXplorerError, RateLimited, Unauthorized
from . import browser, theme
from .ahead import OPENERS, Arrived, Passed, TypeAhead
from .driver import TerminalDriver
from .keys import KEYS
from .place import Kind, Place
from .session import Session
from .subject import may_be_opened
from ..target import Target
from .text import brief, shown
from .views.help import Help
from .views.lists import ListView
from .views.paged import PagedView
from .views.random import RandomView
from .views.rate import RateView
from .views.repositories import RepositoriesView
from .views.repository import RepositoryView
from .views.search import SearchView
from .views.sign_in import SignIn
from .views.user import UserView
from .views.view import View
from .widgets.hidden import Hidden
from .work import later

_VIEWS: dict[Kind, type[View]] = {
    "random": RandomView,
    "user": UserView,
    "repos": RepositoriesView,
    "starred": ListView,
    "followers": ListView,
    "following": ListView,
    "repo": RepositoryView,
    "stargazers": ListView,
    "search": SearchView,
    "rate": RateView,
}

#: Seconds between two requests for the rate limit.
_RATE_EVERY = 5.0


def _now() -> datetime:
    return datetime.now(timezone.utc)


class Explorer(App[None]):
    """Browses GitHub through a server."""

    CSS_PATH = "browse.tcss"
    TITLE = "GitXplorer"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [*KEYS]

    def __init__(
        self, target: Target, start: Place, clock: Callable[[], datetime] = _now
    ) -> None:
        # No color at all: the filter also removes the terminal's own.
        super().__init__(TerminalDriver, ansi_color=True if theme.plain() else None)
        self.clock = clock
        self.session = Session(target, self._lost, self._notified)
        self._start = start
        self._history: list[View] = []
        self._at = -1
        self._names = 0
        self._rate: Optional[types.RateStatus] = None
        self._rate_asked = -_RATE_EVERY
        self._ahead = TypeAhead()

    # Beginning and end.

    def on_mount(self) -> None:
        """Shows the first place."""
        theme.settle(self)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            try:
                loop.add_signal_handler(number, self.exit, None, 128 + number)
            except (ValueError, NotImplementedError):
                pass  # Not the main thread.
        # Textual's handlers write to the terminal. Called by Python at once, they would interrupt
        # such a write and wait for its lock forever; the loop calls them between its callbacks.
        for number in (signal.SIGTSTP, signal.SIGCONT):
            handler = signal.getsignal(number)
            if callable(handler):
                loop.add_signal_handler(number, handler, number, None)
        self.app_resume_signal.subscribe(self, lambda _: self._redraw())
        self.go(self._start)

    def exit(
        self, result: None = None, return_code: int = 0, message: Optional[Any] = None
    ) -> None:
        """Ends the app and its requests."""
        self.workers.cancel_all()
        super().exit(result, return_code, message)

    def _handle_exception(self, error: Exception) -> None:
        # An end while the first screen is built fails there, since its widgets never come.
        if not self._exit:
            super()._handle_exception(error)

    def notify(self, message: str, *, markup: bool = False, **options: Any) -> None:
        """Shows a sentence for a while: as text, and not over the whole screen."""
        super().notify(brief(message), markup=False, **options)

    async def on_unmount(self) -> None:
        """Stops the server."""
        await self.session.close()

    # Typing.

    async def on_event(self, event: events.Event) -> None:
        """Holds keys while a text field opens; text pasted with `/` before it is a query."""
        if event.is_forwarded:
            await super().on_event(event)
        elif self._ahead.hold(event):
            return
        elif isinstance(event, events.Key) and event.key in OPENERS and self._commands:
            self._ahead.wait(event.key)
            way = self.focused or self.screen
            await super().on_event(event)
            if not way.post_message(Passed()):
                self.no_field()
        elif isinstance(event, events.Paste) and event.text.startswith("/") and self._commands:
            self._ahead.wait("slash")
            self._ahead.hold(events.Paste(event.text[1:]))
            self.action_search()
        else:
            await super().on_event(event)

    async def on_arrived(self) -> None:
        """Gives the field the keys that were typed ahead; without one, they are commands."""
        for event in self._ahead.take():
            await self.on_event(event)

    def on_passed(self) -> None:
        """Goes on holding the keys if a field is about to open."""
        opener, screen = self._ahead.opener, self.screen
        if isinstance(screen, SignIn) and opener == "L":
            if not screen.may_open_field:
                self.no_field()
            return
        is_coming = (opener == "slash" and isinstance(screen, SearchView)) or (
            # In a list that is loading, `settled` opens the filter.
            opener == "i" and isinstance(screen, RepositoriesView) and screen.opens_filter
        )
        if opener and not is_coming:
            self.post_message(Arrived())

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Notices that the field has opened."""
        if self._ahead.opener and isinstance(self.focused, (Input, Hidden)):
            self.post_message(Arrived())

    def no_field(self) -> None:
        """Drops what was typed for a field that does not open."""
        self._ahead.take()

    def settled(self, view: View) -> None:
        """Opens the filter that was asked for while a list was loading."""
        if self._ahead.opener != "i" or not isinstance(view, RepositoriesView):
            return
        is_shown = bool(self.screen is view)
        if is_shown and view.offers("filter"):
            view.filter()
        else:
            self.no_field()

    @property
    def _commands(self) -> bool:
        """Whether letters are commands of the app."""
        return self.screen is self.view and not isinstance(self.focused, Input)

    # Places.

    @property
    def view(self) -> Optional[View]:
        """The place on the screen, even beneath a dialog."""
        return self._history[self._at] if self._at >= 0 else None

    @property
    def way_out(self) -> tuple[str, str]:
        """The key that leads away from here, and what it does."""
        if self._at > 0:
            return "Esc", "go back"
        at_home = self.view is not None and self.view.place.kind == "random"
        return ("q", "quit") if at_home else ("h", "see random users")

    def go(self, place: Optional[Place]) -> None:
        """Goes to a place, if there is one, and drops the places ahead."""
        view = self.view
        if place is None or (view is not None and view.place == place):
            return
        if view is not None:
            view.leave()
        for ahead in self._history[self._at + 1 :]:
            self.uninstall_screen(ahead)
            ahead.remove()
        del self._history[self._at + 1 :]
        made = _VIEWS[place.kind](place)
        self._names += 1
        # An installed screen survives being popped, so that one can go forward to it again.
        self.install_screen(made, f"view-{self._names}")
        self._history.append(made)
        self._at += 1
        self.push_screen(made)

    def back(self) -> None:
        """Goes back."""
        view = self.view
        if view is None or self._at == 0:
            self.notify("This is where you began. q quits.", timeout=2)
            return
        view.leave()
        self._at -= 1
        self.pop_screen()

    # Called by views.

    def budget(self, name: str) -> Optional[types.RateLimit]:
        """The known state of a budget."""
        return None if self._rate is None else self._rate["resources"].get(name)

    def note_rate(self, rate: types.RateStatus) -> None:
        """Records new rate limits."""
        self._rate = rate
        if self.view is not None and self.view.is_mounted:
            self.view.bar.tell(self.budget(self.view.BUDGET))

    def note_answer(self, freshness: types.Freshness) -> None:
        """Records a response; if GitHub was asked, the limit has decreased."""
        if freshness["source"] != "cache" or self._rate is None:
            self._ask_rate()

    def note_error(self, error: Exception) -> None:
        """Records an error, which may state the rate limit."""
        if isinstance(error, (RateLimited, Unauthorized)):
            self._ask_rate()

    def open_page(self, page: str) -> None:
        """Opens a page in the browser, if its address is http or https."""
        if not may_be_opened(page):
            self.notify(f"Not opened, because it is not a web page: {shown(page)}")
        else:
            self.run_worker(later(self._open, page), group="browser")

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> Optional[bool]:
        """The keys depend on the place."""
        if action in ("sort", "filter", "switch", "reload"):
            return self.view is not None and self.view.offers(action)
        if action == "visit":
            return self.view is not None and self.view.way(cast(Kind, parameters[0])) is not None
        if action == "up":
            view = self.view
            return view is not None and not view.is_nobody and view.place.above is not None
        if action == "open":
            view = self.view
            return view is not None and view.is_mounted and view.page is not None
        if action == "search":
            return not isinstance(self.focused, Input)
        if action == "back":
            return self._at > 0
        return True

    async def action_back(self) -> None:
        """Goes back."""
        self.back()

    def action_forward(self) -> None:
        """Undoes ``back``."""
        if self._at + 1 < len(self._history) and self.view is not None:
            self.view.leave()
            self._at += 1
            self.push_screen(self._history[self._at])

    def action_home(self) -> None:
        """Random users."""
        self.go(Place("random"))

    def action_search(self) -> None:
        """Goes to a search, or to the query of the current one."""
        if isinstance(self.view, SearchView):
            self.view.edit()
        else:
            self.go(Place("search"))

    def action_rate(self) -> None:
        """Shows the remaining limits."""
        self.go(Place("rate"))

    def action_reload(self) -> None:
        """Reloads the place."""
        if self.view is not None:
            self.view.reload()

    def action_sort(self) -> None:
        """Changes the order."""
        if isinstance(self.view, (RandomView, RepositoriesView, PagedView)):
            self.view.sort()

    def action_filter(self) -> None:
        """Focuses the filter."""
        if isinstance(self.view, RepositoriesView):
            self.view.filter()

    def action_switch(self) -> None:
        """Changes what a search is for."""
        if isinstance(self.view, SearchView):
            self.view.switch()

    def action_visit(self, kind: str) -> None:
        """Goes to the place of this kind that is about the subject."""
        self.go(None if self.view is None else self.view.way(cast(Kind, kind)))

    def action_up(self) -> None:
        """Goes from a list to the page that it belongs to."""
        self.go(None if self.view is None else self.view.place.above)

    def action_open(self) -> None:
        """Opens the page of what is under the cursor, otherwise of the place."""
        page = None if self.view is None else self.view.page
        if page is not None:
            self.open_page(page)

    def action_copy(self) -> None:
        """Copies the page's address."""
        page = None if self.view is None else self.view.page
        if page is None:
            return
        if may_be_opened(page):
            self.copy_to_clipboard(page)
            self.notify(f"Copied: {shown(page)}", timeout=2)
        else:
            self.notify(f"Not copied, because it is not a web page: {shown(page)}")

    def action_help_quit(self) -> None:
        """Says how to quit, since Ctrl+C does not."""
        self.notify("q quits." if self._commands else "Ctrl+Q quits.", timeout=2)

    def action_help(self) -> None:
        """Shows the keys."""
        self.push_screen(Help())

    def action_sign_in(self) -> None:
        """Signs in by code or with a token."""
        self.push_screen(SignIn(self.session), self._signed_in)

    def action_theme(self) -> None:
        """Switches between dark and light."""
        theme.toggle(self)

    # The server.

    def _signed_in(self, changed: Optional[bool]) -> None:
        if changed and self.view is not None:
            self._ask_rate(at_once=True)
            self.view.reload(refresh=False)

    def _notified(self, method: str, params: Any) -> None:
        if method != "auth.changed" or not isinstance(params, dict):
            return
        state = params.get("state")
        if state == "authenticated":
            who = shown(str(params.get("login") or "somebody"))
            self.notify(f"Signed in as {who}.")
        if isinstance(self.screen, SignIn):
            self.screen.changed(state)
        elif state == "authenticated":
            self._signed_in(True)

    def _lost(self, ending: str) -> None:
        self._rate = None
        if self.view is not None:
            again = "r restarts it" if self.session.target.address is None else "r tries again"
            self.view.lost(ConnectionClosed(f"{ending}; {again}."))

    def _ask_rate(self, at_once: bool = False) -> None:
        if at_once or monotonic() - self._rate_asked >= _RATE_EVERY:
            self._rate_asked = monotonic()
            self.run_worker(later(self._fetch_rate), group="rate", exclusive=True)

    async def _fetch_rate(self) -> None:
        try:
            self.note_rate(await self.session.run(calls.rate_status()))
        except GitXplorerError:
            pass  # Then the limit is not shown.

    def _redraw(self) -> None:
        # After Ctrl+Z and fg the terminal is empty, but Textual draws only changes.
        self.screen.refresh(layout=True)
        for widget in self.screen.query("*"):
            widget.refresh()

    async def _open(self, page: str) -> None:
        trouble = "No browser could be opened here (is $BROWSER set?)."
        try:
            opened = await asyncio.to_thread(browser.opens, page)
        except browser.UnsafeBrowser as refusal:
            opened, trouble = False, str(refusal)
        if isinstance(self.screen, SignIn):
            return  # The dialog names the page, and a toast could cover the code.
        if opened:
            self.notify(f"Opened: {shown(page)}", timeout=2)
        else:
            self.notify(
                f"{trouble} The page is {shown(page)}; y copies its address.",
                timeout=10,
            )

