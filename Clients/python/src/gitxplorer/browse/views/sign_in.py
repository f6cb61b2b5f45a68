"""Signing in to GitHub: by code, or with a token where the server cannot do that."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Optional, cast

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

#: Seconds after which the status is requested, in case the notification was missed.
_ASK_AGAIN = 30.0


class SignIn(ModalScreen[bool]):
    """Asks where to keep the token, then shows the code or a field; True once signed in."""

    BINDINGS = [
        Binding("escape", "leave", "Not now", show=False),
        Binding("backspace,q", "leave", show=False),
        Binding("o", "open", "Open the page", show=False),
        Binding("y", "copy", "Copy the code or the page", show=False),
        Binding("s", "keep(True)", "Store", show=False),
        Binding("n", "keep(False)", "This session only", show=False),
        Binding("r", "begin", "A new code", show=False),
        Binding("x", "sign_out", "Sign out", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._pending: Optional[types.DeviceLogin] = None
        #: Where tokens are made, if the server needs one.
        self._tokens: Optional[str] = None
        #: Whether to store the token; None until that has been answered.
        self._stores: Optional[bool] = None
        self._ended = False
        self._signed_in = False
        self._trouble = ""

    @property
    def page(self) -> Optional[str]:
        """GitHub's page for the code or for tokens."""
        return self._tokens if self._pending is None else self._pending["verificationUri"]

    def compose(self) -> ComposeResult:
        """A text, and the field for a token."""
        with Reading(classes="dialog") as dialog:
            dialog.border_title = "Sign in"
            yield Static("Asking…", markup=False)
            yield Hidden()

    def on_mount(self) -> None:
        """Begins a sign-in, unless an account is signed in."""
        self.query_one(Hidden).display = False
        self.set_interval(1, self._tick)
        self.set_interval(_ASK_AGAIN, self._ask_again)
        self._run(self._look())

    def changed(self, state: object) -> None:
        """Handles a change of the sign-in."""
        if state == "authenticated":
            self._finish(True)
        elif state != "pending" and self._pending is not None:
            self._ended = True
            text = Text().append("The sign-in was denied or timed out.\n\n", "bold red")
            self._tell(text, "r  a new code      Esc  back")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> Optional[bool]:
        """In the field every letter is text."""
        return action == "leave" or not isinstance(self.focused, Hidden)

    def opens_field(self, key: str) -> bool:
        """Whether a key leads to the field for a token."""
        return key in ("s", "n") and self._tokens is not None and self._stores is None

    def action_leave(self) -> None:
        """Goes back; a code that is approved later still signs in."""
        self._finish(False)

    def action_open(self) -> None:
        """Opens GitHub's page."""
        if self.page:
            self._explorer.open_page(self.page)

    def action_copy(self) -> None:
        """Copies the code, or the address of the page."""
        if self._pending is not None:
            self._copy(self._pending)
            self.notify("The code was copied.")
        elif self._tokens:
            self.app.copy_to_clipboard(shown(self._tokens))
            self.notify("The address was copied.")

    def action_keep(self, stores: bool) -> None:
        """Answers whether the token is stored."""
        if self._stores is not None or self.page is None:
            return
        self._stores = stores
        if self._tokens is not None:
            self._show_field()
        elif stores:
            self._run(self._begin())
        else:
            self._show_code()

    def action_begin(self) -> None:
        """Asks for a code anew."""
        self._stores = None
        self._run(self._begin())

    def action_sign_out(self) -> None:
        """Signs out."""
        if self._signed_in:
            self._run(self._sign_out())

    def on_hidden_submitted(self, event: Hidden.Submitted) -> None:
        """Signs in with the token."""
        self._run(self._use_token())

    async def _look(self) -> None:
        status = await self._session.run(calls.auth_status())
        if status["state"] != "authenticated":
            await self._begin()
            return
        self._signed_in = True
        text = Text("Signed in as ").append(shown(status["login"]), "bold")
        text.append(f"\nscopes: {', '.join(map(shown, status['scopes'])) or 'none'}\n\n", "dim")
        self._tell(text, "x  sign out      r  sign in anew      Esc  back")

    async def _begin(self) -> None:
        self._pending, self._tokens, self._ended, self._signed_in = None, None, False, False
        try:
            call = calls.auth_login(device=True, store=self._stores is True)
            self._pending = cast(types.DeviceLogin, await self._session.run(call))
        except Unauthorized as error:
            # Without a page, pages and API are not of one GitHub; a token works all the same.
            self._tokens = error.token_url or ""
        if self._stores is None:
            self._ask()
        else:
            self._show_code()

    def _ask(self) -> None:
        text = Text() if self._tokens is None else self._token_ways(self._tokens)
        text.append("Where shall the token be kept?\n", "bold")
        place = shown(tilde(folder()))
        text.append(" s ", "bold reverse").append(f" for later servers, too: in {place}\n")
        text.append(" n ", "bold reverse").append(" for this session only\n\n")
        ways = "" if not self._tokens else "o  open the page   y  copy its address   "
        self._tell(text, f"{ways}Esc  back")

    def _show_code(self) -> None:
        if self._pending is not None:
            self._copy(self._pending)
            self._tick()
            self.action_open()

    def _show_field(self) -> None:
        field = self.query_one(Hidden)
        field.display = True
        field.focus()
        self._tick()

    async def _use_token(self) -> None:
        field, self._trouble = self.query_one(Hidden), ""
        try:
            stores = self._stores is True
            await self._session.run(calls.auth_login(token=field.take(), store=stores))
        except GitXplorerError as error:
            self._trouble = sentence(error)
            self._tick()
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
            self.dismiss(changed)

    def _ask_again(self) -> None:
        if self._pending is not None and not self._ended:
            self._run(self._check())

    async def _check(self) -> None:
        self.changed((await self._session.run(calls.auth_status()))["state"])

    def _run(self, work: Any) -> None:
        self.run_worker(self._guard(work), exclusive=True)

    async def _guard(self, work: Any) -> None:
        try:
            await work
        except GitXplorerError as error:
            text = Text().append("✗ ", "bold red").append(f"{sentence(error)}\n\n", "bold")
            self._tell(text, "r  try again      Esc  back")

    def _copy(self, pending: types.DeviceLogin) -> None:
        # As it is shown: a line feed would run what a shell gets from the clipboard.
        self.app.copy_to_clipboard(shown(pending["userCode"]))

    def _tick(self) -> None:
        if self._stores is None or self._ended:
            return
        if self._tokens is not None:
            self._tell_field()
        elif self._pending is not None:
            self._tell_code(self._pending)

    def _tell_code(self, pending: types.DeviceLogin) -> None:
        now: datetime = self._explorer.clock()
        until = moment(pending["expiresAt"])
        left = "" if until is None else f", good for {span((until - now).total_seconds())}"
        text = Text("Type in this code, which is copied already:\n\n")
        text.append(f"    {shown(pending['userCode'])}    ", "bold reverse")
        text.append(f"\n\nat {shown(self.page)}{left}\n\n")
        who = shown(self._session.upstream.name)
        text.append(f"Waiting for {who}. What was asked for is asked again then.\n\n")
        self._tell(text, "o  open the page   y  copy the code   Esc  back")

    def _token_ways(self, page: str) -> Text:
        text = Text("This server has no OAuth client id, and needs a token")
        if not page:
            return text.append(", which is pasted here.\n\n")
        text.append(". Make one at\n").append(f"{shown(page)}\n", "bold")
        if self._session.upstream.token_command:
            text.append("and paste it here, or quit and run\n")
            command = f"{self._session.upstream.token_command} | gitxplorer login --with-token"
            return text.append(f"{shown(command)}\n\n", "bold")
        return text.append("and paste it here.\n\n")

    def _tell_field(self) -> None:
        text = Text()
        if self._trouble:
            text.append("✗ ", "bold red").append(f"{self._trouble}\n\n", "bold")
        place = f"stored in {shown(tilde(folder()))}"
        kept = place if self._stores else "kept for this session only"
        text.append(f"The token, which is {kept}:\n\n")
        self._tell(text, "Enter  sign in   Esc  back\n")

    def _tell(self, text: Text, keys: str) -> None:
        self.query_one(Static).update(text.append(keys, "dim"))

    @property
    def _explorer(self) -> Any:
        return self.app
