"""Signing in to GitHub: by code, or with a token where the server cannot do that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, Optional, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import Static

from ... import calls, types
from ...cli.sign_in import folder
from ...cli.sign_in import shown as tilde
from ...errors import GitXplorerError, Unauthorized
from ..session import Session
from ..text import moment, shown, span
from ..widgets.hidden import Hidden
from ..widgets.reading import Reading
from ..widgets.trouble import sentence
from ..work import Work, later

#: Seconds after which the status is requested, in case the notification was missed.
_ASK_AGAIN = 30.0

#: What is shown; while the server is being asked, there is nothing to do but to leave.
Step = Literal["asking", "field", "question", "code", "again", "signed in"]

#: The steps at which an action does something, if not at all of them.
_STEPS: dict[str, Sequence[Step]] = {
    "keep": ["question"],
    "open": ["field", "code"],
    "copy": ["field", "code"],
    "begin": ["again", "signed in"],
    "sign_out": ["signed in"],
}


class SignIn(ModalScreen[bool]):
    """Takes a token or asks for a code, after asking where to keep the token; True once signed in.

    The field comes first, so that a token that is pasted at once is neither an answer nor a command.
    """

    BINDINGS = [
        Binding("escape", "leave", "Not now", show=False),
        Binding("o,ctrl+o", "open", "Open the page", show=False),
        Binding("y,ctrl+y", "copy", "Copy the code or the page", show=False),
        Binding("s", "keep(True)", "Store", show=False),
        Binding("n", "keep(False)", "This session only", show=False),
        Binding("r", "begin", "A new code", show=False),
        Binding("x", "sign_out", "Sign out", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._step: Step = "asking"
        self._pending: Optional[types.DeviceLogin] = None
        #: Where tokens are made, if the server needs one.
        self._tokens: Optional[str] = None
        #: Whether to store the token; None until that has been answered.
        self._stores: Optional[bool] = None
        self._trouble = ""

    @property
    def may_open_field(self) -> bool:
        """Whether the field for a token is there or may come by itself."""
        return self._step in ("asking", "field")

    @property
    def page(self) -> Optional[str]:
        """The page for the code or for tokens."""
        return self._tokens if self._pending is None else self._pending["verificationUri"]

    def compose(self) -> ComposeResult:
        """A text, the field for a token, more text, and the keys in the last line."""
        with Reading(classes="dialog") as dialog:
            dialog.border_title = "Sign in"
            yield Static("Asking…", markup=False, classes="first")
            yield Hidden()
            yield Static(markup=False, classes="ways")
        yield Static(" Esc back", markup=False, classes="keys")

    def on_mount(self) -> None:
        """Asks for a token, unless an account is signed in."""
        self.query_one(Hidden).display = False
        self.set_interval(1, self._tick)
        self.set_interval(_ASK_AGAIN, self._ask_again)
        self._run(self._look)

    def on_resize(self) -> None:
        """Says whether there is more than is seen."""
        self.call_after_refresh(self._hint)

    def changed(self, state: object) -> None:
        """Handles a change of the sign-in."""
        if state == "authenticated":
            self._finish(True)
        elif state != "pending" and self._step == "code":
            text = Text("The sign-in was denied or timed out.", "bold red")
            self._tell("again", text, "r new code  Esc back")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> Optional[bool]:
        """A key does something only where it is offered."""
        return self._step in _STEPS.get(action, [self._step])

    def action_leave(self) -> None:
        """Goes back; a code that is approved later still signs in."""
        self._finish(False)

    def action_open(self) -> None:
        """Opens the page."""
        if self.page:
            self._explorer.open_page(self.page)

    def action_copy(self) -> None:
        """Copies the code, or the address of the page."""
        if self._pending is not None:
            self._copy(self._pending)
            self.notify("The code was copied.", timeout=2)
        elif self._tokens:
            self.app.copy_to_clipboard(shown(self._tokens))
            self.notify("The address was copied.", timeout=2)

    def action_keep(self, stores: bool) -> None:
        """Answers whether the token is stored, and signs in."""
        self._stores = stores
        self._sign_in()

    def action_begin(self) -> None:
        """Begins anew."""
        if self._step == "signed in":
            self._show_field()
        else:
            self._run(self._look if self._stores is None else self._begin)

    def action_sign_out(self) -> None:
        """Signs out."""
        self._run(self._sign_out)

    def on_hidden_submitted(self, event: Hidden.Submitted) -> None:
        """Asks where to keep the token, unless that has been answered; without one, a code's."""
        if self._stores is None:
            self._ask()
        elif not self.query_one(Hidden).is_empty:
            self._sign_in()

    def _sign_in(self) -> None:
        has_token = not self.query_one(Hidden).is_empty
        self._run(self._use_token if has_token else self._begin)

    async def _look(self) -> None:
        status = await self._session.run(calls.auth_status())
        if status["state"] != "authenticated":
            self._show_field()
            return
        text = Text("Signed in as ").append(shown(status["login"]), "bold")
        text.append(f"\nscopes: {', '.join(map(shown, status['scopes'])) or 'none'}", "dim")
        self._tell("signed in", text, "x sign out  r sign in anew  Esc back")

    async def _begin(self) -> None:
        self._pending, self._tokens = None, None
        self._tell("asking", Text("Asking…"), "Esc back")
        try:
            call = calls.auth_login(device=True, store=self._stores is True)
            self._pending = cast(types.DeviceLogin, await self._session.run(call))
        except Unauthorized as error:
            # Without a page, pages and API are not of one GitHub; a token works all the same.
            self._tokens = error.token_url or ""
            self._show_field()
        else:
            self._copy(self._pending)
            self._tell_code(self._pending)
            self.action_open()

    def _ask(self) -> None:
        place = shown(tilde(folder()))
        text = Text("Where shall the token be kept?\n\n", "bold")
        text.append(" s ", "bold reverse").append(f"  for later servers, too: in {place}\n", "not bold")
        text.append(" n ", "bold reverse").append("  for this session only", "not bold")
        self._tell("question", text, "s store  n this session only  Esc back")

    async def _use_token(self) -> None:
        field, self._trouble = self.query_one(Hidden), ""
        self._tell("asking", Text("Asking…"), "Esc back")
        try:
            stores = self._stores is True
            await self._session.run(calls.auth_login(token=field.take(), store=stores))
        except GitXplorerError as error:
            self._trouble = sentence(error)
            self._show_field()
        except Exception:
            # Its traceback would show the token.
            raise GitXplorerError("the token could not be sent") from None
        else:
            self._finish(True)

    async def _sign_out(self) -> None:
        await self._session.run(calls.auth_logout())
        self._finish(True)

    def _finish(self, changed: bool) -> None:
        # The response and the notification may both say so; only one of them may leave.
        if self.app.screen is self:
            self.query_one(Hidden).take()
            self._explorer.no_field()
            if changed and self._stores:
                self.notify(f"The token is stored in {shown(tilde(folder()))}.")
            self.dismiss(changed)

    def _ask_again(self) -> None:
        if self._step == "code":
            self._run(self._check)

    async def _check(self) -> None:
        self.changed((await self._session.run(calls.auth_status()))["state"])

    def _run(self, work: Work) -> None:
        self.run_worker(later(self._guard, work), exclusive=True)

    async def _guard(self, work: Work) -> None:
        try:
            await work()
        except GitXplorerError as error:
            text = Text("✗ ", "bold red").append(sentence(error), "not red")
            self._tell("again", text, "r try again  Esc back")

    def _copy(self, pending: types.DeviceLogin) -> None:
        # As it is shown: a line feed would run what a shell gets from the clipboard.
        self.app.copy_to_clipboard(shown(pending["userCode"]))

    def _tick(self) -> None:
        if self._step == "code" and self._pending is not None:
            self._tell_code(self._pending)

    def _tell_code(self, pending: types.DeviceLogin) -> None:
        now: datetime = self._explorer.clock()
        until = moment(pending["expiresAt"])
        left = "" if until is None else f", good for {span((until - now).total_seconds())}"
        text = Text("Type in this code, which is copied already:\n\n")
        text.append(f"    {shown(pending['userCode'])}    ", "bold reverse")
        text.append(f"\n\nat {shown(self.page)}{left}\n\n")
        who = shown(self._session.upstream.name)
        text.append(f"Waiting for {who}. Your last request is then repeated.")
        self._tell("code", text, "o open page  y copy code  Esc back")

    def _show_field(self) -> None:
        text, ways, keys = Text(), Text(), "⏎ sign in  Esc back"
        if self._trouble:
            text.append("✗ ", "bold red").append(f"{self._trouble}\n", "bold")
        if self._stores is not None:
            place = f"stored in {shown(tilde(folder()))}" if self._stores else "for this session only"
            text.append(f"The token, {place}:")
        else:
            text.append("A token; without one, Enter asks for a code:")
            keys = "⏎ go on  Esc back"
        if self._tokens is not None:
            ways.append("This server has no OAuth client id, and needs a token")
        if self._tokens:
            ways.append(", made at\n").append(shown(self._tokens), "bold")
            keys = "⏎ sign in  ^O open page  ^Y copy  Esc"
        if self._tokens is not None and self._session.upstream.name == "GitHub":
            ways.append("\nOr quit, and run\n")
            ways.append("gh auth token | gitxplorer login --with-token", "bold")
        self._tell("field", text, keys, ways)

    def _tell(self, step: Step, text: Text, keys: str, ways: Text = Text()) -> None:
        self._step = step
        field = self.query_one(Hidden)
        field.display = step == "field"
        self.query_one(".first", Static).update(text)
        self.query_one(".ways", Static).update(ways)
        self.query_one(".ways", Static).display = bool(ways)
        self.query_one(".keys", Static).update(f" {keys}")
        if step == "field":
            field.focus(scroll_visible=False)
        elif step != "asking" or self._stores is not None:
            self._explorer.no_field()
            self.query_one(Reading).focus(scroll_visible=False)
        self.call_after_refresh(self._hint)

    def _hint(self) -> None:
        dialog = self.query_one(Reading)
        dialog.border_subtitle = "↑ ↓ scroll" if dialog.max_scroll_y else ""

    @property
    def _explorer(self) -> Any:
        return self.app
